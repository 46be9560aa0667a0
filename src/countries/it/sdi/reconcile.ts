import type { ReconcileOutcome, Submission } from '../../gateway/gateway.js'
import type { GatewayTools } from '../../gateway/gateway-tools.js'
import { poll } from './poll.js'

const NOT_ASKED =
  'SdI has no query for a file sent through an own channel (SDICoop); ' +
  'compared with the notifications that it has sent us'

/**
 * Compares a file with SdI's notifications. SdI has no query, so anything beyond its notifications
 * is unknown.
 */
export async function reconcile(
  tools: GatewayTools,
  submission: Submission,
  uploadId: string,
): Promise<ReconcileOutcome> {
  const known = await poll(tools, null, submission, uploadId, submission.createdAt)
  return { ...known, notAsked: NOT_ASKED }
}
