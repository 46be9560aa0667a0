import type { Environment } from '../domain/event.js'
import type { Country } from './country.js'
import type { Gateway } from './gateway.js'
import type { SimulatorLedger } from '../simulators/ledger.js'
import type { SimulatorSettings } from '../simulators/simulator.js'

/**
 * The interface to the government that an environment's invoices of a country go to; null while it
 * is not built: such invoices are not taken in.
 */
export type GatewayFor = (environment: Environment, country: Country) => Gateway | null

/** Every gateway that there is: the simulated governments of the test environment. */
export function allGateways(ledger: SimulatorLedger, settings: SimulatorSettings): GatewayFor {
  return (environment, { invoicing }) =>
    environment === 'test' && invoicing !== null ? invoicing.simulator.gateway(ledger, settings) : null
}
