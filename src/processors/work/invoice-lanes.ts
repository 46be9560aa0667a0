import { COUNTRIES } from '../../countries/registry.js'
import type { CountryCode } from '../../domain/request/invoice-request.js'
import { ENVIRONMENTS, type Environment } from '../../domain/event.js'
import { AT_HOME, type Lane } from './work-list.js'

/** The operations of invoices at a government. Each waits in its own lane. */
export type Operation = 'submit' | 'poll'

/** A government in the test or the production environment. */
export function governmentOf(country: CountryCode, environment: Environment): string {
  return `${country} ${environment}`
}

/** The lane in which invoices wait for an operation of a government. */
export function laneOfOperation(government: string, operation: Operation): Lane {
  return { name: `${government} ${operation}`, government }
}

/** Every lane that an invoice can wait in. */
export const INVOICE_LANES: readonly Lane[] = [
  AT_HOME,
  ...Object.values(COUNTRIES).flatMap(({ code }) =>
    ENVIRONMENTS.flatMap((environment) => {
      const government = governmentOf(code, environment)
      return [laneOfOperation(government, 'submit'), laneOfOperation(government, 'poll')]
    }),
  ),
]
