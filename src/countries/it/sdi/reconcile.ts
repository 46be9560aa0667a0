import type { ReconcileOutcome, Submission } from '../../gateway/gateway.js'
import type { GatewayTools } from '../../gateway/gateway-tools.js'
import { poll } from './poll.js'

const NOT_ASKED =
  'SdI can not be asked about a file that came through a channel of one’s own (SDICoop), which has no such call; ' +
  'compared with the notifications that it has sent us'

/**
 * What SdI has notified of a file. It can't be asked, so that whatever its notifications do not
 * say, nobody can tell.
 */
export async function reconcile(
  tools: GatewayTools,
  submission: Submission,
  uploadId: string,
): Promise<ReconcileOutcome> {
  const told = await poll(tools, submission, uploadId, submission.createdAt)
  return { ...told, notAsked: NOT_ASKED }
}
