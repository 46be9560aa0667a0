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
  const answer = await api.firstPage((now) => {
    const to = new Date(now.getTime() - settledMs(SKEW_MS, tools))
    return { cif: cifOf(vatNumber), from: new Date(to.getTime() - DAY_MS), to }
  }, credentials['accessToken'] ?? '')
  if (!('kind' in answer)) return { kind: 'works', detail: `ANAF lists the messages of ${vatNumber}` }
  switch (answer.kind) {
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
