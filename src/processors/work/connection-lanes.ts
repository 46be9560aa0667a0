import type { CountryCode } from '../../domain/request/invoice-request.js'
import { governmentOf } from './invoice-lanes.js'
import type { Lane, WorkSource } from './work-list.js'

/** What is done at a government for a connection: fetch its messages, or what suppliers sent. */
type ConnectionOperation = 'collect' | 'look'

/** The lane in which the connections to a government wait for an operation. */
function connectionLane(country: CountryCode, operation: ConnectionOperation): Lane {
  const government = governmentOf(country, 'production')
  return { name: `${government} ${operation}`, government }
}

/**
 * What is done at intervals for each active production connection to the governments of these
 * countries, a lane for each.
 */
export function connectionLanes(
  kind: WorkSource['kind'],
  operation: ConnectionOperation,
  countries: readonly CountryCode[],
): { readonly source: WorkSource; readonly lanes: readonly Lane[] } {
  const codes = countries.map((code) => `'${code}'`).join(', ')
  return {
    lanes: countries.map((country) => connectionLane(country, operation)),
    source: {
      kind,
      projection: 'collections',
      work: (candidate) =>
        `SELECT stream AS key, account, environment, country || ' production ${operation}' AS lane, due_at, position
         FROM read.collections WHERE is_active AND environment = 'production' AND country IN (${codes}) AND ${candidate}`,
    },
  }
}
