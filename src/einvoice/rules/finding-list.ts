/**
 * The most findings that are listed for one invoice. This is enough to fix at once, and keeps the
 * response small for any input.
 */
export const MOST_FINDINGS = 1000

/**
 * Collects the first findings on an invoice; fatal ones have priority. The others are only
 * counted, not built: their paths and messages would cost more than the rules.
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

  /** Counts findings that are not listed. */
  count(isFatal: boolean, times = 1): void {
    if (times === 0) return
    this.#total += times
    if (isFatal) this.#valid = false
  }

  /** Whether no finding makes the invoice invalid; findings that are not listed count, too. */
  get valid(): boolean {
    return this.#valid
  }

  /** The number of all findings. */
  get total(): number {
    return this.#total
  }

  /** The listed findings, `MOST_FINDINGS` at most, in the order of their addition. */
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
