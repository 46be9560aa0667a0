/** Who had reached the limit: this owner, or all owners together. */
export type Shortage = 'owner' | 'all'

/** An amount that owners share, so that none of them can have all of it. */
export class Shares {
  readonly #limit: number
  readonly #perOwner: number
  readonly #held = new Map<string, number>()
  #total = 0

  constructor(limit: number, perOwner: number) {
    this.#limit = limit
    this.#perOwner = perOwner
  }

  /** Takes an amount for an owner; null: done. Else nothing was taken. */
  take(owner: string, amount: number): Shortage | null {
    if (this.#total + amount > this.#limit) return 'all'
    const held = this.#held.get(owner) ?? 0
    if (held + amount > this.#perOwner) return 'owner'
    this.#held.set(owner, held + amount)
    this.#total += amount
    return null
  }

  /** Returns an amount that was taken. */
  give(owner: string, amount: number): void {
    const left = (this.#held.get(owner) ?? 0) - amount
    if (left > 0) this.#held.set(owner, left)
    else this.#held.delete(owner)
    this.#total -= amount
  }
}
