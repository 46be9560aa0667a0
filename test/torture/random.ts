/** Numbers that are the same for the same seed. */
export class Random {
  #state: number

  constructor(seed: number) {
    this.#state = seed >>> 0
  }

  /** From 0 to below 1. Mulberry32. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    let mixed = this.#state
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }

  /** A whole number from `least` to below `most`. */
  between(least: number, most: number): number {
    return least + Math.floor(this.next() * (most - least))
  }

  /** The same things in another order (Fisher and Yates). */
  shuffled<T>(things: readonly T[]): T[] {
    const left = [...things]
    const drawn: T[] = []
    while (left.length > 0) drawn.push(...left.splice(this.between(0, left.length), 1))
    return drawn
  }
}
