/** The number of remembered names. */
const MOST = 10_000

/**
 * File names that `find` has seen for another attempt, so that the next `submit` avoids them: SdI
 * accepts each name once.
 */
export class UsedNames {
  readonly #names = new Set<string>()

  add(name: string): void {
    this.#names.add(name)
    const [oldest] = this.#names
    if (oldest !== undefined && this.#names.size > MOST) this.#names.delete(oldest)
  }

  has(name: string): boolean {
    return this.#names.has(name)
  }
}
