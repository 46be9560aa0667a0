import type { Access, ListedAs, Submission, UploadsOutcome } from '../../gateway/gateway.js'
import type { GatewayTools } from '../../gateway/gateway-tools.js'
import { accessPointOf } from './access.js'
import type { AccessPointApi } from './api.js'
import { unanswered } from './failures.js'
import { type ModelOf, participantsOf, readUpload } from './route.js'

const LONG_SECONDS = 3600
const NO_HISTORY = 'the access point keeps no history of its transmissions'

/** The history shows an upload under its SBDH instance id, and the sender's participant id. */
export function listedAs(modelOf: ModelOf, submission: Submission, uploadId: string): ListedAs {
  const participants = participantsOf(submission, modelOf)
  return {
    uploadId: readUpload(uploadId).id,
    sender: 'sender' in participants ? participants.sender.toLowerCase() : null,
  }
}

/** The uploads of these senders in the history. Several companies may share an access point. */
export async function uploadsSince(
  api: AccessPointApi,
  tools: GatewayTools,
  access: Access,
  since: Date,
  senders: ReadonlySet<string>,
): Promise<UploadsOutcome> {
  const ids = new Set<string>()
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const rows = await api.historyPage(accessPointOf(access, tools.settings), page)
    if (rows.kind === 'none') return { kind: 'unlisted', reason: NO_HISTORY }
    if (rows.kind !== 'rows') return rows
    for (const { sender, instanceId, createdAt } of rows.transmissions) {
      const isOld = createdAt !== null && createdAt < since
      if (instanceId !== null && !isOld && sender !== null && senders.has(sender.toLowerCase()))
        ids.add(instanceId.toLowerCase())
    }
    const oldest = rows.transmissions.at(-1)?.createdAt ?? null
    if (rows.isLast || (oldest !== null && oldest < since))
      return { kind: 'uploads', uploads: [...ids].map((uploadId) => ({ uploadId })) }
  }
  return unanswered('the history of the access point is too long to read', LONG_SECONDS, tools)
}

/** A hundred thousand rows. */
const MOST_PAGES = 500
