import { mayAct } from '../../gateway/lease-check.js'
import { hash } from 'node:crypto'
import type { LeaseCheck, Submission, SubmitOutcome } from '../../gateway/gateway.js'
import type { GatewayTools } from '../../gateway/gateway-tools.js'
import type { GovernmentHttp } from '../../gateway/government-http.js'
import { notInterpreted } from '../../gateway/no-answer.js'
import type { NotedUpload } from '../../gateway/upload-ledger.js'
import { nameOfFile, sdiFileName } from '../file-name.js'
import { noConnection, refusedChannel, unanswered } from './failures.js'
import { fileToSend } from './file-to-send.js'
import { accessOf, type Channels } from './identity.js'
import { readAnswer, sendFile } from './receive-file.js'
import { fileReference, idReference } from './references.js'
import { uploadIdOf } from './upload-id.js'

/**
 * Sends the invoice's file. An attempt always has the same file name, and SdI accepts a name once:
 * an upload whose response was lost is repeated, and SdI refuses the second by a notification if
 * it has the first. So the ledger must record each upload before its first byte is sent.
 */
export async function submit(
  http: GovernmentHttp,
  channels: Channels,
  tools: GatewayTools,
  submission: Submission,
  lease?: LeaseCheck,
): Promise<SubmitOutcome> {
  const { scope, attemptId, invoiceId } = submission
  const mayBegin = (): boolean => mayAct(lease)
  const channel = channels.of(accessOf(submission), tools.clock.now())
  if (channel.kind === 'closed') return refusedChannel(channel.reason)

  const earlier = await tools.uploads.find(scope, attemptId)
  const file = await fileToSend(tools, submission)
  if (file.kind === 'unusable') return refusedChannel(file.reason)
  if (file.kind === 'refused') return refused(file.errorMessage, earlier, tools)
  if (!mayBegin()) return unanswered('another worker may have taken over', 1, tools)

  const name = await sdiFileName(submission, tools.fileNumbers)
  await tools.mailbox.expect({ channel: 'sdi', reference: fileReference(name), scope, country: 'IT', invoiceId })
  const begunAt = beginOf(earlier, tools)
  const sha256 = hash('sha256', submission.xml)
  await tools.uploads.begin({ scope, country: 'IT', attemptId, sha256, begunAt })
  const certainlyNot = async (): Promise<void> => {
    // The outcome of an earlier upload remains unknown, regardless of this one's.
    if (earlier === null) await tools.uploads.refused({ scope, attemptId, begunAt })
  }

  const address = addressOf(tools)
  const answer = await sendFile(
    http,
    address,
    channel.identity,
    { name: nameOfFile(name, file.bytes), bytes: file.bytes },
    mayBegin,
  )
  if (answer.kind === 'failure') {
    if (answer.sent === 'no') await certainlyNot()
    return mayBegin() ? noConnection(answer, tools) : unanswered(answer.reason, 1, tools)
  }
  const said = readAnswer(answer, tools)
  switch (said.kind) {
    case 'taken': {
      const uploadId = uploadIdOf({ id: said.id, fileName: name, isRepeated: earlier !== null })
      await tools.uploads.taken(scope, attemptId, uploadId)
      await tools.mailbox.expect({ channel: 'sdi', reference: idReference(said.id), scope, country: 'IT', invoiceId })
      return { kind: 'submitted', uploadId, govEndpoint: address }
    }
    case 'empty':
      await certainlyNot()
      return refused(said.errorMessage, earlier, tools)
    case 'not-enabled':
      await certainlyNot()
      return said.outcome
    case 'unknown':
      return said.outcome
  }
}

/** The address for files. The setting has a default. */
export function addressOf({ settings }: Pick<GatewayTools, 'settings'>): string {
  return settings['SDI_URL'] ?? ''
}

/** A refusal is certain only if no earlier upload may have been accepted. */
function refused(errorMessage: string, earlier: NotedUpload | null, tools: GatewayTools): SubmitOutcome {
  if (earlier === null) return { kind: 'refused', errorMessage }
  return notInterpreted(`an earlier upload may have been accepted; this one was refused: ${errorMessage}`, tools)
}

/**
 * When the first upload was begun; each further one differs by a millisecond, so that each
 * identifies its own ledger entry.
 */
function beginOf(earlier: NotedUpload | null, { clock }: GatewayTools): Date {
  return earlier === null ? clock.now() : new Date(earlier.begunAt.getTime() + 1)
}
