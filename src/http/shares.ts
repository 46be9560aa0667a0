/** Who had too much when nothing more could be taken: this owner, or all of them together. */
export type Shortage = 'owner' | 'all'

/** So much of something, shared out so that no owner can have all of it. */
export class Shares {
  readonly #limit: number
  readonly #perOwner: number
  readonly #held = new Map<string, number>()
  #total = 0

  constructor(limit: number, perOwner: number) {
    this.#limit = limit
    this.#perOwner = perOwner
  }

  /** Takes so much for an owner; null: done. Else nothing was taken. */
  take(owner: string, amount: number): Shortage | null {
    if (this.#total + amount > this.#limit) return 'all'
    const held = this.#held.get(owner) ?? 0
    if (held + amount > this.#perOwner) return 'owner'
    this.#held.set(owner, held + amount)
    this.#total += amount
    return null
  }

  /** Gives back what was taken. */
  give(owner: string, amount: number): void {
    const left = (this.#held.get(owner) ?? 0) - amount
    if (left > 0) this.#held.set(owner, left)
    else this.#held.delete(owner)
    this.#total -= amount
  }
}
