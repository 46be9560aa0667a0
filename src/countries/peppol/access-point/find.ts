import type { FindOutcome, Submission } from '../../gateway/gateway.js'
import type { GatewayTools } from '../../gateway/gateway-tools.js'
import type { AccessPoint } from './access.js'
import { accessPointOf } from './access.js'
import type { AccessPointApi } from './api.js'
import { unanswered } from './failures.js'
import { instanceId, type ModelOf, routeOf, uploadText } from './route.js'
import { together } from './transmission.js'
import { SETTLED_MS } from './waits.js'

/** The largest difference between clocks. */
const SKEW_MS = 5 * 60_000

/**
 * Whether the access point has the document. It does not refuse a second one under the same SBDH
 * instance id but sends it again, and then no longer finds the id: so its status is requested
 * before every repetition, and its history after an earlier try.
 */
export async function find(
  api: AccessPointApi,
  tools: GatewayTools,
  modelOf: ModelOf,
  submission: Submission,
): Promise<FindOutcome> {
  const { scope, attemptId, createdAt } = submission
  const point = accessPointOf(submission.access, tools.settings)
  const known = async (uploadId: string): Promise<FindOutcome> => ({
    kind: 'known',
    uploadId,
    govEndpoint: await endpointOf(api, tools, point, modelOf, submission),
  })
  const note = await tools.uploads.find(scope, attemptId)
  if (note !== null && note.uploadId !== null) return known(note.uploadId)

  const id = instanceId(submission)
  const status = await api.status(point, id)
  if (status.kind === 'transmission') return known(uploadText({ id, isDelivered: false, messageId: null }))
  if (status.kind !== 'unknown') return status

  const now = tools.clock.now().getTime()
  const settledMs = SETTLED_MS * tools.pace
  const begunMs = note === null ? null : note.begunAt.getTime() + settledMs - now
  if (begunMs !== null && begunMs > 0) {
    const reason = 'it is not known whether the access point received the document; its status does not show it yet'
    return unanswered(reason, begunMs / 1000, { pace: 1 })
  }
  // By the ledger and the invoice's age there was no earlier try.
  if (note === null && now - createdAt.getTime() < settledMs) return { kind: 'unknown' }
  const history = await api.history(point, id, new Date(createdAt.getTime() - SKEW_MS))
  if (history.kind !== 'history') return history
  return together(history.transmissions) === null
    ? { kind: 'unknown' }
    : known(uploadText({ id, isDelivered: false, messageId: null }))
}

async function endpointOf(
  api: AccessPointApi,
  tools: GatewayTools,
  point: AccessPoint,
  modelOf: ModelOf,
  submission: Submission,
): Promise<string> {
  const route = await routeOf(tools, submission, modelOf)
  if ('errorMessage' in route) return point.address
  return api.submitAddress(point, route, submission.invoice.country, instanceId(submission))
}
