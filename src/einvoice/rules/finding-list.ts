/**
 * So many findings are told of one invoice. Nobody mends more at once, and the answer stays small
 * whatever was sent.
 */
export const MOST_FINDINGS = 1000

/**
 * Takes every finding on an invoice and keeps the first of them, those that make it invalid before
 * all others. What is not kept is counted, and is not made: its path and message would cost more
 * than the rule.
 */
export class FindingList<T> {
  readonly #fatal: Kept<T>[] = []
  readonly #others: Kept<T>[] = []
  #total = 0
  #valid = true

  /** @param make the finding; called only if it is kept */
  note(isFatal: boolean, make: () => T): void {
    this.count(isFatal)
    const kept = isFatal ? this.#fatal : this.#others
    if (kept.length < MOST_FINDINGS) kept.push({ place: this.#total, finding: make() })
  }

  /** Counts findings that are not told one by one. */
  count(isFatal: boolean, times = 1): void {
    if (times === 0) return
    this.#total += times
    if (isFatal) this.#valid = false
  }

  /** Whether nothing that was noted makes the invoice invalid; what was left out counts too. */
  get valid(): boolean {
    return this.#valid
  }

  /** How many were noted in all. */
  get total(): number {
    return this.#total
  }

  /** Those that are told, `MOST_FINDINGS` at most, in the order in which they were noted. */
  get findings(): readonly T[] {
    const room = MOST_FINDINGS - this.#fatal.length
    const kept = [...this.#fatal, ...this.#others.slice(0, room)]
    return kept.sort((one, other) => one.place - other.place).map(({ finding }) => finding)
  }
}

interface Kept<T> {
  readonly place: number
  readonly finding: T
}
