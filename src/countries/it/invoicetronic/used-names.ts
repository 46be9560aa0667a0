/** So many names are remembered. */
const MOST = 10_000

/**
 * Names of files that `find` has seen under another attempt, so that the `submit` after it does
 * without them: SdI takes each name once.
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
