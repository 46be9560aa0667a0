import type { status } from '@grpc/grpc-js'

/**
 * What a test can make go wrong. The same for a stand-in in the test's process and for one in a
 * process of its own.
 */
export interface Faults {
  /**
   * The next writes are committed and their connections cut instead of an answer: the client can't
   * know.
   */
  loseNextAnswers(count?: number): Promise<void>
  /**
   * The connections of the next writes are cut before anything is committed: to the client the
   * same as `loseNextAnswers`.
   */
  loseNextWrites(count?: number): Promise<void>
  /**
   * The next writes are refused with this gRPC code, and nothing is committed: 4 too late, 10
   * timed out, 14 unavailable.
   */
  refuseNextWrites(code: status, count?: number): Promise<void>
  /** Commits, and holds every answer until `releaseAnswers`. */
  holdAnswers(): Promise<void>
  releaseAnswers(): Promise<void>
  /** How many answers are held. */
  heldAnswers(): Promise<number>
  /**
   * Nothing is answered any more, not even HTTP/2's pings, and connections still succeed: a
   * machine that hangs. Ends with `thaw`; what was sent meanwhile is then answered. A process is
   * stopped with SIGSTOP.
   */
  freeze(): Promise<void>
  thaw(): Promise<void>
  /** Breaks all connections; new ones succeed. */
  cutConnections(): Promise<void>
  /** Ends all subscriptions without an error, as proxies and rolling upgrades do. */
  endSubscriptions(): Promise<void>
  /** How many subscriptions are open. */
  subscriptions(): Promise<number>
  /**
   * Makes this node a follower: it refuses writes, and calls that require a leader, and names the
   * given leader.
   */
  becomeFollower(leader: Endpoint): Promise<void>
  becomeLeader(): Promise<void>
}

/** Where a node of a cluster listens. */
export interface Endpoint {
  readonly host: string
  readonly port: number
}

/** The switches that concern writes. */
export class WriteFaults {
  #lostAnswers = 0
  #lostWrites = 0
  #refusals: { readonly code: status; count: number } | null = null
  #held: (() => void)[] | null = null

  get heldAnswers(): number {
    return this.#held?.length ?? 0
  }

  loseNextAnswers(count: number): void {
    this.#lostAnswers = count
  }

  loseNextWrites(count: number): void {
    this.#lostWrites = count
  }

  refuseNextWrites(code: status, count: number): void {
    this.#refusals = { code, count }
  }

  holdAnswers(): void {
    this.#held ??= []
  }

  releaseAnswers(): void {
    const held = this.#held ?? []
    this.#held = null
    for (const release of held) release()
  }

  /** What becomes of the write that is about to be committed. */
  beforeCommit(): 'commit' | 'lose' | { readonly code: status } {
    if (this.#refusals !== null && this.#refusals.count > 0) {
      this.#refusals.count -= 1
      return { code: this.#refusals.code }
    }
    if (this.#lostWrites === 0) return 'commit'
    this.#lostWrites -= 1
    return 'lose'
  }

  /**
   * Whether the answer of the write that was just committed is sent; waits while answers are held.
   */
  async beforeAnswer(): Promise<'send' | 'lose'> {
    if (this.#lostAnswers > 0) {
      this.#lostAnswers -= 1
      return 'lose'
    }
    if (this.#held !== null) await new Promise<void>((release) => this.#held?.push(release))
    return 'send'
  }
}
