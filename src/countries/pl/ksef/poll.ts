import type { NoAnswer, PollOutcome, Submission } from '../../gateway/gateway.js'
import type { GatewayTools } from '../../gateway/gateway-tools.js'
import type { NotedUpload } from '../../gateway/upload-ledger.js'
import { acceptance, modeIn } from './acceptance.js'
import { inWords, type KsefStatus, statusIn } from './answers.js'
import { isOthers, isRefusedWith, isSaid, saidInWords } from './api.js'
import type { BatchStates } from './batch-states.js'
import type { Connections } from './connections.js'
import { type Taxpayer, taxpayerOf } from './credentials.js'
import type { Dispatch } from './dispatch.js'
import type { Duplicates } from './duplicate.js'
import { sha256 } from './encryption.js'
import { notUnderstood, unanswered } from './failures.js'
import { type Json, objectIn, textIn } from './json.js'
import { locate, SETTLED_SECONDS } from './locate.js'
import type { PublicKeys } from './public-keys.js'
import { fetchReceipt } from './receipt.js'
import type { SessionInvoices } from './session-invoices.js'
import { sessionState } from './session-state.js'
import type { Sessions } from './sessions.js'
import { type HashPlace, type InvoicePlace, isSentAgain, placeOf, uploadIdOf } from './upload-id.js'
import { pollsBy, pollSeconds, resendSeconds } from './waits.js'

/** One request for a decision. */
interface Question {
  readonly submission: Submission
  readonly taxpayer: Taxpayer
  readonly submittedAt: Date
  /** Of the last transmission; null: the ledger has lost it. */
  readonly note: NotedUpload | null
  /** Whether the document was sent again since it was submitted. */
  readonly isSentAgain: boolean
  /** Seconds since it was submitted, before the pace. */
  readonly seconds: number
  /** Seconds since it was sent last, before the pace. */
  readonly sentSeconds: number
}

const NUMBER = /^[0-9]{10}-[0-9]{8}-[0-9A-F]{6}-?[0-9A-F]{6}-[0-9A-F]{2}$/i
const SUCCESS = 200
const DUPLICATE = 440
/** Final statuses of a rejected invoice. */
const FINAL = { from: 405, to: 450 } as const
/** KSeF could not decrypt it, or dropped its session: our keys are at fault, not the document. */
const UNREAD = [405, 435]
/** KSeF's internal failures: seconds, before the pace, until the document is sent again. */
const DROPPED: Readonly<Record<number, number | undefined>> = { 500: 600, 550: 10 }
const UNREAD_SECONDS = 10
/** From then on the session of an undecided invoice is checked. */
const SLOW_SECONDS = 60
/** States in which a session no longer decides. */
const FAILED_SESSION = 400
/** States in which a batch session has judged its invoices. */
const JUDGED = [SUCCESS, 445]
/** An invoice that KSeF no longer has, or shows only to other credentials. */
const FORGOTTEN_SECONDS = 900
const DAY_SECONDS = 24 * 3600
const LONG_SECONDS = 3600

/** Its dependencies. */
interface PollDeps {
  readonly connections: Connections
  readonly sessions: Sessions
  readonly invoices: SessionInvoices
  readonly batchStates: BatchStates
  readonly duplicates: Duplicates
  readonly dispatch: Dispatch
  readonly keys: PublicKeys
  readonly tools: GatewayTools
}

/** Asks for decisions. */
export class Polls {
  constructor(private readonly deps: PollDeps) {}

  /**
   * A document that KSeF dropped for internal reasons is sent again here: the ledger then contains
   * a later upload of the attempt than the stream, and that one is polled.
   */
  async poll(submission: Submission, uploadId: string, submittedAt: Date): Promise<PollOutcome> {
    const { clock, pace, uploads } = this.deps.tools
    const seconds = (clock.now().getTime() - submittedAt.getTime()) / 1000 / pace
    if (pollsBy(seconds) === 0) return { kind: 'pending', retryAfterSeconds: (pollSeconds(0) - seconds) * pace }
    const note = await uploads.find(submission.scope, submission.attemptId)
    const noted = note?.uploadId ?? uploadId
    const place = placeOf(noted)
    if (place === null) return unanswered(`"${noted}" is not an upload to KSeF`, LONG_SECONDS, this.deps.tools)
    const taxpayer = taxpayerOf(submission)
    const sentAt = note !== null && note.begunAt > submittedAt ? note.begunAt : submittedAt
    const sentSeconds = (clock.now().getTime() - sentAt.getTime()) / 1000 / pace
    const isAgain = isSentAgain(uploadId, noted)
    const question = { submission, taxpayer, submittedAt, note, isSentAgain: isAgain, seconds, sentSeconds }
    if ('invoice' in place) return this.#ask(question, place)
    return place.isInBatch ? this.#lookInBatch(question, place) : this.#look(question, place)
  }

  /** Until KSeF has unpacked it. */
  async #lookInBatch(question: Question, place: HashPlace): Promise<PollOutcome> {
    const { taxpayer, seconds } = question
    const state = await this.deps.batchStates.of(taxpayer, place, seconds > SLOW_SECONDS)
    switch (state.kind) {
      case 'found':
        return this.#found(question, { session: place.session, invoice: state.invoice })
      case 'open':
        if (seconds > FORGOTTEN_SECONDS) return this.#sendAgain(question, FORGOTTEN_SECONDS)
        break
      case 'absent':
        // A list may be behind.
        if (JUDGED.includes(state.status) && seconds <= SETTLED_SECONDS) break
        // The batch or its key was at fault: the document has not been judged.
        this.deps.keys.forget()
        this.deps.dispatch.pauseBatches(taxpayer)
        return this.#sendAgain(question, DROPPED[state.status] ?? UNREAD_SECONDS)
      case 'unpacking':
        break
      default:
        return state
    }
    return this.#pending(this.#nextSeconds(seconds))
  }

  /** It was sent again, and the answer was lost. */
  async #look(question: Question, place: HashPlace): Promise<PollOutcome> {
    const { taxpayer, note, submittedAt } = question
    const begunAt = note?.begunAt ?? submittedAt
    const located = await locate(this.deps.invoices, this.deps.tools, taxpayer, { ...place, begunAt })
    if (located.kind === 'absent') return this.#send(question)
    if (located.kind !== 'found') return located
    return this.#found(question, { session: place.session, invoice: located.invoice })
  }

  async #found(question: Question, place: InvoicePlace): Promise<PollOutcome> {
    const { scope, attemptId } = question.submission
    await this.deps.tools.uploads.taken(scope, attemptId, uploadIdOf(place))
    return this.#ask(question, place)
  }

  async #ask(question: Question, place: InvoicePlace): Promise<PollOutcome> {
    const { submission, taxpayer, seconds } = question
    const name = 'the status of an invoice'
    const said = await this.deps.connections.ask(taxpayer, {
      method: 'GET',
      path: `/sessions/${place.session}/invoices/${place.invoice}`,
      name,
      expects: 'json',
      group: 'status',
    })
    if (!isSaid(said)) return said
    if (said.kind === 'refused' || isOthers(said)) {
      const words = saidInWords(said)
      const isForgotten = said.kind !== 'refused' || said.faults.length === 0 || isRefusedWith(said, 21173, 21164)
      if (isForgotten && seconds > FORGOTTEN_SECONDS) return this.#sendAgain(question, FORGOTTEN_SECONDS)
      // KSeF issued the number itself, so this is no verdict on the document.
      return unanswered(`KSeF refused ${name}: ${words}`, this.#nextSeconds(seconds), this.deps.tools)
    }
    const answer = said.kind === 'json' ? objectIn(said.json) : null
    const status = answer === null ? null : statusIn(answer)
    if (answer === null || status === null || said.kind !== 'json')
      return notUnderstood(name, saidInWords(said), this.deps.tools)
    const hash = textIn(answer['invoiceHash'])
    if (hash !== null && hash !== sha256(submission.xml))
      return unanswered('KSeF answered with the status of another invoice', this.#nextSeconds(seconds), this.deps.tools)
    return this.#decided(question, place, answer, status, said.bytes)
  }

  async #decided(
    question: Question,
    place: InvoicePlace,
    answer: Json,
    status: KsefStatus,
    bytes: Uint8Array,
  ): Promise<PollOutcome> {
    const { code } = status
    if (code < SUCCESS) return this.#undecided(question, place)
    if (code === SUCCESS) return this.#accepted(question, place, answer)
    const waits = DROPPED[code]
    if (waits !== undefined) return this.#sendAgain(question, waits)
    if (UNREAD.includes(code) && !question.isSentAgain) {
      this.deps.keys.forget()
      return this.#sendAgain(question, UNREAD_SECONDS, place.session)
    }
    if (code < FINAL.from || code > FINAL.to)
      return notUnderstood('the status of an invoice', inWords(status), this.deps.tools)
    const rejected = {
      kind: 'rejected',
      errorMessage: inWords(status),
      document: { bytes, mediaType: 'application/json' },
    } as const
    if (code !== DUPLICATE) return rejected
    const { submission, taxpayer, seconds } = question
    return this.deps.duplicates.judged(submission, taxpayer, status, rejected, seconds > DAY_SECONDS)
  }

  /** A decision normally takes seconds. If it takes long, its session may have failed. */
  async #undecided(question: Question, { session }: InvoicePlace): Promise<PollOutcome> {
    const { sentSeconds, taxpayer } = question
    if (sentSeconds > SLOW_SECONDS) {
      const { code } = await sessionState(this.deps.connections, taxpayer, session)
      if ((code ?? 0) >= FAILED_SESSION) {
        this.deps.keys.forget()
        return this.#sendAgain(question, UNREAD_SECONDS, session)
      }
    }
    return this.#pending(this.#nextSeconds(sentSeconds))
  }

  /** The number proves acceptance; its receipt, the UPO, is awaited for a day. */
  async #accepted(
    { submission, taxpayer, seconds }: Question,
    place: InvoicePlace,
    answer: Json,
  ): Promise<PollOutcome> {
    const ksefNumber = textIn(answer['ksefNumber']) ?? ''
    if (!NUMBER.test(ksefNumber))
      return unanswered('KSeF accepted the invoice without a number', this.#nextSeconds(seconds), this.deps.tools)
    const path = `/sessions/${place.session}/invoices/${place.invoice}/upo`
    const receipt = await fetchReceipt(this.deps.connections, this.deps.tools, taxpayer, path)
    const mode = modeIn(answer['invoicingMode'])
    if (receipt.kind === 'receipt') {
      if (receipt.ksefNumber === ksefNumber && receipt.invoiceHash === sha256(submission.xml)) {
        const accepted = { ksefNumber, mode: mode ?? receipt.mode, receipt: receipt.document }
        return acceptance(accepted, submission, taxpayer, this.deps.tools)
      }
      const reason = `KSeF returned the UPO of another invoice (${receipt.ksefNumber}) for ${ksefNumber}`
      if (seconds <= DAY_SECONDS) return unanswered(reason, this.#nextSeconds(seconds), this.deps.tools)
    } else if (receipt.kind !== 'none') {
      // A fault of a day is permanent; an outage or a limit ends, and then the receipt comes.
      const isBroken = receipt.kind === 'unavailable' && receipt.concerns === 'invoice'
      if (!isBroken || seconds <= DAY_SECONDS) return receipt
    }
    if (seconds <= DAY_SECONDS) return this.#pending(this.#nextSeconds(seconds))
    this.deps.tools.warn(
      { government: 'KSeF', ksefNumber },
      'KSeF has returned no UPO of an accepted invoice for a day',
    )
    return acceptance({ ksefNumber, mode, receipt: null }, submission, taxpayer, this.deps.tools)
  }

  /** Sends it at growing intervals. KSeF refuses an unneeded repetition as a duplicate. */
  async #sendAgain(question: Question, first: number, failedSession?: string): Promise<PollOutcome> {
    const { note, submittedAt, taxpayer } = question
    const { clock, pace } = this.deps.tools
    if (failedSession !== undefined) this.deps.sessions.drop(taxpayer, failedSession)
    const last = note !== null && note.begunAt > submittedAt ? note.begunAt : submittedAt
    const sinceFirst = (last.getTime() - submittedAt.getTime()) / 1000 / pace
    const sinceLast = (clock.now().getTime() - last.getTime()) / 1000 / pace
    const remaining = resendSeconds(first, sinceFirst) - sinceLast
    return remaining > 0 ? this.#pending(remaining) : this.#send(question)
  }

  async #send({ submission, taxpayer }: Question): Promise<PollOutcome> {
    const sent: NoAnswer | { readonly kind: 'sent' } | { readonly kind: 'refused'; readonly errorMessage: string } =
      await this.deps.dispatch.send(submission, taxpayer, () => true)
    if (sent.kind === 'sent') return this.#pending(pollSeconds(0))
    if (sent.kind !== 'refused') return sent
    // It has accepted the upload before: a refused upload is no rejection of the document.
    return unanswered(`KSeF refused the repeated upload: ${sent.errorMessage}`, LONG_SECONDS, this.deps.tools)
  }

  #pending(seconds: number): PollOutcome {
    return { kind: 'pending', retryAfterSeconds: seconds * this.deps.tools.pace }
  }

  #nextSeconds(seconds: number): number {
    return pollSeconds(pollsBy(seconds))
  }
}
