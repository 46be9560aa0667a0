import type { Claim, Lane, FreeLane } from './work-list.js'

/** The slot of one claimed piece of work in its lane. */
export interface Slot {
  isIn(lane: string): boolean
  /** Moves to another lane, if there is room. */
  moveTo(lane: string): boolean
  leave(): void
}

/**
 * How much of each lane a process works on, and whose turn it is there: so a government that is
 * slow to answer occupies the slots of its own lanes only.
 */
export class LaneSlots {
  readonly #lanes: readonly Lane[]
  readonly #most: number
  readonly #taken = new Map<string, number>()
  /** The account that was served last, by lane. */
  readonly #served = new Map<string, string>()

  /** `most`: the number of pieces at a time in each lane. */
  constructor(lanes: readonly Lane[], most: number) {
    this.#lanes = lanes
    this.#most = most
  }

  /** The lanes that have room. */
  free(): readonly FreeLane[] {
    return this.#lanes.flatMap((lane) => {
      const wanted = this.#most - this.#in(lane.name)
      return wanted > 0 ? [{ ...lane, wanted, after: this.#served.get(lane.name) ?? '' }] : []
    })
  }

  /** Assigns a slot to a claimed piece. */
  take({ lane: from, account }: Claim): Slot {
    let lane: string | null = from
    this.#served.set(from, account)
    this.#add(from, 1)
    return {
      isIn: (name) => lane === name,
      moveTo: (to) => {
        if (lane === null || this.#in(to) >= this.#most) return false
        this.#add(lane, -1)
        this.#add(to, 1)
        lane = to
        return true
      },
      leave: () => {
        if (lane !== null) this.#add(lane, -1)
        lane = null
      },
    }
  }

  /** Whether the claims fill one of the requested lanes. */
  wereFilled(lanes: readonly FreeLane[], claims: readonly Claim[]): boolean {
    return lanes.some(({ name, wanted }) => claims.filter(({ lane }) => lane === name).length >= wanted)
  }

  #in(lane: string): number {
    return this.#taken.get(lane) ?? 0
  }

  #add(lane: string, count: number): void {
    this.#taken.set(lane, this.#in(lane) + count)
  }
}
