import { tooMany } from './answers.js'
import { type KsefLimits, type LimitedGroup, PUBLISHED_LIMITS } from './options.js'
import type { Answer } from '../local-server.js'

const WINDOWS = [
  [1000, 'sekundę'],
  [60_000, 'minutę'],
  [3_600_000, 'godzinę'],
] as const

/** Counts calls of each taxpayer in sliding windows. */
export class Limits {
  readonly #calls = new Map<string, number[]>()
  readonly #limits: KsefLimits | null

  constructor(
    private readonly now: () => Date,
    limits: Partial<KsefLimits> | null | undefined,
  ) {
    this.#limits = limits === null ? null : { ...PUBLISHED_LIMITS, ...limits }
  }

  /** null: the call may be made, and is counted. */
  refusal(group: LimitedGroup, nip: string): Answer | null {
    if (this.#limits === null) return null
    const now = this.now().getTime()
    const key = `${group} ${nip}`
    const calls = (this.#calls.get(key) ?? []).filter((at) => at > now - 3_600_000)
    this.#calls.set(key, calls)
    for (const [index, [ms, unit]] of WINDOWS.entries()) {
      const limit = this.#limits[group][index] ?? 0
      const within = calls.filter((at) => at > now - ms)
      if (within.length >= limit)
        return tooMany(limit, unit, Math.max(1, Math.ceil(((within[0] ?? now) + ms - now) / 1000)))
    }
    calls.push(now)
    return null
  }
}
