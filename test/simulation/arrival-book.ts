import { type RecordedEvent, scopeOfEvent } from '../../src/domain/event.js'
import { type InvoiceReceived, openAnswers, received, type ReceivedEvent } from '../../src/domain/received.js'
import { companyIdOf } from './connecting.js'
import type { InvoiceContent } from './documents.js'
import type { AnswerCases } from './governments/answers.js'
import { identityOf } from './governments/suppliers.js'
import { RECEIVED } from './names.js'
import type { Scene } from './scene.js'

/** What the stream of a received invoice says. */
type Known = Exclude<typeof received.initialState, { status: 'none' }>

/** What a company received from a supplier, in the order of the events. */
interface FromSupplier {
  /** The first invoice of each number. */
  readonly first: Map<string, string>
  readonly bankAccounts: Set<string>
}

/**
 * What suppliers sent, by the events: each document is one received invoice, those of a company
 * and channel in the order in which they were taken in, and each answer ends once, in its order.
 * Methods return what is wrong, or null.
 */
export class ArrivalBook {
  readonly #scene: Scene
  readonly #answers: AnswerCases
  readonly #streams = new Map<string, Known>()
  /** The stream of each document, by company, channel and number. */
  readonly #documents = new Map<string, string>()
  /**
   * When each document was taken in, as a number that grows; null: twice, since the database was
   * restored, so that it has two places.
   */
  readonly #taken = new Map<string, number | null>()
  /** The newest that was recorded of each company and channel. */
  readonly #newest = new Map<string, number>()
  /** By company and supplier. */
  readonly #suppliers = new Map<string, FromSupplier>()
  /** Whether nothing was restored: what read models show is then what was recorded. */
  #isWhole = true
  #count = 0

  constructor(scene: Scene, answers: AnswerCases) {
    this.#scene = scene
    this.#answers = answers
  }

  /** A document was taken in that was not there. */
  taken(companyId: string, channel: string, identity: string): void {
    const key = `${companyId} ${channel} ${identity}`
    this.#count += 1
    this.#taken.set(key, this.#taken.has(key) ? null : this.#count)
  }

  /** An event is durable. */
  appended(event: RecordedEvent): string | null {
    if (!event.stream.startsWith(RECEIVED)) return null
    const happened = event as RecordedEvent<ReceivedEvent>
    const before = this.#streams.get(event.stream) ?? received.initialState
    if (happened.type === 'InvoiceReceived') {
      if (before.status !== 'none') return `${event.stream} was recorded twice`
      const wrong = this.#arrived(happened)
      if (wrong !== null) return wrong
    } else {
      if (before.status === 'none') return `${event.stream} begins with ${event.type}`
      const wrong = this.#answered(event.stream, before, happened)
      if (wrong !== null) return wrong
    }
    const after = received.evolve(before, happened)
    if (after.status !== 'none') this.#streams.set(event.stream, after)
    return null
  }

  /** The government took an answer: those before it were handed in, or have ended. */
  answerTaken(receivedId: string, responseId: string): string | null {
    const answers = this.#streams.get(`${RECEIVED}${receivedId}`)?.answers ?? []
    const place = answers.findIndex((each) => each.responseId === responseId)
    const waiting = answers.slice(0, Math.max(place, 0)).find(({ status }) => status === 'requested')
    return waiting ? `the answer ${responseId} was handed in before ${waiting.responseId}` : null
  }

  /** A client got the answer that its answer was taken. */
  acknowledged(receivedId: string, responseId: string): string | null {
    const answers = this.#streams.get(`${RECEIVED}${receivedId}`)?.answers ?? []
    if (answers.some((each) => each.responseId === responseId)) return null
    return `the answer ${responseId} was acknowledged, and is not in the store`
  }

  /** The id of the company that a received invoice came to; null: it is none. */
  companyOf(receivedId: string): string | null {
    return this.#streams.get(`${RECEIVED}${receivedId}`)?.facts.companyId ?? null
  }

  /** The database was restored. */
  databaseRestored(): void {
    this.#isWhole = false
  }

  /** The store was restored: these are its events now. */
  restored(log: readonly RecordedEvent[]): void {
    this.#isWhole = false
    this.#streams.clear()
    this.#documents.clear()
    this.#newest.clear()
    for (const event of log) {
      if (!event.stream.startsWith(RECEIVED)) continue
      const happened = event as RecordedEvent<ReceivedEvent>
      const state = received.evolve(this.#streams.get(event.stream) ?? received.initialState, happened)
      if (state.status !== 'none') this.#streams.set(event.stream, state)
      if (happened.type === 'InvoiceReceived') this.#note(event.stream, happened.data)
    }
  }

  /** What is missing when all is done. */
  unfinished(): string | null {
    for (const plan of this.#scene.documents) {
      const key = `${companyIdOf(plan.account)} ${plan.channel} ${identityOf(plan)}`
      if (!this.#documents.has(key)) return `document ${plan.number} of account ${plan.account} never arrived`
    }
    for (const [stream, { answers }] of this.#streams) {
      const [open] = openAnswers(answers)
      if (open !== undefined) return `the answer ${open.responseId} to ${stream} was left as ${open.status}`
    }
    return null
  }

  #arrived(event: RecordedEvent<InvoiceReceived>): string | null {
    const { stream, data } = event
    const { companyId, channel, govId } = data
    const account = this.#scene.accountOf(scopeOfEvent(event))
    const plan = this.#scene.documents.find((each) => identityOf(each) === govId)
    if (plan === undefined) return `${stream} is ${govId}, which no supplier sent`
    if (plan.account !== account || companyId !== companyIdOf(account)) return `${stream} came to account ${account}`
    const key = `${companyId} ${channel} ${govId}`
    const other = this.#documents.get(key)
    if (other !== undefined) return `${govId} arrived as ${other}, and again as ${stream}`
    const place = this.#taken.get(key) ?? null
    const newest = this.#newest.get(`${companyId} ${channel}`) ?? 0
    this.#note(stream, data)
    if (place !== null && place < newest) return `${govId} was recorded after a document that was taken in later`
    return this.#compared(data, plan.content)
  }

  /** It was compared with all invoices of its supplier that the company received before. */
  #compared(data: InvoiceReceived['data'], { supplier, number, bankAccount }: InvoiceContent): string | null {
    const { companyId, receivedId, duplicateOf, findingsTotal } = data
    if (supplier === null) return null
    const key = `${companyId} ${supplier}`
    const known = this.#suppliers.get(key) ?? { first: new Map<string, string>(), bankAccounts: new Set<string>() }
    this.#suppliers.set(key, known)
    const first = known.first.get(number) ?? null
    const isNewAccount = known.bankAccounts.size > 0 && !known.bankAccounts.has(bankAccount)
    known.bankAccounts.add(bankAccount)
    if (first === null) known.first.set(number, receivedId)
    if (!this.#isWhole) return null
    if (duplicateOf !== first)
      return `${receivedId} is shown as the duplicate of ${duplicateOf}, and is that of ${first}`
    if (findingsTotal !== Number(isNewAccount)) return `${receivedId} has ${findingsTotal} findings on its bank account`
    return null
  }

  #note(stream: string, { companyId, channel, govId }: InvoiceReceived['data']): void {
    const key = `${companyId} ${channel} ${govId}`
    const queue = `${companyId} ${channel}`
    this.#documents.set(key, stream)
    this.#newest.set(queue, Math.max(this.#newest.get(queue) ?? 0, this.#taken.get(key) ?? 0))
  }

  #answered(stream: string, { answers }: Known, event: Exclude<ReceivedEvent, InvoiceReceived>): string | null {
    if (event.type === 'InvoiceRead' || event.type === 'ResponseRequested') return null
    const { responseId } = event.data
    const place = answers.findIndex((each) => each.responseId === responseId)
    const answer = answers[place]
    if (answer === undefined) return `${stream}: ${event.type} of an answer that was not given`
    if (answer.status === 'confirmed' || answer.status === 'failed') return `${stream}: ${responseId} ended twice`
    const waiting = answers.slice(0, place).find(({ status }) => status === 'requested')
    if (waiting !== undefined) return `${stream}: ${event.type} before ${waiting.responseId} was handed in`
    if (event.type === 'ResponseFailed')
      return this.#answers.isRefused(responseId) ? null : `${stream}: ${responseId} failed, and no one refused it`
    return this.#answers.isTaken(responseId) ? null : `${stream}: ${responseId} counts as handed in, and is not`
  }
}
