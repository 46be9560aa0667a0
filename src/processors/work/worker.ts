import type { Logger } from 'pino'
import type { Clock } from '../../domain/clock.js'
import type { Observer } from '../../domain/observer.js'
import type { Timers } from '../../domain/timers.js'
import type { WakeUpSignal } from './wake-up-signal.js'
import { correlationOf } from './correlation.js'
import { HeldClaim } from './held-claim.js'
import type { Job, Lease } from './job.js'
import { isOutage, isWatchedOutage } from '../../eventstore/outage.js'
import { tryOnce } from './tries.js'
import { LaneSlots, type Slot } from './lane-slots.js'
import type { Gates, WorkList, WorkSource } from './work-list.js'

/**
 * The dependencies of a worker: the work list, the jobs that it claims work for, and its signals.
 */
interface WorkerDeps {
  readonly workList: WorkList
  /** Which governments may be called. */
  readonly gates: Gates
  readonly jobs: readonly Job[]
  /** The signal that there may be work of a kind. */
  readonly wakeUpSignalOf: (kind: WorkSource['kind']) => WakeUpSignal
  readonly clock: Clock
  readonly timers: Timers
  readonly log: Logger
  /** Observes failed tries; absent: they are not observed. */
  readonly observer?: Observer
}

/** No signal announces that a timer is due; this bounds how late it is noticed. */
const LOOK_EVERY_MS = 200
/**
 * Each query costs the same, no matter how much it finds: with this pause, more work is found at a
 * time.
 */
const LOOK_AT_MOST_EVERY_MS = 10
/** Part of a claim's time. */
const RENEW_EVERY = 1 / 4
/**
 * Part of a claim's time. A pause of the process is noticed at once: its timers are due when it
 * ends.
 */
const WATCH_EVERY = 1 / 30
const RECONCILE_EVERY_MS = 60_000
const LONGEST_PAUSE_MS = 5_000
const PARKED = 'processing fails repeatedly and can not be given up; parked'

/**
 * Claims due work of every kind from the list and lets its job do it, several pieces at a time,
 * each by one worker at a time.
 */
export class Worker {
  readonly #deps: WorkerDeps
  readonly #held = new Set<HeldClaim>()
  #renewing = false

  constructor(deps: WorkerDeps) {
    this.#deps = deps
  }

  /** Works until the signal aborts, then finishes what is under way. */
  async run(signal: AbortSignal): Promise<void> {
    const { timers, workList } = this.#deps
    const claimMs = workList.claimSeconds * 1000
    const endRenewal = timers.every(claimMs * RENEW_EVERY, () => void this.#renew())
    const endWatch = timers.every(claimMs * WATCH_EVERY, () => {
      for (const held of this.#held) held.isHeld()
    })
    await Promise.all(this.#deps.jobs.map((job) => this.#serve(job, signal)))
    endRenewal()
    endWatch()
  }

  async #serve(job: Job, signal: AbortSignal): Promise<void> {
    const { workList, wakeUpSignalOf, clock, timers } = this.#deps
    const wakeUpSignal = wakeUpSignalOf(job.source.kind)
    const running = new Set<Promise<void>>()
    const slots = new LaneSlots(job.lanes, job.concurrency)
    let rest = LOOK_EVERY_MS
    let reconciledAt = -Infinity
    let lookedAt = -Infinity
    while (!signal.aborted) {
      const early = lookedAt + LOOK_AT_MOST_EVERY_MS - timers.instant().monotonic
      if (early > 0) await timers.sleep(early, signal)
      lookedAt = timers.instant().monotonic
      const mark = wakeUpSignal.mark()
      const wanted = slots.free()
      let full = false
      try {
        if (timers.instant().monotonic - reconciledAt >= RECONCILE_EVERY_MS) {
          await workList.reconcile(job.source)
          reconciledAt = timers.instant().monotonic
        }
        await workList.admit(job.source)
        const claimedAt = timers.instant()
        const claims = await workList.claim(job.source, clock.now(), wanted)
        for (const claim of claims) {
          const slot = slots.take(claim)
          const work = this.#process(job, new HeldClaim(claim, workList, timers, claimedAt), slot, signal).finally(
            () => {
              slot.leave()
              running.delete(work)
              wakeUpSignal.send()
            },
          )
          running.add(work)
        }
        full = slots.wereFilled(wanted, claims)
        rest = LOOK_EVERY_MS
      } catch (error) {
        this.#complain(error, { kind: job.source.kind }, 'the work list can not be read, will try again')
        rest = Math.min(rest * 2, LONGEST_PAUSE_MS)
      }
      // If a lane was filled, more may wait there: as soon as there is room again.
      if (!full || slots.free().length === 0) await wakeUpSignal.sleep(mark, rest, signal)
    }
    await Promise.all(running)
  }

  async #process(job: Job, held: HeldClaim, slot: Slot, signal: AbortSignal): Promise<void> {
    const { workList, gates, clock } = this.#deps
    const { claim } = held
    this.#held.add(held)
    const lease: Lease = {
      stillMine: (surely) => held.stillMine(surely),
      isHeld: () => held.isHeld(),
      lost: held.lost,
      signal,
      // Work that was claimed from its lane has passed the gate already, perhaps as the one probe.
      enter: async (lane) =>
        slot.isIn(lane.name) || ((await gates.closedUntil(lane, clock.now())) === null && slot.moveTo(lane.name)),
    }
    const { kind, key } = claim
    try {
      const rest = await tryOnce(job, claim, lease, clock, ({ error, ...trouble }) => {
        if (signal.aborted) {
          this.#deps.log.debug({ err: error, kind, key }, 'processing was interrupted')
          return
        }
        this.#complain(error, { kind, key, ...trouble }, trouble.parked ? PARKED : 'processing failed')
        this.#deps.observer?.happened({ kind: 'trouble', work: kind, cause: isOutage(error) ? 'outage' : 'fault' })
      })
      await workList.release(claim, rest)
      const { waitsFor, missed } = rest
      if (waitsFor !== undefined && (await missed?.()) === true) await workList.wake(waitsFor, clock.now())
    } catch (error) {
      // The claim expires by itself, and the work is claimed again.
      this.#complain(error, { kind, key }, 'the claim could not be released')
    } finally {
      this.#held.delete(held)
    }
  }

  /**
   * An outage is logged once, by the watch over the database, and not by every process that meets
   * it.
   */
  #complain(error: unknown, about: object, message: string): void {
    const { log } = this.#deps
    log[isWatchedOutage(error) ? 'debug' : 'error']({ err: error, ...about, ...correlationOf(error) }, message)
  }

  async #renew(): Promise<void> {
    const all = [...this.#held]
    // A database that is slow to answer must not get more and more queries at a time.
    if (all.length === 0 || this.#renewing) return
    this.#renewing = true
    const asked = this.#deps.timers.instant()
    try {
      const still = new Set(await this.#deps.workList.renew(all.map(({ claim }) => claim)))
      for (const held of all) if (still.has(held.claim)) held.renewed(asked)
    } catch (error) {
      this.#complain(error, {}, 'claims could not be renewed')
    } finally {
      this.#renewing = false
    }
  }
}
