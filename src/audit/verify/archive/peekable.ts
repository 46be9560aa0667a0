/** A sequence whose next value can be read in advance. */
export class Peekable<T> {
  readonly #values: AsyncGenerator<T, void, undefined>
  #next: T | null | undefined

  constructor(values: AsyncGenerator<T, void, undefined>) {
    this.#values = values
  }

  /** null: the sequence has ended. */
  async peek(): Promise<T | null> {
    if (this.#next === undefined) {
      const { value, done } = await this.#values.next()
      this.#next = done === true ? null : value
    }
    return this.#next
  }

  /** Returns the next value and advances. */
  async next(): Promise<T | null> {
    const value = await this.peek()
    if (value !== null) this.#next = undefined
    return value
  }
}
