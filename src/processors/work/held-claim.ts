import type { Instant, Timers } from '../../domain/timers.js'
import type { Claim, WorkList } from './work-list.js'

/** A claim renewed within this part of its time is certainly still held. */
const SURELY_HELD = 1 / 3

/**
 * One claim as its worker holds it: the fence before every effect. The database's token decides
 * which worker may write to the work list. This class decides, by the clocks of its own process,
 * whether the worker may still act outside: a paused process can't be notified.
 */
export class HeldClaim {
  readonly claim: Claim
  readonly #workList: WorkList
  readonly #timers: Pick<Timers, 'instant'>
  readonly #lost = new AbortController()
  #renewedAt: Instant

  /**
   * `claimedAt`: a time before the database was asked, so that the claim is never assumed to last
   * longer than it does there.
   */
  constructor(claim: Claim, workList: WorkList, timers: Pick<Timers, 'instant'>, claimedAt: Instant) {
    this.claim = claim
    this.#workList = workList
    this.#timers = timers
    this.#renewedAt = claimedAt
  }

  /** Aborts when the claim has expired or was taken over. */
  get lost(): AbortSignal {
    return this.#lost.signal
  }

  /**
   * Whether it is held; asks the database unless it was renewed a moment ago. `surely`: asks in
   * any case.
   */
  async stillMine(surely = false): Promise<boolean> {
    if (this.#lost.signal.aborted) return false
    if (!surely && this.#age() < this.#workList.claimSeconds * 1000 * SURELY_HELD) return true
    const asked = this.#timers.instant()
    const held = await this.#workList.renew([this.claim])
    if (held.length === 0) this.#lost.abort()
    else this.renewed(asked)
    return !this.#lost.signal.aborted
  }

  /** `at`: a time before the database was asked. */
  renewed(at: Instant): void {
    this.#renewedAt = at
    this.isHeld()
  }

  /**
   * Whether the claim has not expired yet, by the clocks of this process; `lost` aborts if it has.
   */
  isHeld(): boolean {
    if (this.#age() >= this.#workList.claimSeconds * 1000) this.#lost.abort()
    return !this.#lost.signal.aborted
  }

  #age(): number {
    const now = this.#timers.instant()
    return Math.max(now.monotonic - this.#renewedAt.monotonic, now.wall - this.#renewedAt.wall)
  }
}
