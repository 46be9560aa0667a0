import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Clock } from '../domain/clock.js'
import type { Claim, Leases } from './leases.js'
import type { InvoicePipeline } from './invoice-pipeline.js'

export interface WorkerDeps {
  readonly leases: Leases
  readonly pipeline: InvoicePipeline
  readonly clock: Clock
  readonly log: Logger
  /** Tells an outage of the store or the database, which passes by itself, from a fault of ours. */
  readonly isOutage: (error: unknown) => boolean
}

const CONCURRENCY = 16
/** Timers become due without any hint; this bounds how late they are noticed. */
const LOOK_EVERY_MS = 200
const RENEW_EVERY_MS = 4_000
const FORGET_EVERY_MS = 60_000
const LONGEST_PAUSE_MS = 5_000
/** So many tries in a row may fail by a fault of ours before the invoice goes to `error`: about five minutes with the pauses between. */
const MAX_FAULTS = 8
const FAR_FUTURE = new Date('9999-12-31T00:00:00.000Z')

/**
 * Takes due rows of the to-do list and runs the pipeline on each, several at a time, each stream by one worker at a time. `wake` is a hint that there may be
 * work; without it the worker looks by itself.
 */
export class Worker {
  readonly #deps: WorkerDeps
  readonly #held = new Map<string, Claim>()
  readonly #running = new Set<Promise<void>>()
  #woken = false
  #wake: () => void = () => undefined

  constructor(deps: WorkerDeps) {
    this.#deps = deps
  }

  wake(): void {
    this.#woken = true
    this.#wake()
  }

  /** Works until the signal aborts, then finishes what is under way. */
  async run(signal: AbortSignal): Promise<void> {
    const renewal = setInterval(() => void this.#renew(), RENEW_EVERY_MS)
    const forgetting = setInterval(() => void this.#forget(), FORGET_EVERY_MS)
    let pause = LOOK_EVERY_MS
    while (!signal.aborted) {
      let claimed = 0
      try {
        const free = CONCURRENCY - this.#running.size
        const claims = free > 0 ? await this.#deps.leases.claim(this.#deps.clock.now(), free) : []
        claimed = claims.length
        for (const claim of claims) this.#start(claim)
        pause = LOOK_EVERY_MS
      } catch (error) {
        this.#deps.log.warn({ err: error }, 'the to-do list can not be read, will try again')
        pause = Math.min(pause * 2, LONGEST_PAUSE_MS)
      }
      if (claimed === 0) await this.#idle(pause, signal)
      else if (this.#running.size >= CONCURRENCY) await Promise.race(this.#running)
    }
    await Promise.all(this.#running)
    clearInterval(renewal)
    clearInterval(forgetting)
  }

  #start(claim: Claim): void {
    this.#held.set(claim.stream, claim)
    const work = this.#process(claim).finally(() => {
      this.#held.delete(claim.stream)
      this.#running.delete(work)
      this.wake()
    })
    this.#running.add(work)
  }

  async #process(claim: Claim): Promise<void> {
    const { pipeline, leases, log, clock } = this.#deps
    const { stream, account, environment } = claim
    const scope = { account, environment }
    try {
      const halt = await pipeline.advance(stream, scope, claim.failures, () => this.#stillMine(claim))
      await leases.release(claim, halt.revision, halt.nextLook ?? FAR_FUTURE, halt.outage ? claim.failures + 1 : 0)
    } catch (error) {
      const outage = this.#deps.isOutage(error)
      const failures = outage ? claim.failures : claim.failures + 1
      log.error({ err: error, stream, failures, outage }, 'processing failed')
      try {
        if (failures >= MAX_FAULTS) await pipeline.fail(stream, scope, error)
        const seconds = Math.min(2 ** failures, 120)
        await leases.release(claim, claim.revision, new Date(clock.now().getTime() + seconds * 1000), failures)
      } catch (second) {
        // The lease runs out by itself, and the row is taken up again.
        log.error({ err: second, stream }, 'the claim could not be given back')
      }
    }
  }

  async #stillMine(claim: Claim): Promise<boolean> {
    return (await this.#deps.leases.renew([claim])).has(claim.stream)
  }

  async #renew(): Promise<void> {
    const claims = [...this.#held.values()]
    if (claims.length === 0) return
    await this.#deps.leases.renew(claims).catch((error: unknown) => {
      this.#deps.log.warn({ err: error }, 'claims could not be renewed')
    })
  }

  async #forget(): Promise<void> {
    await this.#deps.leases.forgetFinished().catch((error: unknown) => {
      this.#deps.log.warn({ err: error }, 'finished leases could not be forgotten')
    })
  }

  async #idle(milliseconds: number, signal: AbortSignal): Promise<void> {
    if (!this.#woken) {
      const woken = new Promise<void>((resolve) => (this.#wake = resolve))
      const stop = new AbortController()
      const waited = delay(milliseconds, undefined, { signal: AbortSignal.any([signal, stop.signal]) }).catch(
        () => undefined,
      )
      await Promise.race([woken, waited])
      stop.abort()
    }
    this.#woken = false
  }
}
