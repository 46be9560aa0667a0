import type { Logger } from 'pino'
import type { Clock } from '../domain/clock.js'
import { pause } from '../domain/pause.js'
import type { WakeUpSignal } from './wake-up-signal.js'
import { HeldClaim, instant } from './held-claim.js'
import type { Job, Lease } from './job.js'
import { isWatchedOutage } from '../eventstore/outage.js'
import { tryOnce } from './tries.js'
import type { WorkList, WorkSource } from './work-list.js'

/**
 * What a worker works with: the work list, the jobs that it claims work for, and what wakes it.
 */
export interface WorkerDeps {
  readonly workList: WorkList
  readonly jobs: readonly Job[]
  /** The signal that there may be work of a kind. */
  readonly wakeUpSignalOf: (kind: WorkSource['kind']) => WakeUpSignal
  readonly clock: Clock
  readonly log: Logger
}

/** No signal tells that a timer is due; this bounds how late it is noticed. */
const LOOK_EVERY_MS = 200
/**
 * Each query costs the same, however much it finds: with this pause, more work is found at a time.
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
const PARKED = 'processing fails again and again and can not be given up; parked'

/**
 * Takes due work of every kind from the list and lets its job do it, several pieces at a time,
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
    const claimMs = this.#deps.workList.claimSeconds * 1000
    const renewal = setInterval(() => void this.#renew(), claimMs * RENEW_EVERY)
    const watch = setInterval(() => {
      for (const held of this.#held) held.isHeld()
    }, claimMs * WATCH_EVERY)
    await Promise.all(this.#deps.jobs.map((job) => this.#serve(job, signal)))
    clearInterval(renewal)
    clearInterval(watch)
  }

  async #serve(job: Job, signal: AbortSignal): Promise<void> {
    const { workList, wakeUpSignalOf, clock } = this.#deps
    const wakeUpSignal = wakeUpSignalOf(job.source.kind)
    const running = new Set<Promise<void>>()
    let rest = LOOK_EVERY_MS
    let reconciledAt = -Infinity
    let lookedAt = -Infinity
    while (!signal.aborted) {
      const early = lookedAt + LOOK_AT_MOST_EVERY_MS - performance.now()
      if (early > 0) await pause(early, signal)
      lookedAt = performance.now()
      const mark = wakeUpSignal.mark()
      const wanted = job.concurrency - running.size
      let claimed = 0
      try {
        if (performance.now() - reconciledAt >= RECONCILE_EVERY_MS) {
          await workList.reconcile(job.source)
          reconciledAt = performance.now()
        }
        await workList.admit(job.source)
        const claimedAt = instant()
        const claims = await workList.claim(job.source, clock.now(), wanted)
        claimed = claims.length
        for (const claim of claims) {
          const work = this.#process(job, new HeldClaim(claim, workList, claimedAt), signal).finally(() => {
            running.delete(work)
            wakeUpSignal.send()
          })
          running.add(work)
        }
        rest = LOOK_EVERY_MS
      } catch (error) {
        this.#complain(error, { kind: job.source.kind }, 'the work list can not be read, will try again')
        rest = Math.min(rest * 2, LONGEST_PAUSE_MS)
      }
      if (running.size >= job.concurrency) await Promise.race(running)
      else if (claimed < wanted) await wakeUpSignal.sleep(mark, rest, signal)
    }
    await Promise.all(running)
  }

  async #process(job: Job, held: HeldClaim, signal: AbortSignal): Promise<void> {
    const { workList, clock } = this.#deps
    const { claim } = held
    this.#held.add(held)
    const lease: Lease = {
      stillMine: (surely) => held.stillMine(surely),
      isHeld: () => held.isHeld(),
      lost: held.lost,
      signal,
    }
    const { kind, key } = claim
    try {
      const rest = await tryOnce(job, claim, lease, clock, ({ error, ...trouble }) => {
        this.#complain(error, { kind, key, ...trouble }, trouble.parked ? PARKED : 'processing failed')
      })
      await workList.release(claim, rest)
    } catch (error) {
      // The claim expires by itself, and the work is claimed again.
      this.#complain(error, { kind, key }, 'the claim could not be given back')
    } finally {
      this.#held.delete(held)
    }
  }

  /**
   * An outage is logged once, by the watch over the database, and not by everyone who meets it.
   */
  #complain(error: unknown, about: object, message: string): void {
    const { log } = this.#deps
    log[isWatchedOutage(error) ? 'debug' : 'error']({ err: error, ...about }, message)
  }

  async #renew(): Promise<void> {
    const all = [...this.#held]
    // A database that is slow to answer must not get more and more queries at a time.
    if (all.length === 0 || this.#renewing) return
    this.#renewing = true
    const asked = instant()
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
