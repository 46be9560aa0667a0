import type { Submission } from '../../gateway/gateway.js'
import { type GatewayTools, readingFor } from '../../gateway/gateway-tools.js'
import type { GovernmentMessage } from '../../gateway/mailbox.js'
import { type Notification, SDI_NOTIFICATION } from './notification.js'
import { fileReference, idReference } from './references.js'

/** A notification with its message. */
export interface Letter extends Notification {
  readonly message: GovernmentMessage
}

/** A day: most backups are at most that old, and clocks and time zones differ by less. */
const EARLIER_MS = 24 * 3600 * 1000

/**
 * The notifications in the mailbox about a file or an IdentificativoSdI, in the order of arrival.
 * Only messages at the operator's own endpoint are from SdI.
 */
export async function lettersAbout(
  tools: Pick<GatewayTools, 'mailbox' | 'readFor'>,
  { scope }: Pick<Submission, 'scope'>,
  { id, fileName }: { readonly id?: string; readonly fileName: string },
): Promise<readonly Letter[]> {
  const references = [fileReference(fileName), ...(id === undefined ? [] : [idReference(id)])]
  const messages = await tools.mailbox.about(scope, 'sdi', references)
  const read = readingFor(tools, scope)
  const letters: Letter[] = []
  for (const head of messages) {
    const message = head.scope === null ? await tools.mailbox.whole(head) : null
    if (message === null) continue
    const notification = await read(SDI_NOTIFICATION, message.bytes, null)
    if (notification !== null) letters.push({ ...notification, message })
  }
  return letters
}

/** The data of an upload with an unknown number. */
interface Sent {
  readonly fileName: string
  /** SHA-256 (hex) of the file; null: it was signed, with another signature each time. */
  readonly sha256: string | null
  /** BT-1. */
  readonly number: string
  /** It can't have reached SdI earlier; null: not known to have been sent. */
  readonly since: Date | null
}

/**
 * Whether a notification that names our file concerns our document. SdI accepts a name once, so it
 * mostly does; but after a restore that has lost file numbers, a name may be reused.
 */
export function isAbout(sent: Sent, { fileName, sha256, number, receivedAt }: Notification): boolean {
  if (fileName !== sent.fileName) return false
  if (sha256 !== null && sent.sha256 !== null) return sha256 === sent.sha256
  if (number !== null) return number === sent.number
  if (sent.since === null) return false
  return receivedAt === null || receivedAt.getTime() >= sent.since.getTime() - EARLIER_MS
}
