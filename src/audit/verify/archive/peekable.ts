/** A sequence whose next value can be looked at. */
export class Peekable<T> {
  readonly #values: AsyncGenerator<T, void, undefined>
  #next: T | null | undefined

  constructor(values: AsyncGenerator<T, void, undefined>) {
    this.#values = values
  }

  /** null: there is none any more. */
  async peek(): Promise<T | null> {
    if (this.#next === undefined) {
      const { value, done } = await this.#values.next()
      this.#next = done === true ? null : value
    }
    return this.#next
  }

  /** The same, and goes on. */
  async next(): Promise<T | null> {
    const value = await this.peek()
    if (value !== null) this.#next = undefined
    return value
  }
}
