import { hash } from 'node:crypto'
import type { LeaseCheck, NoAnswer, Submission, SubmitOutcome } from '../../gateway/gateway.js'
import type { GatewayTools } from '../../gateway/gateway-tools.js'
import type { HttpAnswer } from '../../gateway/government-http.js'
import { type AccessPoint, accessPointOf } from './access.js'
import { type AccessPointApi, inWords, jsonIn } from './api.js'
import { judgedAnswer, noConnection, notUnderstood, quoted, sendsNothing, unanswered } from './failures.js'
import { mayAct } from '../../gateway/lease-check.js'
import { meaningOf, readReport, type SendingReport } from './report.js'
import { keepReport } from './report-mail.js'
import {
  instanceId,
  invoiceReference,
  type ModelOf,
  numberReference,
  type Route,
  routeOf,
  type Upload,
  uploadText,
} from './route.js'
import { STORING_MS } from './waits.js'

/** An outcome, and whether it is certain that the access point does not have the document. */
interface Judged {
  readonly outcome: Exclude<SubmitOutcome, { kind: 'submitted' }> | { readonly kind: 'taken'; readonly upload: Upload }
  readonly isTakenPerhaps: boolean
}

/** Seconds until the next try at an access point that could not store the document. */
const STORING_SECONDS = 60

/**
 * Submits the document once to the access point, which sends it to the receiver's. The ledger and
 * the mailbox record it before its first byte is sent.
 */
export async function submit(
  api: AccessPointApi,
  tools: GatewayTools,
  modelOf: ModelOf,
  submission: Submission,
  lease?: LeaseCheck,
): Promise<SubmitOutcome> {
  const { scope, attemptId, invoice, xml } = submission
  const point = accessPointOf(submission.access, tools.settings)
  const route = await routeOf(tools, submission, modelOf)
  if ('errorMessage' in route) return { kind: 'refused', errorMessage: route.errorMessage }
  const mayBegin = (): boolean => mayAct(lease)
  if (!mayBegin()) return unanswered('another worker may have taken over', 1, tools)

  await expectAnswers(tools, submission, route)
  const note = { scope, country: invoice.country, attemptId, sha256: hash('sha256', xml) }
  const begunAt = tools.clock.now()
  await tools.uploads.begin({ ...note, begunAt })
  const address = api.submitAddress(point, route, invoice.country, instanceId(submission))
  const answer = await api.submit(point, address, xml, mayBegin)
  if (answer.kind === 'failure') {
    if (answer.sent === 'no') await tools.uploads.refused({ scope, attemptId, begunAt })
    return mayBegin() ? noConnection(point, 'submit', answer, tools) : unanswered(answer.reason, 1, tools)
  }
  const { outcome, isTakenPerhaps } = await judgedSubmission(api, point, tools, submission, answer)
  if (outcome.kind === 'taken') {
    const uploadId = uploadText(outcome.upload)
    await tools.uploads.taken(scope, attemptId, uploadId)
    return { kind: 'submitted', uploadId, govEndpoint: address }
  }
  if (!isTakenPerhaps) await tools.uploads.refused({ scope, attemptId, begunAt })
  return outcome
}

async function expectAnswers({ mailbox }: GatewayTools, submission: Submission, route: Route): Promise<void> {
  const { scope, invoiceId, invoice } = submission
  const { number } = invoice
  const references = [instanceId(submission), invoiceReference(route, number), numberReference(route.sender, number)]
  for (const reference of references)
    await mailbox.expect({ channel: 'peppol', reference, scope, country: invoice.country, invoiceId })
}

async function judgedSubmission(
  api: AccessPointApi,
  point: AccessPoint,
  tools: GatewayTools,
  submission: Submission,
  answer: HttpAnswer,
): Promise<Judged> {
  const { status } = answer
  const noAnswer = judgedAnswer(point, 'submit', answer, tools)
  // The access point checks token and limits before the document.
  if (noAnswer !== null) return { outcome: noAnswer, isTakenPerhaps: ![401, 403, 429].includes(status) }
  if (status === 404) {
    const reason = 'the access point answered submit with HTTP 404: it does not send documents'
    const outcome = sendsNothing(point, reason, tools)
    return { outcome, isTakenPerhaps: false }
  }
  const json = jsonIn(answer)
  const report = status === 200 || status === 422 ? readReport(json) : null
  if (report !== null) return judgedReport(api, point, tools, submission, report, answer)
  if ((status === 400 || status === 422) && typeof json === 'string')
    return { outcome: refusal(json, submission, tools), isTakenPerhaps: false }
  if (status === 413) {
    const errorMessage = `the access point accepts no document of ${submission.xml.length} bytes (HTTP 413)`
    return { outcome: { kind: 'refused', errorMessage }, isTakenPerhaps: false }
  }
  return { outcome: notUnderstood('submit', inWords(answer), tools), isTakenPerhaps: true }
}

/**
 * A refusal in a JSON string: nothing was stored. One text does not show whether the document is
 * wrong or could not be stored at the moment, so it is tried again for a while.
 */
function refusal(
  text: string,
  { createdAt }: Submission,
  tools: GatewayTools,
): Exclude<Judged['outcome'], { kind: 'taken' }> {
  const ageMs = tools.clock.now().getTime() - createdAt.getTime()
  if (text.startsWith('Failed to submit outbound transaction') && ageMs < STORING_MS * tools.pace)
    return unanswered(`the access point: ${quoted(text)}`, STORING_SECONDS, tools)
  return { kind: 'refused', errorMessage: text }
}

/**
 * As long as the access point finds the id, it retries an unsent document itself. Otherwise only
 * a permanent fault is final.
 */
async function judgedReport(
  api: AccessPointApi,
  point: AccessPoint,
  tools: GatewayTools,
  submission: Submission,
  report: SendingReport,
  answer: HttpAnswer,
): Promise<Judged> {
  const id = instanceId(submission)
  const { messageId, text } = report
  const taken = (isDelivered: boolean, as4: string | null): Judged => ({
    outcome: { kind: 'taken', upload: { id, isDelivered, messageId: as4 } },
    isTakenPerhaps: true,
  })
  if (report.instanceId !== null && report.instanceId.toLowerCase() !== id) {
    const what = `a report of another document, ${report.instanceId}`
    return { outcome: notUnderstood('submit', what, tools), isTakenPerhaps: true }
  }
  if (report.isSent) return taken(true, messageId)
  await keepReport(tools, submission, id, answer.bytes)
  const meaning = meaningOf(text)
  // The receiver has it from an earlier try, whose message id is unknown.
  if (meaning === 'delivered') return taken(true, null)
  const status = await api.status(point, id)
  if (status.kind === 'transmission' || (status.kind === 'unknown' && meaning === 'final')) return taken(false, null)
  const outcome: NoAnswer =
    status.kind === 'unknown' ? unanswered(`the access point: ${quoted(text)}`, STORING_SECONDS, tools) : status
  return { outcome, isTakenPerhaps: true }
}
