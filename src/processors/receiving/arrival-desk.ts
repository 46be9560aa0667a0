import type { Logger } from 'pino'
import { load, type Loaded, StreamErased } from '../../commands/handle.js'
import { type InvoiceOfFile, invoicesOfFile } from '../../commands/use-cases/invoice-of-file.js'
import { receivedIdOf, takeIn, type TakeInDeps } from '../../commands/use-cases/take-in.js'
import { company, type CompanyState } from '../../domain/company.js'
import type { ReceivedEvent, ReceivedState } from '../../domain/received.js'
import type { ReceivingCompany } from '../../domain/receiving.js'
import { streamName } from '../../domain/streams.js'
import type { Timers } from '../../domain/timers.js'
import { isOutage } from '../../eventstore/outage.js'
import { LastLook, type Restores } from '../../eventstore/restores.js'
import { correlated, correlationOf } from '../work/correlation.js'
import { keepLooking } from '../work/desk.js'
import type { Marks, Place } from '../work/marks.js'
import type { Arrivals, HeldCompany, WaitingArrival } from './arrivals.js'
import { TurnBook } from './turn-book.js'

/** The dependencies of `ArrivalDesk`. */
export interface ArrivalDeskDeps extends TakeInDeps {
  readonly arrivals: Arrivals
  readonly marks: Pick<Marks, 'read' | 'reach' | 'restart'>
  readonly restores: Restores
  /**
   * Waits for a bounded time until the read model of received invoices has passed a position: the
   * documents of a turn are compared with those of the turns before it.
   */
  readonly receivedUpTo: (position: bigint) => Promise<unknown>
  readonly timers: Timers
  readonly log: Logger
}

/** A turn of a company. */
interface Turn {
  /** null: the company was erased. */
  readonly receiver: ReceivingCompany | null
  readonly book: TurnBook
  readonly known: number
  readonly mayContinue: () => Promise<boolean>
}

/** Under this name the newest event is noted by which a document was recorded. */
const ARRIVAL_DESK = 'arrival-desk'
const SWEEP_EVERY_MS = 600_000
/** After this time, others may hold the companies of a process that died. */
const HOLD_MS = 30_000
const COMPANIES_AT_ONCE = 8
/** Documents of a company in a turn: others wait no longer. */
const MOST_IN_A_TURN = 20
const FIRST_PAUSE_SECONDS = 1
const LONGEST_PAUSE_SECONDS = 3_600
const DAY_MS = 86_400_000
/** Recorded documents are kept for so long, for the case that the event store is restored. */
const KEPT_MS = 7 * DAY_MS
/** What a company gets from one sender in a day; the rest waits. */
export const MOST_OF_SENDER_A_DAY = 2_000
const SENDER_PAUSE_MS = 3_600_000

/**
 * Records the documents that have arrived, each once, those of a company one after another in the
 * order of arrival. A document that can't be recorded is tried again with growing pauses, and
 * delays no other. Any number of processes do it.
 */
export class ArrivalDesk {
  readonly #deps: ArrivalDeskDeps
  readonly #lastLook: LastLook
  #sweptAt = -Infinity

  constructor(deps: ArrivalDeskDeps) {
    this.#deps = deps
    this.#lastLook = new LastLook(deps, 'the recording of received invoices')
  }

  /** Works until the signal aborts. */
  run(signal: AbortSignal): Promise<void> {
    return keepLooking(this.#deps, 'arrivals', signal, async () => (await this.look(signal)) > 0)
  }

  /** Records documents of some companies; returns of how many. Throws outages. */
  async look(signal: AbortSignal): Promise<number> {
    const { arrivals, marks, clock, log } = this.#deps
    await this.#sweep()
    // Before any stream is read: no document is settled by an event that was lost since.
    const mark = await marks.read(ARRIVAL_DESK)
    const { anchor, restores, restoresFound: known } = mark
    if (restores !== known) {
      log.warn('the event store was restored; documents of the last days are recorded again if they are missing')
      await arrivals.reopen()
      await marks.restart(ARRIVAL_DESK, mark)
      return 1
    }
    if (!(await this.#lastLook.holds(anchor, known))) return 0
    const now = clock.now()
    const held = await arrivals.hold(now, new Date(now.getTime() + HOLD_MS), COMPANIES_AT_ONCE)
    const ends = await Promise.allSettled(held.map((each) => this.#turnOf(each, known, signal)))
    for (const end of ends) if (end.status === 'rejected') throw end.reason
    return held.length
  }

  async #turnOf(held: HeldCompany, known: number, signal: AbortSignal): Promise<void> {
    try {
      await this.#recordAll(held, known, signal)
    } finally {
      await this.#deps.arrivals.release(held)
    }
  }

  async #recordAll(held: HeldCompany, known: number, signal: AbortSignal): Promise<void> {
    const { arrivals, clock, store, receivedUpTo, receivedBook } = this.#deps
    const owner = await load(store, company, streamName(held.scope.environment, 'Company', held.id))
    const receiver = receiverOf(held, owner.state)
    // What this company received in earlier turns; of this one the book knows it.
    if (held.newest !== null) await receivedUpTo(held.newest)
    const book = new TurnBook(receivedBook)
    const mayContinue = async (): Promise<boolean> =>
      !signal.aborted && arrivals.keep(held, new Date(clock.now().getTime() + HOLD_MS))
    for (let turn = 0; turn < MOST_IN_A_TURN && (await mayContinue()); turn += 1) {
      const arrival = await arrivals.next(held, clock.now())
      if (arrival === null) return
      await this.#record(held, { receiver, book, known, mayContinue }, arrival)
    }
  }

  /** Records each invoice of a document, or lets it wait. */
  async #record(
    held: HeldCompany,
    { receiver, book, known, mayContinue }: Turn,
    arrival: WaitingArrival,
  ): Promise<void> {
    const { arrivals, marks, clock, log } = this.#deps
    const receivedId = receivedIdOf({ ...arrival, company: held })
    if (await this.#isTooMuch(held, arrival)) return
    try {
      let position: bigint | null = null
      const caller = { account: held.scope.account, whenBusy: 'wait' } as const
      for (const one of (await invoicesOfFile(this.#deps, caller, arrival)) ?? [undefined]) {
        if (one !== undefined && one.part > 1 && !(await mayContinue())) return
        const loaded = receiver && (await this.#takenIn(receiver, book, arrival, one))
        const place = loaded && placeOf(loaded)
        if (place !== null && !(await marks.reach(ARRIVAL_DESK, known, place))) return
        position = place?.position ?? position
      }
      await arrivals.settle(held, arrival, { receivedId, position }, clock.now())
    } catch (error) {
      if (isOutage(error)) throw error
      const about = { err: error, receivedId, channel: arrival.channel, ...correlationOf(error) }
      log.error(about, 'a document that arrived could not be recorded, will try again')
      const seconds = Math.min(FIRST_PAUSE_SECONDS * 2 ** Math.min(arrival.tries, 20), LONGEST_PAUSE_SECONDS)
      await arrivals.postpone(arrival, new Date(clock.now().getTime() + seconds * 1000))
    }
  }

  /** null: it came before, and was erased at the end of its retention. */
  async #takenIn(
    receiver: ReceivingCompany,
    book: TurnBook,
    waiting: WaitingArrival,
    one: InvoiceOfFile | undefined,
  ): Promise<Loaded<ReceivedState, ReceivedEvent> | null> {
    const { scope } = receiver
    const arrival = { ...waiting, company: receiver, ...(one && { one }) }
    const receivedId = receivedIdOf(arrival)
    const correlationId = arrival.correlationId ?? streamName(scope.environment, 'Received', receivedId)
    const context = { ...scope, actor: 'processor:arrival-desk', correlationId, causationId: correlationId } as const
    try {
      const deps = { ...this.#deps, receivedBook: book }
      const loaded = await correlated(correlationId, () => takeIn(deps, context, arrival))
      if (loaded.state.status !== 'none') book.note(loaded.state.facts)
      return loaded
    } catch (error) {
      if (!(error instanceof StreamErased)) throw error
      return null
    }
  }

  /** A flood of one sender waits, so that it buries nothing of others. */
  async #isTooMuch(held: HeldCompany, arrival: WaitingArrival): Promise<boolean> {
    const { sender, channel, country, sentAs } = arrival
    if (sender === null || sentAs !== null) return false
    const { arrivals, clock, log, observer } = this.#deps
    const now = clock.now().getTime()
    const total = await arrivals.countFrom(held, sender, new Date(now - DAY_MS))
    if (total < MOST_OF_SENDER_A_DAY) return false
    log.warn({ companyId: held.id, channel, total }, 'one sender has sent too much in a day; the rest waits')
    observer?.happened({ kind: 'received', country, channel, outcome: 'postponed' })
    await arrivals.postpone(arrival, new Date(now + SENDER_PAUSE_MS))
    return true
  }

  async #sweep(): Promise<void> {
    const { timers, arrivals, clock } = this.#deps
    const { monotonic } = timers.instant()
    if (monotonic - this.#sweptAt < SWEEP_EVERY_MS) return
    this.#sweptAt = monotonic
    await arrivals.sweep(new Date(clock.now().getTime() - KEPT_MS))
  }
}

/** null: the company was erased, and with it all that it has received. */
function receiverOf({ id, scope }: HeldCompany, state: CompanyState): ReceivingCompany | null {
  if (state.status === 'none') return null
  const { vatNumber, taxNumber, registrationNumber, country } = state
  const numbers = [vatNumber, taxNumber, registrationNumber].filter((number) => number !== null && number !== undefined)
  return { id, scope, country, numbers }
}

function placeOf({ events, position }: Loaded<ReceivedState, ReceivedEvent>): Place | null {
  const last = events.at(-1)
  if (last === undefined) return null
  return { position, anchor: { stream: last.stream, revision: last.revision, id: last.id } }
}
