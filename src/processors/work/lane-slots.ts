import type { Claim, Lane, FreeLane } from './work-list.js'

/** The slot of one claimed piece of work in its lane. */
export interface Slot {
  isIn(lane: string): boolean
  /** Moves to another lane, if there is room for its account. */
  moveTo(lane: string): boolean
  leave(): void
}

/**
 * How much of each lane a process works on, and whose turn it is there: so a government that is
 * slow to answer occupies the slots of its own lanes only. One account has half of a lane's slots
 * at most, even while no other waits: where its own platform never answers, its calls would hold
 * what others need a moment later.
 */
export class LaneSlots {
  readonly #lanes: readonly Lane[]
  readonly #most: number
  /** The most for one account. */
  readonly #share: number
  /** The number of taken slots, by lane and account. */
  readonly #taken = new Map<string, Map<string, number>>()
  /** The account that was served last, by lane. */
  readonly #served = new Map<string, string>()

  /** `most`: the number of pieces at a time in each lane. */
  constructor(lanes: readonly Lane[], most: number) {
    this.#lanes = lanes
    this.#most = most
    this.#share = Math.max(1, Math.floor(most / 2))
  }

  /** The lanes that have room. */
  free(): readonly FreeLane[] {
    return this.#lanes.flatMap((lane) => {
      const wanted = this.#most - this.#in(lane.name)
      const share = { most: this.#share, held: new Map(this.#taken.get(lane.name)) }
      return wanted > 0 ? [{ ...lane, wanted, after: this.#served.get(lane.name) ?? '', share }] : []
    })
  }

  /** Assigns a slot to a claimed piece. */
  take({ lane: from, account }: Claim): Slot {
    let lane: string | null = from
    this.#served.set(from, account)
    this.#add(from, account, 1)
    return {
      isIn: (name) => lane === name,
      moveTo: (to) => {
        if (lane === null || this.#in(to) >= this.#most || this.#of(to, account) >= this.#share) return false
        this.#add(lane, account, -1)
        this.#add(to, account, 1)
        lane = to
        return true
      },
      leave: () => {
        if (lane !== null) this.#add(lane, account, -1)
        lane = null
      },
    }
  }

  /** Whether the claims fill one of the requested lanes. */
  wereFilled(lanes: readonly FreeLane[], claims: readonly Claim[]): boolean {
    return lanes.some(({ name, wanted }) => claims.filter(({ lane }) => lane === name).length >= wanted)
  }

  #in(lane: string): number {
    let count = 0
    for (const each of this.#taken.get(lane)?.values() ?? []) count += each
    return count
  }

  #of(lane: string, account: string): number {
    return this.#taken.get(lane)?.get(account) ?? 0
  }

  #add(lane: string, account: string, count: number): void {
    const accounts = this.#taken.get(lane) ?? new Map<string, number>()
    const after = (accounts.get(account) ?? 0) + count
    // Accounts without a slot are forgotten.
    if (after === 0) accounts.delete(account)
    else accounts.set(account, after)
    this.#taken.set(lane, accounts)
  }
}
