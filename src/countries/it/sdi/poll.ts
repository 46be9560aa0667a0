import type { GovernmentDocument, PollOutcome, Submission } from '../../gateway/gateway.js'
import type { GatewayTools } from '../../gateway/gateway-tools.js'
import { transmissionFormat } from '../parties.js'
import { knownHash } from './file-to-send.js'
import { isAbout, type Letter, lettersAbout } from './letters.js'
import { type SdiUpload, uploadOf } from './upload-id.js'
import { type NotificationOutcome, verdictOf } from './verdict.js'
import type { NotificationSignatures } from './signature.js'
import { nextLookSeconds, pacedMs, WAITS } from './waits.js'

/**
 * Searches the mailbox for the decision on a file. The notifications about the IdentificativoSdI
 * of this upload come first. If they refuse it as a repetition, or there are none, those about
 * another upload of the same file decide.
 */
export async function poll(
  tools: GatewayTools,
  signatures: NotificationSignatures | null,
  submission: Submission,
  uploadId: string,
  submittedAt: Date,
): Promise<PollOutcome> {
  const decided = (verdict: Decision): Promise<PollOutcome> => withWarnings(verdict, signatures, submission)
  const upload = uploadOf(uploadId)
  if (upload === null) throw new Error(`not an upload of the channel SDICoop: ${uploadId}`)
  const letters = await lettersAbout(tools, submission, upload)
  const toAdministration = transmissionFormat(submission.invoice) === 'FPA12'
  const own = letters.filter(({ id }) => id === upload.id)
  const verdict = verdictOf(own, toAdministration)
  if (verdict.kind === 'accepted' || verdict.kind === 'rejected') return decided(verdict)

  const { isUncertain, since } = await earlierSending(tools, submission, upload, uploadId)
  const sha256 = await knownHash(tools, submission)
  const sent = { fileName: upload.fileName, sha256, number: submission.invoice.number, since }
  const others = letters.filter((letter) => letter.id !== upload.id && isAbout(sent, letter))
  const first = verdictOf(others, toAdministration)
  if (first.kind === 'accepted' || first.kind === 'rejected') return decided(first)
  if (verdict.kind === 'repetition' && others.every(({ kind }) => kind === 'NS')) {
    const waits = waitsForFirst(verdict, isUncertain, tools)
    if (waits <= 0) return decided({ kind: 'rejected', by: verdict.by, errorMessage: verdict.errorMessage })
    if (waits < Infinity) return { kind: 'pending', retryAfterSeconds: waits / 1000 }
  }
  return pending(tools, submission, upload, letters, submittedAt)
}

/** Whether an earlier upload of the file may have been accepted, and since when. */
async function earlierSending(
  { uploads }: GatewayTools,
  { scope, attemptId, createdAt }: Submission,
  { isRepeated }: SdiUpload,
  uploadId: string,
): Promise<{ readonly isUncertain: boolean; readonly since: Date | null }> {
  const note = await uploads.find(scope, attemptId)
  // If two workers sent it at the same time, the ledger has the other one's number.
  const isUncertain = isRepeated || (note !== null && note.uploadId !== uploadId)
  return { isUncertain, since: isUncertain ? (note?.begunAt ?? createdAt) : null }
}

/**
 * Milliseconds until a refusal as a repetition is final. If we may have sent the file before, it
 * never is: then SdI has the first one, whose notification decides.
 */
function waitsForFirst(
  { by, of }: Extract<NotificationOutcome<Letter>, { kind: 'repetition' }>,
  isUncertain: boolean,
  tools: GatewayTools,
): number {
  if (of === 'file' && isUncertain) return Infinity
  if (of === 'invoice' && !isUncertain) return 0
  return by.message.receivedAt.getTime() + pacedMs(WAITS.firstSending, tools) - tools.clock.now().getTime()
}

type Decision = Extract<NotificationOutcome<Letter>, { kind: 'accepted' | 'rejected' }>

/** With what is wrong with the signature of the notification. */
async function withWarnings(
  verdict: Decision,
  signatures: NotificationSignatures | null,
  { scope, invoiceId }: Submission,
): Promise<PollOutcome> {
  const { by } = verdict
  const warnings = (await signatures?.warnings(scope, invoiceId, by)) ?? []
  const noted = warnings.length === 0 ? {} : { warnings }
  return verdict.kind === 'rejected'
    ? { kind: 'rejected', errorMessage: verdict.errorMessage, document: documentOf(by), ...noted }
    : { kind: 'accepted', govId: by.id, govMessage: verdict.govMessage, receipt: documentOf(by), ...noted }
}

function documentOf({ message: { bytes, mediaType } }: Letter): GovernmentDocument {
  return { bytes, mediaType }
}

function pending(
  tools: GatewayTools,
  { invoiceId }: Submission,
  { id, fileName }: SdiUpload,
  letters: readonly Letter[],
  submittedAt: Date,
): PollOutcome {
  const waitedMs = tools.clock.now().getTime() - submittedAt.getTime()
  const isSilent = letters.every((letter) => verdictOf([letter], false).kind === 'repetition')
  if (isSilent && waitedMs > pacedMs(WAITS.silence, tools))
    tools.warn(
      { invoice: invoiceId, identificativoSdI: id, file: fileName },
      'SdI has not reported the outcome of a file for five days: do its calls reach the inbound port?',
    )
  return { kind: 'pending', retryAfterSeconds: nextLookSeconds(waitedMs, tools) }
}
