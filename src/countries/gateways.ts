import type { Environment } from '../domain/event.js'
import type { Country } from './country.js'
import type { Gateway } from './gateway/gateway.js'
import type { GatewayTools } from './gateway/gateway-tools.js'
import type { SimulatorLedger } from './simulation/ledger.js'
import type { SimulatorSettings } from './simulation/simulator.js'

/**
 * The gateway for an environment's invoices of a country; null while it is not available: such
 * invoices are refused.
 */
export type GatewayFor = (environment: Environment, country: Country) => Gateway | null

/** All gateways: to governments, and the simulated ones of the test environment. */
export function allGateways(tools: GatewayTools, ledger: SimulatorLedger, simulators: SimulatorSettings): GatewayFor {
  const real = new Map<Country, Gateway | null>()
  return (environment, country) => {
    const { invoicing } = country
    if (invoicing === null) return null
    if (environment === 'test') return invoicing.simulator.gateway(ledger, simulators)
    const made = real.get(country) ?? invoicing.gateway?.(tools) ?? null
    real.set(country, made)
    return made
  }
}
