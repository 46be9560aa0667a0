/** Values by keys; beyond the limit the least recently used is dropped. */
export class Bounded<V> {
  readonly #values = new Map<string, V>()

  constructor(private readonly most: number) {}

  /** The value of a key, made if there is none. */
  of(key: string, make: () => V): V {
    const value = this.#values.get(key) ?? make()
    this.#values.delete(key)
    this.#values.set(key, value)
    const [oldest] = this.#values.keys()
    if (oldest !== undefined && this.#values.size > this.most) this.#values.delete(oldest)
    return value
  }
}
