import type { GovernmentDocument, ReconcileOutcome, PollOutcome, Submission } from '../../gateway/gateway.js'
import type { GatewayTools } from '../../gateway/gateway-tools.js'
import type { MessageHead } from '../../gateway/mailbox.js'
import { accessPointOf } from './access.js'
import type { AccessPointApi } from './api.js'
import { unanswered } from './failures.js'
import { meaningOf } from './report.js'
import { reportAmong } from './report-mail.js'
import { invoiceReference, type ModelOf, participantsOf, readUpload, type Upload } from './route.js'
import { statusWaitMs } from './settings.js'
import type { Shipment } from './shipment.js'
import { together, type Transmission } from './transmission.js'
import { accepted, levelText, rejected, verdictIn } from './verdict.js'
import { afterNextTrySeconds, FULL_REJECTION_MS, nextQuestionSeconds } from './waits.js'

/** Documents that are remembered until their rejection can be read in full. */
const MOST_REJECTIONS = 10_000

/** One document, during its poll. */
interface Question {
  readonly shipment: Pick<Shipment, 'access' | 'createdAt'>
  readonly upload: Upload
  readonly submittedAt: Date
  readonly messages: readonly MessageHead[]
}

/** Polls the results of documents: the mailbox first, then the access point. */
export class Poll {
  /** When a rejection was first seen without its document, by SBDH instance id. */
  readonly #rejectedSince = new Map<string, number>()

  constructor(
    private readonly api: AccessPointApi,
    private readonly tools: GatewayTools,
    private readonly modelOf: ModelOf,
  ) {}

  async ask(submission: Submission, uploadId: string, submittedAt: Date): Promise<PollOutcome> {
    const upload = readUpload(uploadId)
    const reference = this.#reference(submission)
    const messages = await this.#mail(submission, upload, reference)
    const verdict = await verdictIn(this.tools, messages, answeredOf(submission), upload, reference)
    return verdict ?? this.judge({ shipment: submission, upload, submittedAt, messages })
  }

  /** What the access point's status says of a document on which no message decides. */
  async judge(question: Question): Promise<PollOutcome> {
    const { shipment, upload, submittedAt, messages } = question
    const point = accessPointOf(shipment.access, this.tools.settings)
    const status = await this.api.status(point, upload.id)
    if (status.kind === 'transmission')
      return this.#judged(question, status.transmission, { bytes: status.bytes, mediaType: 'application/json' })
    if (status.kind !== 'unknown') return status
    if (upload.isDelivered) return this.#delivered(question, submittedAt, null)
    const kept = await reportAmong(this.tools, messages)
    if (kept !== null && meaningOf(kept.report.text) === 'final')
      return rejected(kept.report.text, { bytes: kept.bytes, mediaType: 'application/json' })
    return this.#among(question)
  }

  /**
   * The state of a document at the access point, and the status of the receiver's. Unlike `ask` it
   * always asks, waits for no document, and counts an id that is nowhere as unknown. `govId`: a
   * buyer's answer to an accepted invoice decides nothing.
   */
  async reconcile(submission: Submission, uploadId: string, govId: string | null): Promise<ReconcileOutcome> {
    const { settings } = this.tools
    const upload = readUpload(uploadId)
    const point = accessPointOf(submission.access, settings)
    const status = await this.api.status(point, upload.id)
    let transmission: Transmission | null
    if (status.kind === 'transmission') transmission = status.transmission
    else {
      if (status.kind !== 'unknown') return status
      const history = await this.api.history(point, upload.id, submission.createdAt)
      if (history.kind !== 'history') return history
      transmission = together(history.transmissions)
    }
    if (transmission === null) return { kind: 'unknown' }
    const reference = govId === null ? this.#reference(submission) : null
    const messages = await this.#mail(submission, upload, reference)
    const verdict = await verdictIn(this.tools, messages, answeredOf(submission), upload, reference)
    if (verdict !== null) return verdict
    if (transmission.levelStatus === 'RE') return rejected('Message Level Status RE', null)
    return this.#judged(
      { shipment: submission, upload, submittedAt: submission.createdAt, messages },
      transmission,
      null,
    )
  }

  /** The invoice's name in a buyer's answer; null: the network has no route for it. */
  #reference(submission: Submission): string | null {
    const participants = participantsOf(submission, this.modelOf)
    return 'errorMessage' in participants ? null : invoiceReference(participants, submission.invoice.number)
  }

  #mail({ scope }: Submission, { id }: Upload, reference: string | null): Promise<readonly MessageHead[]> {
    return this.tools.mailbox.about(scope, 'peppol', reference === null ? [id] : [id, reference])
  }

  /** The status shows none if there are several under one id: the history shows them. */
  async #among(question: Question): Promise<PollOutcome> {
    const { shipment, upload, submittedAt } = question
    const point = accessPointOf(shipment.access, this.tools.settings)
    const history = await this.api.history(point, upload.id, shipment.createdAt)
    if (history.kind !== 'history') return history
    const transmission = together(history.transmissions)
    if (transmission !== null) return this.#judged(question, transmission, null)
    const waited = this.tools.clock.now().getTime() - submittedAt.getTime()
    const seconds = nextQuestionSeconds(waited, this.tools.pace)
    return unanswered('the access point had the document and no longer finds it', seconds, { pace: 1 })
  }

  async #judged(
    question: Question,
    transmission: Transmission,
    document: GovernmentDocument | null,
  ): Promise<PollOutcome> {
    const { upload, submittedAt } = question
    const { clock, pace } = this.tools
    const now = clock.now()
    const { levelStatus, state, completedAt, nextTryAt } = transmission
    if (levelStatus === 'AP' || levelStatus === 'AB') return accepted(upload, levelText(levelStatus), document)
    if (levelStatus === 'RE') return this.#rejectedByStatus(upload, document)
    if (state === 'sent' || upload.isDelivered) return this.#delivered(question, completedAt, document)
    if (state === 'failed') return this.#failed(question, transmission, document)
    const waited = now.getTime() - submittedAt.getTime()
    const seconds = nextTryAt === null ? nextQuestionSeconds(waited, pace) : afterNextTrySeconds(nextTryAt, now, pace)
    return { kind: 'pending', retryAfterSeconds: seconds }
  }

  /**
   * Delivered: while the receiver's access point may still send a status, the invoice waits. `at`:
   * the time of delivery by the access point's clock, which may differ from ours.
   */
  #delivered({ upload, submittedAt }: Question, at: Date | null, document: GovernmentDocument | null): PollOutcome {
    const { clock, pace } = this.tools
    const now = clock.now().getTime()
    const deliveredAt = Math.min(Math.max(at?.getTime() ?? 0, submittedAt.getTime()), now)
    const waited = now - deliveredAt
    const remaining = statusWaitMs(this.tools.settings, pace) - waited
    if (remaining > 0) return { kind: 'pending', retryAfterSeconds: nextQuestionSeconds(waited, pace, remaining) }
    const text = "delivered to the receiver's access point, which has sent no Message Level Status"
    return accepted(upload, text, document)
  }

  /**
   * The access point has stopped trying. If it is unknown whether the receiver has the document,
   * the receiver's access point has the same time to confirm it as after a delivery.
   */
  async #failed(
    question: Question,
    transmission: Transmission,
    document: GovernmentDocument | null,
  ): Promise<PollOutcome> {
    const { submittedAt, messages } = question
    const { error } = transmission
    const kept = await reportAmong(this.tools, messages)
    const report = kept?.report.text ?? null
    // The receiver has it if one of several tries succeeded.
    const meanings = [error, report].map((text) => meaningOf(text ?? ''))
    if (meanings.includes('delivered')) return this.#delivered(question, transmission.completedAt, document)
    const { clock, pace, settings } = this.tools
    const waited = clock.now().getTime() - (transmission.completedAt ?? submittedAt).getTime()
    const remaining = meanings.includes('unknown') ? statusWaitMs(settings, pace) - waited : 0
    if (remaining > 0) return { kind: 'pending', retryAfterSeconds: nextQuestionSeconds(waited, pace, remaining) }
    return rejected(failureText(transmission, report), document)
  }

  /** The document with the reason is forwarded at the same time: waits for it briefly. */
  #rejectedByStatus({ id }: Upload, document: GovernmentDocument | null): PollOutcome {
    const { clock, pace } = this.tools
    const now = clock.now().getTime()
    const since = this.#rejectedSince.get(id) ?? now
    if (now - since < FULL_REJECTION_MS * pace) {
      this.#rejectedSince.set(id, since)
      const [oldest] = this.#rejectedSince.keys()
      if (this.#rejectedSince.size > MOST_REJECTIONS && oldest !== undefined) this.#rejectedSince.delete(oldest)
      return { kind: 'pending', retryAfterSeconds: nextQuestionSeconds(0, pace) }
    }
    this.#rejectedSince.delete(id)
    return rejected('Message Level Status RE', document)
  }
}

function answeredOf({ scope, createdAt, invoice }: Submission) {
  return { scope, createdAt, issueDate: invoice.issueDate }
}

/** The text of the status, and the more precise report of the first try. */
function failureText({ error, attempts }: Transmission, report: string | null): string {
  const lines = [error, attempts <= 1 || isSameFailure(error, report) ? report : null]
    .flatMap((text) => text?.split('\n') ?? [])
    .filter((line, index, all) => all.findIndex((other) => other.includes(line)) === index)
  return lines.length > 0 ? lines.join('\n') : 'the access point could not send the document, and states no reason'
}

/** Whether a later try failed with the result of the first. */
function isSameFailure(error: string | null, report: string | null): boolean {
  const result = /sendingResult: (\w+)/.exec(report ?? '')?.[1]
  return error === null || (result !== undefined && error.includes(result))
}
