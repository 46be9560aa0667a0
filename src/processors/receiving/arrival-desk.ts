import type { Logger } from 'pino'
import { load } from '../../commands/handle.js'
import { receivedIdOf, type TakeInDeps } from '../../commands/use-cases/take-in.js'
import { allEnded } from '../../domain/all-ended.js'
import { company, type CompanyState } from '../../domain/company.js'
import type { ReceivingCompany } from '../../domain/receiving.js'
import { streamName } from '../../domain/streams.js'
import type { Timers } from '../../domain/timers.js'
import { LastLook, type Restores } from '../../eventstore/restores.js'
import { correlationOf } from '../work/correlation.js'
import { keepLooking } from '../work/desk.js'
import { furthest, type Marks, type Place } from '../work/marks.js'
import type { Arrivals, HeldCompany, RecordedArrival, WaitingArrival } from './arrivals.js'
import { CompanyTurn } from './company-turn.js'

/** The dependencies of `ArrivalDesk`. */
export interface ArrivalDeskDeps extends TakeInDeps {
  readonly arrivals: Arrivals
  readonly marks: Pick<Marks, 'read' | 'reach' | 'restart'>
  readonly restores: Restores
  /**
   * Waits for a bounded time until the read model of received invoices has passed a position, and
   * returns whether it has: the documents of a turn are compared with those of the turns before
   * it.
   */
  readonly receivedUpTo: (position: bigint) => Promise<boolean>
  readonly timers: Timers
  readonly log: Logger
}

/** Under this name the newest event is noted by which a document was recorded. */
const ARRIVAL_DESK = 'arrival-desk'
const SWEEP_EVERY_MS = 600_000
/** After this time, others may hold the companies of a process that died. */
const HOLD_MS = 30_000
const COMPANIES_AT_ONCE = 8
/**
 * So long documents wait for a read model that stands still. Then they are recorded, although a
 * duplicate of a document that it does not show is not found.
 */
const LONGEST_BEHIND_MS = 600_000
/** Of a company in a turn: others wait no longer. */
const MOST_IN_A_TURN = { documents: 20, bytes: 8_000_000 }
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
  /**
   * A position that the read model has not passed, since then by the monotonic clock; null: none.
   */
  #behind: { readonly position: bigint; readonly since: number } | null = null

  constructor(deps: ArrivalDeskDeps) {
    this.#deps = deps
    this.#lastLook = new LastLook(deps, 'the recording of received invoices')
  }

  /** Works until the signal aborts. */
  run(signal: AbortSignal): Promise<void> {
    return keepLooking(this.#deps, 'arrivals', signal, async () => (await this.look(signal)) > 0)
  }

  /** Has turns of some companies; returns how many were not in vain. Throws outages. */
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
    const ends = await allEnded(held.map((each) => this.#turnOf(each, known, signal)))
    return ends.filter((wasUseful) => wasUseful).length
  }

  async #turnOf(held: HeldCompany, known: number, signal: AbortSignal): Promise<boolean> {
    const hold = this.#extending(held, signal)
    try {
      if (!(await this.#isComparable(held))) return false
      await this.#recordDue(held, known, hold.mayContinue)
      return true
    } finally {
      await hold.end()
      await this.#deps.arrivals.release(held)
    }
  }

  /** Extends a hold, however long its documents take, and finds out whether it was lost. */
  #extending(held: HeldCompany, signal: AbortSignal) {
    const { arrivals, clock, timers, log } = this.#deps
    let since = timers.instant()
    const extend = async (): Promise<boolean> => {
      const now = timers.instant()
      const isMine = await arrivals.keep(held, new Date(clock.now().getTime() + HOLD_MS))
      if (isMine) since = now
      return isMine
    }
    const mayContinue = async (): Promise<boolean> => {
      if (signal.aborted) return false
      const { monotonic, wall } = timers.instant()
      const passed = [monotonic - since.monotonic, wall - since.wall]
      return passed.every((milliseconds) => milliseconds >= 0 && milliseconds < HOLD_MS / 2) || extend()
    }
    let extending: Promise<unknown> = Promise.resolve()
    const stop = timers.every(HOLD_MS / 4, () => {
      extending = extend().catch((error: unknown) => {
        log.debug({ err: error, companyId: held.id }, 'a hold could not be extended, will try again')
      })
    })
    /** No extension is under way after it. */
    const end = async (): Promise<void> => {
      stop()
      await extending
    }
    return { mayContinue, end }
  }

  /** Whether the read model shows what the company received in earlier turns. */
  async #isComparable({ id, newest }: HeldCompany): Promise<boolean> {
    const { receivedUpTo, timers, log } = this.#deps
    if (newest === null) return true
    if (await receivedUpTo(newest)) {
      if (this.#behind !== null && newest >= this.#behind.position) this.#behind = null
      return true
    }
    const { monotonic } = timers.instant()
    this.#behind ??= { position: newest, since: monotonic }
    if (monotonic - this.#behind.since < LONGEST_BEHIND_MS) return false
    log.warn({ companyId: id }, 'the read model of received invoices stands still; duplicates may not be found')
    return true
  }

  async #recordDue(held: HeldCompany, known: number, mayContinue: () => Promise<boolean>): Promise<void> {
    const { arrivals, marks, clock, store } = this.#deps
    const owner = await load(store, company, streamName(held.scope.environment, 'Company', held.id))
    const receiver = receiverOf(held, owner.state)
    const due = await this.#admitted(held, await arrivals.due(held, clock.now(), MOST_IN_A_TURN))
    const ends =
      receiver === null
        ? due.map(() => ({ place: null }))
        : await new CompanyTurn(this.#deps, receiver, mayContinue).record(due)
    const recorded: RecordedArrival[] = []
    let last: Place | null = null
    for (const [index, end] of ends.entries()) {
      const arrival = due[index]
      if (arrival === undefined) break
      const receivedId = receivedIdOf({ ...arrival, company: held })
      if ('error' in end) {
        await this.#postpone(arrival, receivedId, end.error)
        continue
      }
      recorded.push({ arrival, receivedId, position: end.place?.position ?? null })
      last = furthest(last, end.place)
    }
    if (recorded.length === 0) return
    if (last !== null && !(await marks.reach(ARRIVAL_DESK, known, last))) return
    await arrivals.settle(held, recorded, clock.now())
  }

  async #postpone(arrival: WaitingArrival, receivedId: string, error: unknown): Promise<void> {
    const { arrivals, clock, log } = this.#deps
    const about = { err: error, receivedId, channel: arrival.channel, ...correlationOf(error) }
    log.error(about, 'a document that arrived could not be recorded, will try again')
    const seconds = Math.min(FIRST_PAUSE_SECONDS * 2 ** Math.min(arrival.tries, 20), LONGEST_PAUSE_SECONDS)
    await arrivals.postpone(arrival, new Date(clock.now().getTime() + seconds * 1000))
  }

  /** A flood of one sender waits, so that it buries nothing of others. */
  async #admitted(held: HeldCompany, due: readonly WaitingArrival[]): Promise<readonly WaitingArrival[]> {
    const { arrivals, clock, log, observer } = this.#deps
    const senders = new Set(due.flatMap((each) => senderOf(each) ?? []))
    if (senders.size === 0) return due
    const now = clock.now().getTime()
    const totals = new Map(await arrivals.countFrom(held, [...senders], new Date(now - DAY_MS)))
    const admitted: WaitingArrival[] = []
    for (const arrival of due) {
      const { channel, country } = arrival
      const sender = senderOf(arrival)
      const total = sender === null ? 0 : (totals.get(sender) ?? 0)
      if (sender !== null && total >= MOST_OF_SENDER_A_DAY) {
        log.warn({ companyId: held.id, channel, total }, 'one sender has sent too much in a day; the rest waits')
        observer?.happened({ kind: 'received', country, channel, outcome: 'postponed' })
        await arrivals.postpone(arrival, new Date(now + SENDER_PAUSE_MS))
        continue
      }
      if (sender !== null) totals.set(sender, total + 1)
      admitted.push(arrival)
    }
    return admitted
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

/** null: not known, or the company's own account, which is not bounded. */
function senderOf({ sender, sentAs }: WaitingArrival): string | null {
  return sentAs === null ? sender : null
}
