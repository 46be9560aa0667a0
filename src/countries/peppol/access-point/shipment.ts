import { hash } from 'node:crypto'
import type { Scope } from '../../../domain/event.js'
import type { CountryCode } from '../../../domain/request/invoice-request.js'
import type { Access } from '../../gateway/access.js'
import type { FindOutcome, LeaseCheck, NoAnswer, SubmitOutcome } from '../../gateway/gateway.js'
import type { GatewayTools } from '../../gateway/gateway-tools.js'
import type { HttpAnswer } from '../../gateway/government-http.js'
import { mayAct } from '../../gateway/lease-check.js'
import { type AccessPoint, accessPointOf } from './access.js'
import { type AccessPointApi, inWords, jsonIn } from './api.js'
import { judgedAnswer, noConnection, notUnderstood, quoted, sendsNothing, unanswered } from './failures.js'
import { meaningOf, readReport, type SendingReport } from './report.js'
import { keepReport } from './report-mail.js'
import { instanceId, type Route, type Upload, uploadText } from './route.js'
import { together } from './transmission.js'
import { SETTLED_MS, STORING_MS } from './waits.js'

/** A document for the network: an invoice, or the answer to one. */
export interface Shipment {
  readonly scope: Scope
  readonly country: CountryCode
  /** Always the same for a document: the ledger's key, and the source of its id in the network. */
  readonly attemptId: string
  /** Before this the access point can't have it. */
  readonly createdAt: Date
  readonly bytes: Uint8Array
  readonly access: Access | null
}

/** An outcome, and whether it is certain that the access point does not have the document. */
interface Judged {
  readonly outcome: Exclude<SubmitOutcome, { kind: 'submitted' }> | { readonly kind: 'taken'; readonly upload: Upload }
  readonly isTakenPerhaps: boolean
}

/** Seconds until the next try at an access point that could not store the document. */
const STORING_SECONDS = 60

/**
 * Sends a document once by the access point to the receiver's. The ledger records it before its
 * first byte is sent.
 */
export async function ship(
  api: AccessPointApi,
  tools: GatewayTools,
  shipment: Shipment,
  route: Route,
  lease: LeaseCheck | undefined,
): Promise<SubmitOutcome> {
  const { scope, country, attemptId, bytes } = shipment
  const point = accessPointOf(shipment.access, tools.settings)
  const mayBegin = (): boolean => mayAct(lease)
  if (!mayBegin()) return unanswered('another worker may have taken over', 1, tools)
  const note = { scope, country, attemptId, sha256: hash('sha256', bytes) }
  const begunAt = tools.clock.now()
  await tools.uploads.begin({ ...note, begunAt })
  const address = api.submitAddress(point, route, country, instanceId(shipment))
  const answer = await api.submit(point, address, bytes, mayBegin)
  if (answer.kind === 'failure') {
    if (answer.sent === 'no') await tools.uploads.refused({ scope, attemptId, begunAt })
    return mayBegin() ? noConnection(point, 'submit', answer, tools) : unanswered(answer.reason, 1, tools)
  }
  const { outcome, isTakenPerhaps } = await judgedSubmission(api, point, tools, shipment, answer)
  if (outcome.kind === 'taken') {
    const uploadId = uploadText(outcome.upload)
    await tools.uploads.taken(scope, attemptId, uploadId)
    return { kind: 'submitted', uploadId, govEndpoint: address }
  }
  if (!isTakenPerhaps) await tools.uploads.refused({ scope, attemptId, begunAt })
  return outcome
}

async function judgedSubmission(
  api: AccessPointApi,
  point: AccessPoint,
  tools: GatewayTools,
  shipment: Shipment,
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
  if (report !== null) return judgedReport(api, point, tools, shipment, report, answer)
  if ((status === 400 || status === 422) && typeof json === 'string')
    return { outcome: refusal(json, shipment, tools), isTakenPerhaps: false }
  if (status === 413) {
    const errorMessage = `the access point accepts no document of ${shipment.bytes.length} bytes (HTTP 413)`
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
  { createdAt }: Shipment,
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
  shipment: Shipment,
  report: SendingReport,
  answer: HttpAnswer,
): Promise<Judged> {
  const id = instanceId(shipment)
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
  await keepReport(tools, shipment.scope, id, answer.bytes)
  const meaning = meaningOf(text)
  // The receiver has it from an earlier try, whose message id is unknown.
  if (meaning === 'delivered') return taken(true, null)
  const status = await api.status(point, id)
  if (status.kind === 'transmission' || (status.kind === 'unknown' && meaning === 'final')) return taken(false, null)
  const outcome: NoAnswer =
    status.kind === 'unknown' ? unanswered(`the access point: ${quoted(text)}`, STORING_SECONDS, tools) : status
  return { outcome, isTakenPerhaps: true }
}

/** The largest difference between clocks. */
const SKEW_MS = 5 * 60_000

/**
 * Whether the access point has the document. It does not refuse a second one under the same SBDH
 * instance id but sends it again, and then no longer finds the id: so its status is requested
 * before every repetition, and its history after an earlier try.
 */
export async function findShipment(
  api: AccessPointApi,
  tools: GatewayTools,
  shipment: Shipment,
  endpointOf: (point: AccessPoint) => Promise<string>,
): Promise<FindOutcome> {
  const { scope, attemptId, createdAt } = shipment
  const point = accessPointOf(shipment.access, tools.settings)
  const known = async (uploadId: string): Promise<FindOutcome> => ({
    kind: 'known',
    uploadId,
    govEndpoint: await endpointOf(point),
  })
  const note = await tools.uploads.find(scope, attemptId)
  if (note !== null && note.uploadId !== null) return known(note.uploadId)

  const id = instanceId(shipment)
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
  // By the ledger and the document's age there was no earlier try.
  if (note === null && now - createdAt.getTime() < settledMs) return { kind: 'unknown' }
  const history = await api.history(point, id, new Date(createdAt.getTime() - SKEW_MS))
  if (history.kind !== 'history') return history
  return together(history.transmissions) === null
    ? { kind: 'unknown' }
    : known(uploadText({ id, isDelivered: false, messageId: null }))
}
