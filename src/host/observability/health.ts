import { setImmediate, setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import { pause } from '../../domain/pause.js'

/** A dependency of the process, and its check. */
export interface HealthCheck {
  readonly name: string
  /** Resolves if it can be used; rejects with the problem. */
  readonly look: () => Promise<unknown>
  /**
   * Whether an error means that the dependency is lost; other errors leave the state unchanged.
   * Default: every error does.
   */
  readonly isLoss?: (error: unknown) => boolean
  /** Log messages for its failure and its recovery. */
  readonly lost: string
  readonly back: string
  /** What GET /ready shows while it fails: the remedy if there is one; default `failed`. */
  readonly advice?: string | ((error: unknown) => string)
  /** Requests are still served: the failure is logged and shown, but the process stays ready. */
  readonly bearable?: true
  readonly everyMs?: number
  /**
   * GET /ready shows a check as failed once it takes this long; requests are refused, and the loss
   * is logged, only after `withinMs`. Default: `withinMs`.
   */
  readonly overdueMs?: number
}

/** Where losses are logged, and how long a check may take, in milliseconds (default 3,000). */
interface HealthSettings {
  readonly log: Logger
  /** A dependency that does not answer within this time counts as lost. */
  readonly withinMs?: number
}

const EVERY_MS = 1_000
const WITHIN_MS = 3_000
/** A check that does not end is abandoned after this, and a new one starts. */
const ABANDON_AFTER_MS = 120_000
/**
 * Periodically checks the dependencies of the process. So each loss and recovery is logged once,
 * readiness is answered without a call, and requests that could only wait are refused immediately.
 */
export class Health {
  readonly #health: readonly HealthCheck[]
  readonly #settings: HealthSettings
  readonly #lost = new Map<string, { readonly since: number; readonly error: unknown }>()
  /** When each running check began. */
  readonly #lookingSince = new Map<string, number>()

  constructor(health: readonly HealthCheck[], settings: HealthSettings) {
    this.#health = health
    this.#settings = settings
  }

  /** Checks until the signal aborts. */
  async run(signal: AbortSignal): Promise<void> {
    await Promise.all(this.#health.map((item) => this.#watch(item, signal)))
  }

  /** Whether it could be used at the last check. */
  has(name: string): boolean {
    return !this.#lost.has(name)
  }

  /** For each check, `ok` or the remedy. */
  checks(): Readonly<Record<string, string>> {
    return Object.fromEntries(this.#health.map((item) => [item.name, this.#check(item)]))
  }

  /** Whether everything that requests need can be used. */
  get suffice(): boolean {
    return this.#health.every((item) => item.bearable === true || (this.has(item.name) && !this.#isOverdue(item)))
  }

  #check(item: HealthCheck): string {
    const { name, advice = 'failed' } = item
    const lost = this.#lost.get(name)
    if (lost === undefined && !this.#isOverdue(item)) return 'ok'
    return typeof advice === 'string' ? advice : advice(lost?.error)
  }

  #isOverdue({ name, overdueMs }: HealthCheck): boolean {
    const since = this.#lookingSince.get(name)
    return overdueMs !== undefined && since !== undefined && performance.now() - since > overdueMs
  }

  async #watch(item: HealthCheck, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      this.#lookingSince.set(item.name, performance.now())
      const look = item.look()
      try {
        await this.#inTime(look)
        this.#found(item)
      } catch (error) {
        if (!signal.aborted && item.isLoss?.(error) !== false) this.#missed(item, error)
        await answered(look, signal)
      }
      this.#lookingSince.delete(item.name)
      await pause(item.everyMs ?? EVERY_MS, signal)
    }
  }

  async #inTime<T>(work: Promise<T>): Promise<T> {
    const withinMs = this.#settings.withinMs ?? WITHIN_MS
    const done = new AbortController()
    const late = (async () => {
      await delay(withinMs, undefined, { signal: done.signal, ref: false })
      // If this process itself was too busy, the answer may have arrived already.
      for (let turn = 0; turn < 3; turn++) await setImmediate()
      throw new Error(`no answer within ${withinMs / 1000} s`)
    })()
    try {
      return await Promise.race([work, late])
    } finally {
      done.abort()
      late.catch(() => undefined)
    }
  }

  #missed({ name, lost }: HealthCheck, error: unknown): void {
    const known = this.#lost.get(name)
    this.#lost.set(name, { since: known?.since ?? performance.now(), error })
    if (known === undefined) this.#settings.log.error({ err: error, check: name }, lost)
  }

  #found({ name, back }: HealthCheck): void {
    const lost = this.#lost.get(name)
    if (lost === undefined) return
    this.#lost.delete(name)
    this.#settings.log.info({ check: name, seconds: Math.round((performance.now() - lost.since) / 100) / 10 }, back)
  }
}

/** A check that hangs is not repeated before it has answered. */
async function answered(look: Promise<unknown>, signal: AbortSignal): Promise<void> {
  const over = new AbortController()
  const patience = pause(ABANDON_AFTER_MS, AbortSignal.any([signal, over.signal]))
  await Promise.race([look.catch(() => undefined), patience])
  over.abort()
}
