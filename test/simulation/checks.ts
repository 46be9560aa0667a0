import type { RecordedEvent } from '../../src/domain/event.js'
import { type InvoiceEvent, type InvoiceResponded, type InvoiceStatus, statusAfter } from '../../src/domain/invoice.js'
import { idInStream } from '../../src/domain/streams.js'
import type { DeliveryRequest } from '../../src/processors/deliveries/sender.js'
import type { WorkSource } from '../../src/processors/work/work-list.js'
import { MAY_FOLLOW } from '../support/invoice-statuses.js'
import { ArrivalBook } from './arrival-book.js'
import { ConnectionBook } from './connection-book.js'
import type { AnswerCases } from './governments/answers.js'
import type { Decided } from './governments/cases.js'
import { DeliveryBook } from './delivery-book.js'
import { ReadModelCheck } from './read-model-check.js'
import { NumberBook } from './number-book.js'
import type { InvoicePlan } from './story.js'
import { INVOICES, SECRET } from './names.js'
import type { Scene } from './scene.js'
import { Signatures } from './signatures.js'

/** What an invoice's stream says. */
interface Known {
  status: InvoiceStatus
  /** Whether the government may have it. */
  isBegun: boolean
  /** Why it failed last. */
  reason: string | null
  lastId: string
  /** The messages by which its buyer has responded, as they were noted. */
  readonly responses: string[]
}

/** Messages of the log that report a fault, regardless of faults outside. */
const NEVER_LOGGED =
  /could not process an event|a message could not be recorded|can not be delivered|does not name its environment|had no delivery|refuses the events/

/** No event and no line of the log may contain one. */
const SECRETS = new RegExp(`${SECRET}|whsec_`)

/** Whether work of this kind ends: messages are fetched, and tokens refreshed, for ever. */
export function isToEnd(kind: WorkSource['kind']): boolean {
  return kind === 'invoices' || kind === 'deliveries' || kind === 'answers'
}

/** What must hold after every step of a story; each breach ends it. */
export class Checks {
  readonly deliveries = new DeliveryBook()
  readonly connections = new ConnectionBook()
  readonly numbers = new NumberBook()
  readonly arrivals: ArrivalBook
  readonly signatures: Signatures
  readonly readModels: ReadModelCheck
  readonly #scene: Scene
  readonly #invoices = new Map<string, Known>()
  /** Streams of invoices whose 201 was sent, and that no restore has undone. */
  readonly #acknowledged = new Map<string, InvoicePlan>()
  wasRestored = false

  constructor(scene: Scene, answers: AnswerCases) {
    this.#scene = scene
    this.arrivals = new ArrivalBook(scene, answers)
    this.signatures = new Signatures(scene)
    this.readModels = new ReadModelCheck(scene)
  }

  /** An event is durable. */
  appended(event: RecordedEvent): void {
    const { now } = this.#scene.timeline
    if (SECRETS.test(JSON.stringify(event.data))) this.#scene.fail(`${event.type} of ${event.stream} contains a secret`)
    this.#must(this.#ofInvoice(event))
    this.#must(this.arrivals.appended(event))
    this.#must(this.numbers.appended(event))
    this.#must(this.deliveries.appended(event, now))
    this.signatures.appended(event, now)
  }

  /** A client got the answer that its invoice was created. */
  acknowledged(stream: string, plan: InvoicePlan): void {
    this.#acknowledged.set(stream, plan)
    if (!this.#invoices.has(stream))
      this.#scene.fail(`invoice ${plan.number} was acknowledged, and is not in the store`)
  }

  /** A client got the answer that its invoice has a number of a series. */
  answered(account: number, number: string, stream: string): void {
    this.#must(this.numbers.answered(account, number, stream))
  }

  /** A government took a document, for the so-manieth time. */
  taken({ number }: InvoicePlan, attemptId: string, times: number): void {
    if (times > 1) this.#scene.fail(`the government took invoice ${number} ${times} times, now as ${attemptId}`)
  }

  /** A receiver heard of an event. */
  heard(account: number, request: DeliveryRequest): void {
    const { body } = request
    this.#must(this.signatures.wrongWith(account, request))
    const delivered = JSON.parse(body) as {
      readonly id: string
      readonly type: string
      readonly data: { readonly id: string }
    }
    this.#must(this.deliveries.heard(delivered, this.#scene.timeline.now))
    const owner = this.#scene.accountOfInvoice(delivered.data.id) ?? this.#scene.accountOfReceived(delivered.data.id)
    if (owner !== null && owner !== account) {
      this.#scene.fail(`account ${account} was notified of an invoice of account ${owner}`)
    }
  }

  /** A process logged a warning or an error. */
  logged(line: string): void {
    if (SECRETS.test(line)) this.#scene.fail(`logged with a secret: ${line.trim()}`)
    // A restored store has lost deliveries: finding them is what reconciliation is for.
    if (NEVER_LOGGED.test(line) && !(this.wasRestored && line.includes('had no delivery'))) {
      this.#scene.fail(`logged: ${line.trim()}`)
    }
  }

  /** The store was restored to an older point. */
  restored(log: readonly RecordedEvent[]): void {
    this.wasRestored = true
    this.arrivals.restored(log)
    this.#invoices.clear()
    for (const event of log) this.#ofInvoice(event)
    for (const stream of this.#acknowledged.keys()) {
      if (!this.#invoices.has(stream)) this.#acknowledged.delete(stream)
    }
    this.deliveries.restored(log, this.#scene.timeline.now)
    this.connections.restored(log)
    this.numbers.restored(log)
    this.signatures.restored(log, this.#scene.timeline.now)
    this.readModels.restored()
  }

  /** What the invoice's stream says; null: there is none. */
  invoice(stream: string): Readonly<Known> | null {
    return this.#invoices.get(stream) ?? null
  }

  /** The invoices that are neither decided nor of those that break rules. */
  undecided(): readonly string[] {
    return [...this.#invoices].flatMap(([stream, { status, reason }]) => {
      const isOver = status === 'accepted' || status === 'rejected' || (status === 'error' && reason === 'rules')
      return isOver ? [] : [stream]
    })
  }

  /** A response that its invoice has not noted; null: there is none. */
  responsesMissing(): string | null {
    for (const [stream, { responses }] of this.#invoices) {
      const missing = this.#decidedOf(stream)?.responses.find((messageId) => !responses.includes(messageId))
      if (missing !== undefined) return `${stream} has not noted: ${missing}`
    }
    return null
  }

  /** What must hold when all is done and nothing goes wrong any more. */
  atTheEnd(): void {
    for (const stream of this.undecided()) {
      this.#scene.fail(`${stream} came to rest as ${this.#invoices.get(stream)?.status ?? 'nothing'}`)
    }
    for (const [stream, plan] of this.#acknowledged) {
      const taken = this.#scene.takenOf(plan.number)
      const expected = plan.breaksRules ? 0 : 1
      if (taken !== expected)
        this.#scene.fail(`invoice ${plan.number} (${stream}) reached the government ${taken} times`)
    }
    this.#must(this.responsesMissing())
    this.#must(this.arrivals.unfinished())
    this.#must(this.deliveries.unfinished())
    this.#must(this.numbers.unfinished())
    this.readModels.compareAll()
    const { work } = this.#scene.database
    for (const { kind, key } of work.values()) {
      if (isToEnd(kind)) this.#scene.fail(`${kind} ${key} is left in the work list`)
    }
  }

  #ofInvoice(event: RecordedEvent): string | null {
    if (!event.stream.startsWith(INVOICES)) return null
    const happened = event as unknown as InvoiceEvent
    const status = statusAfter(happened)
    const known = this.#invoices.get(event.stream)
    if (known === undefined) {
      this.#invoices.set(event.stream, {
        status,
        isBegun: false,
        reason: null,
        lastId: event.id,
        responses: [],
      })
      return status === 'created' ? null : `${event.stream} begins with ${event.type}`
    }
    const causedBy = known.lastId
    known.lastId = event.id
    if (happened.type === 'InvoiceResponded') return this.#responded(event.stream, known, happened.data)
    if (!MAY_FOLLOW[known.status].includes(status)) return `${event.stream}: ${status} after ${known.status}`
    known.status = status
    if (status === 'accepted' || status === 'rejected') return this.#decided(event.stream, status)
    if (happened.type === 'SubmissionStarted') known.isBegun = true
    if (happened.type !== 'InvoiceFailed') return null
    const { reason } = happened.data
    known.reason = reason
    if (event.metadata.$causationId !== causedBy) {
      return `${event.stream} failed by what was found before ${event.stream}@${event.revision - 1} happened`
    }
    if (known.isBegun && reason !== 'government') return `${event.stream} was given up after its submission had begun`
    known.isBegun = false
    return null
  }

  /** No decision without the government's, and none but that. */
  #decided(stream: string, status: 'accepted' | 'rejected'): string | null {
    const decided = this.#decidedOf(stream)
    if (decided?.isAccepted === (status === 'accepted')) return null
    return `${stream} counts as ${status}, which its government has not decided`
  }

  /** A response is one of those that were sent, noted once, and changes nothing. */
  #responded(stream: string, known: Known, { messageId, status }: InvoiceResponded['data']): string | null {
    if (status !== known.status) return `${stream} was ${known.status}, and a response says ${status}`
    if (this.#decidedOf(stream)?.responses.includes(messageId) !== true) {
      return `${stream} has noted ${messageId}, which was never sent as a response`
    }
    if (known.responses.includes(messageId)) return `${stream} has noted twice: ${messageId}`
    known.responses.push(messageId)
    return null
  }

  #decidedOf(stream: string): Decided | null {
    const plan = this.#scene.planOfInvoice(idInStream(stream))
    return plan && this.#scene.decidedOf(plan.number)
  }

  #must(wrong: string | null): void {
    if (wrong !== null) this.#scene.fail(wrong)
  }
}
