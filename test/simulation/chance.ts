/** Numbers that look random, and are the same for the same seed: sfc32. */
export class Chance {
  #a: number
  #b: number
  #c: number
  #counter = 1

  /** Seeds that differ in anything give numbers that have nothing to do with each other. */
  constructor(...seed: readonly (number | string)[]) {
    let hash = 0x811c9dc5
    for (const character of seed.join('/')) hash = Math.imul(hash ^ character.charCodeAt(0), 0x01000193)
    this.#a = hash | 0
    this.#b = Math.imul(hash, 0x9e3779b1) | 0
    this.#c = (hash ^ 0x5bd1e995) | 0
    for (let i = 0; i < 12; i++) this.next()
  }

  /** From 0, below 1. */
  next(): number {
    const t = (this.#a + this.#b + this.#counter) | 0
    this.#counter = (this.#counter + 1) | 0
    this.#a = this.#b ^ (this.#b >>> 9)
    this.#b = (this.#c + (this.#c << 3)) | 0
    this.#c = ((this.#c << 21) | (this.#c >>> 11)) + t
    this.#c |= 0
    return (t >>> 0) / 2 ** 32
  }

  /** From `from`, below `to`. */
  between(from: number, to: number): number {
    return from + this.next() * (to - from)
  }

  /** A whole number from 0, below `count`. */
  below(count: number): number {
    return Math.floor(this.next() * count)
  }

  /** True with this probability. */
  happens(probability: number): boolean {
    return this.next() < probability
  }

  /** One of these. */
  of<T>(choices: readonly [T, ...T[]]): T {
    return choices[this.below(choices.length)] ?? choices[0]
  }

  /** So many bytes. */
  bytes(size: number): Uint8Array {
    return Uint8Array.from({ length: size }, () => this.below(256))
  }
}
