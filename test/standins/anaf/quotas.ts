import { todayIn } from '../../../src/domain/calendar.js'

/** Counts calls by the Romanian day and by the minute. */
export class Quotas {
  readonly #counts = new Map<string, number>()

  constructor(private readonly now: () => Date) {}

  /** Counts a call of a day; false: there were `limit` before. */
  dayAllows(what: string, limit: number): boolean {
    return this.#allows(`${todayIn('Europe/Bucharest', this.now())} ${what}`, limit)
  }

  /** Counts a call of a minute; false: there were `limit` before. */
  minuteAllows(limit: number): boolean {
    return this.#allows(this.now().toISOString().slice(0, 16), limit)
  }

  #allows(key: string, limit: number): boolean {
    const before = this.#counts.get(key) ?? 0
    this.#counts.set(key, before + 1)
    return before < limit
  }
}
