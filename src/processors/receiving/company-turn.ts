import { type Loaded, type ScopedContext, StreamErased } from '../../commands/handle.js'
import { type InvoiceOfFile, invoicesOfFile } from '../../commands/use-cases/invoice-of-file.js'
import {
  type ArrivalOfCompany,
  compareArrival,
  type ReadArrival,
  readArrival,
  receivedIdOf,
  recordArrival,
  storeArrival,
  type StoredArrival,
  type TakeInDeps,
} from '../../commands/use-cases/take-in.js'
import { addAll } from '../../domain/lists.js'
import type { ReceivedEvent, ReceivedState } from '../../domain/received.js'
import type { ReceivingCompany } from '../../domain/receiving.js'
import { streamName } from '../../domain/streams.js'
import { isOutage } from '../../eventstore/outage.js'
import { correlated } from '../work/correlation.js'
import { furthest, type Place } from '../work/marks.js'
import type { WaitingArrival } from './arrivals.js'
import { TurnBook } from './turn-book.js'

/**
 * How the recording of a document ended. `place`: its event, of a file with several invoices the
 * last one; null: it came before, and was erased at the end of its retention.
 */
type End = { readonly place: Place | null } | { readonly error: unknown }

/** An invoice to record. */
interface Wanted {
  readonly arrival: ArrivalOfCompany
  readonly context: ScopedContext
}

type InStream = Loaded<ReceivedState, ReceivedEvent>

/** What a step made of an invoice, or how its recording ended there. */
type Step<Value> = { readonly value: Value } | { readonly end: End }

/** Invoices of one file that are under way at a time. */
const MOST_OF_FILE = 20

/**
 * Records documents of one company: reads and stores several at a time, compares and records them
 * one after another in the order of arrival.
 */
export class CompanyTurn {
  readonly #deps: TakeInDeps
  readonly #receiver: ReceivingCompany
  readonly #mayContinue: () => Promise<boolean>
  readonly #book: TurnBook
  #isOver = false

  /** `mayContinue`: whether the process still holds the company. */
  constructor(deps: TakeInDeps, receiver: ReceivingCompany, mayContinue: () => Promise<boolean>) {
    this.#deps = deps
    this.#receiver = receiver
    this.#mayContinue = mayContinue
    this.#book = new TurnBook(deps.receivedBook)
  }

  /**
   * Returns the ends of the documents in their order; fewer, if the turn ended before the others
   * were recorded. Throws outages.
   */
  async record(due: readonly WaitingArrival[]): Promise<readonly End[]> {
    const ends: End[] = []
    while (!this.#isOver && ends.length < due.length) {
      const rest = due.slice(ends.length)
      const severalAt = rest.findIndex(({ parts = 1 }) => parts > 1)
      const [first] = rest
      if (severalAt === 0 && first !== undefined) addAll(ends, await this.#recordFile(first))
      else {
        const alone = rest.slice(0, severalAt === -1 ? rest.length : severalAt)
        addAll(ends, await this.#recordTogether(alone.map((waiting) => this.#wanted(waiting))))
      }
    }
    return ends
  }

  /** Records a file with several invoices, which has one end. */
  async #recordFile(waiting: WaitingArrival): Promise<readonly End[]> {
    const caller = { account: this.#receiver.scope.account, whenBusy: 'wait' } as const
    const found = await attempt(this.#wanted(waiting), () => invoicesOfFile(this.#deps, caller, waiting))
    if ('end' in found) return [found.end]
    const invoices = found.value ?? [undefined]
    let place: Place | null = null
    for (let recorded = 0; recorded < invoices.length;) {
      if (this.#isOver) return []
      const some = invoices.slice(recorded, recorded + MOST_OF_FILE)
      const ends = await this.#recordTogether(some.map((one) => this.#wanted(waiting, one)))
      for (const end of ends) {
        if ('error' in end) return [end]
        place = furthest(place, end.place)
      }
      recorded += ends.length
    }
    return [{ place }]
  }

  /** As `record`. */
  async #recordTogether(all: readonly Wanted[]): Promise<readonly End[]> {
    const deps = this.#deps
    const read = await Promise.all(
      all.map((each) => attempt(each, () => readArrival(deps, each.context, each.arrival))),
    )
    const noted = read.map((each) => 'value' in each && this.#note(each.value))
    const stored = await Promise.all(read.map(async (each) => ('end' in each ? each : this.#store(each.value))))
    const ends: End[] = []
    for (const [index, each] of stored.entries()) {
      this.#isOver ||= !(await this.#mayContinue())
      if (this.#isOver) break
      const end = 'end' in each ? each.end : await this.#recordStored(each.value)
      ends.push(end)
      if (noted[index] !== true || ('place' in end && end.place !== null)) continue
      // Later ones were compared with it, but it is not there: they are read again without it.
      const wanted = all[index]
      if (wanted) this.#book.withdraw(receivedIdOf(wanted.arrival))
      this.#isOver = 'error' in end
      break
    }
    return ends
  }

  /** Later ones are compared with it. Returns whether they are. */
  #note(read: ReadArrival | InStream): boolean {
    if ('reading' in read) {
      const { receivedId, reading } = read
      this.#book.note({ receivedId, ...reading.terms, accounts: reading.accounts })
    } else if (read.state.status !== 'none') this.#book.note(read.state.facts)
    else return false
    return true
  }

  /** Compares it with earlier ones, and stores its documents. */
  async #store(read: ReadArrival | InStream): Promise<Step<StoredArrival>> {
    if (!('reading' in read)) return { end: { place: placeOf(read) } }
    const deps = { ...this.#deps, receivedBook: this.#book }
    return attempt(read, async () => storeArrival(deps, await compareArrival(deps, read)))
  }

  async #recordStored(stored: StoredArrival): Promise<End> {
    const recorded = await attempt(stored, () => recordArrival(this.#deps, stored))
    return 'end' in recorded ? recorded.end : { place: placeOf(recorded.value) }
  }

  #wanted(waiting: WaitingArrival, one?: InvoiceOfFile): Wanted {
    const { scope } = this.#receiver
    const arrival = { ...waiting, company: this.#receiver, ...(one && { one }) }
    const ofInvoice = streamName(scope.environment, 'Received', receivedIdOf(arrival))
    const correlationId = waiting.correlationId ?? ofInvoice
    const context = { ...scope, actor: 'processor:arrival-desk', correlationId, causationId: correlationId } as const
    return { arrival, context }
  }
}

/** Throws outages. */
async function attempt<Value>(
  { context }: { readonly context: ScopedContext },
  work: () => Promise<Value>,
): Promise<Step<Value>> {
  try {
    return { value: await correlated(context.correlationId, work) }
  } catch (error) {
    if (isOutage(error)) throw error
    return { end: error instanceof StreamErased ? { place: null } : { error } }
  }
}

function placeOf({ events, position }: InStream): Place | null {
  const last = events.at(-1)
  if (last === undefined) return null
  return { position, anchor: { stream: last.stream, revision: last.revision, id: last.id } }
}
