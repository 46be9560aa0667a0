import type { Claim, WorkSource } from './work-list.js'

/** What a job came to: it can go no further for now. */
export interface JobResult {
  /** Position of the last event that was taken into account. */
  readonly seen: bigint
  /** When to look again; null: there is nothing left to do. */
  readonly nextLook: Date | null
  /** Whether an outage stopped it: such tries back off. */
  readonly outage: boolean
}

/** A worker's hold on a claim: what a job can ask while it works. */
export interface Lease {
  /**
   * To be asked before every effect outside: false means that another worker took over. `surely`:
   * asks the database in any case.
   */
  stillMine(surely?: boolean): Promise<boolean>
  /**
   * Whether the claim has not run out, by the clocks of this process as they are now. A process
   * that was paused may go on for a moment before `lost` aborts: this is for the last look, with
   * nothing but the effect behind it.
   */
  isHeld(): boolean
  /**
   * Aborts once the claim has run out without being renewed (the process was paused, the database
   * is away) or was taken over: of an effect that was begun before, whatever has not left the
   * process by then must not leave it any more.
   */
  readonly lost: AbortSignal
  /** Aborts when the process is to end: finish what is under way, begin nothing. */
  readonly signal: AbortSignal
}

/** One kind of work. */
export interface Job {
  readonly source: WorkSource
  /** Claims that one process works on at a time. */
  readonly concurrency: number
  /**
   * Carries the claimed work as far as it goes without waiting. Throws what went wrong inside; the
   * worker tries again later.
   */
  advance(claim: Claim, lease: Lease): Promise<JobResult>
  /**
   * Faults of our own did not pass: puts that on record, unless another worker took over. Answers
   * false where such work can't be given up; it is parked, which means tried again with growing
   * pauses and told at each. null: such work is tried for ever.
   */
  readonly giveUp: ((claim: Claim, error: unknown, lease: Pick<Lease, 'stillMine'>) => Promise<boolean>) | null
}
