import { keepNewest } from '../../../domain/keep-newest.js'

/** Values by keys; beyond the limit the least recently used is dropped. */
export class Bounded<V> {
  readonly #values = new Map<string, V>()

  constructor(private readonly most: number) {}

  /** The value of a key, made if there is none. */
  of(key: string, make: () => V): V {
    const value = this.#values.get(key) ?? make()
    keepNewest(this.#values, key, value, this.most)
    return value
  }
}
