import type { Submission } from '../../gateway/gateway.js'
import type { GovernmentMessage, Mailbox } from '../../gateway/mailbox.js'
import { BadNotification, type Notification, readNotification } from './notification.js'
import { fileReference, idReference } from './references.js'

/** A notification with the message that it came in. */
export interface Letter extends Notification {
  readonly message: GovernmentMessage
}

/** A day: backups are mostly that old, and clocks and time zones differ by less. */
const EARLIER_MS = 24 * 3600 * 1000

/**
 * The notifications in the mailbox about a file or an IdentificativoSdI, in the order in which
 * they came. Only what came in at the operator's own door speaks for SdI.
 */
export async function lettersAbout(
  mailbox: Pick<Mailbox, 'about'>,
  { scope }: Pick<Submission, 'scope'>,
  { id, fileName }: { readonly id?: string; readonly fileName: string },
): Promise<readonly Letter[]> {
  const references = [fileReference(fileName), ...(id === undefined ? [] : [idReference(id)])]
  const messages = await mailbox.about(scope, 'sdi', references)
  return messages.filter((message) => message.scope === null).flatMap(letterOf)
}

function letterOf(message: GovernmentMessage): readonly Letter[] {
  try {
    return [{ ...readNotification(message.bytes), message }]
  } catch (error) {
    // The door keeps what it could read; an older release may have read more.
    if (error instanceof BadNotification) return []
    throw error
  }
}

/** What is known of a sending whose number nobody has seen. */
export interface Sent {
  readonly fileName: string
  /** SHA-256 (hex) of the file; null: it was signed, each time with another signature. */
  readonly sha256: string | null
  /** BT-1. */
  readonly number: string
  /** Before that nothing of it can have reached SdI; null: it is not known to have been sent. */
  readonly since: Date | null
}

/**
 * Whether a notification that names our file is about our document. SdI takes a name once, so
 * mostly it is; but after a restore that has lost numbers of files, a name may come again.
 */
export function isAbout(sent: Sent, { fileName, sha256, number, receivedAt }: Notification): boolean {
  if (fileName !== sent.fileName) return false
  if (sha256 !== null && sent.sha256 !== null) return sha256 === sent.sha256
  if (number !== null) return number === sent.number
  if (sent.since === null) return false
  return receivedAt === null || receivedAt.getTime() >= sent.since.getTime() - EARLIER_MS
}
