import type { Access, CheckOutcome } from '../../gateway/gateway.js'
import type { GatewayTools } from '../../gateway/gateway-tools.js'
import type { AnafApi } from './api.js'
import { cifOf } from './company.js'
import { settledMs } from './waits.js'

/** ANAF refuses an end in the future, by its own clock. */
const SKEW_MS = 30_000
const DAY_MS = 24 * 3_600_000

/**
 * Whether ANAF accepts the token for the company: requests the list of a day's messages, which
 * needs the same right as an upload.
 */
export async function check(
  api: AnafApi,
  tools: GatewayTools,
  { vatNumber, credentials }: Access,
): Promise<CheckOutcome> {
  const to = new Date(tools.clock.now().getTime() - settledMs(SKEW_MS, tools))
  const period = { cif: cifOf(vatNumber), from: new Date(to.getTime() - DAY_MS), to }
  const answer = await api.page(period, 1, credentials['accessToken'] ?? '')
  switch (answer.kind) {
    case 'page':
      return { kind: 'works', detail: `ANAF lists the messages of ${vatNumber}` }
    case 'unauthorized':
      return {
        kind: 'refused',
        reason:
          answer.needs === 'renewal'
            ? `${answer.reason}. The token is no longer valid: create the connection again (POST /v1/connections) and send the user to its authorizationUrl`
            : `${answer.reason}. The person who authorised the connection needs the rights for ${vatNumber} in SPV; then create the connection again (POST /v1/connections)`,
      }
    default:
      return { kind: 'unknown', reason: answer.reason }
  }
}
