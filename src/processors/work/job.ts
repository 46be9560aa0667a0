import type { Claim, Lane, WorkSource } from './work-list.js'

/** The result of a job that can go no further for now. */
export interface JobResult {
  /** Position of the last event that was taken into account. */
  readonly seen: bigint
  /** When to look again; null: there is nothing left to do. */
  readonly nextLook: Date | null
  /** Whether an outage stopped it: the pauses between such tries grow. */
  readonly outage: boolean
  /** The lane that it waits in; absent: the one that it was taken from. */
  readonly lane?: string
  /** What wakes it before `nextLook`; absent: nothing. */
  readonly waitsFor?: string
}

/** A worker's claim, as a job can ask about it while it works. */
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
   * is away) or was taken over: whatever an effect begun before has not sent by then must not be
   * sent any more.
   */
  readonly lost: AbortSignal
  /** Aborts when the process is to end: finish what is under way, begin nothing. */
  readonly signal: AbortSignal
  /**
   * Goes on in another lane, if it is open and has room; else the work is to be given back to wait
   * in that lane.
   */
  enter(lane: Lane): Promise<boolean>
}

/** One kind of work. */
export interface Job {
  readonly source: WorkSource
  /** Where its work waits. */
  readonly lanes: readonly Lane[]
  /** Claims that one process works on at a time, in each lane. */
  readonly concurrency: number
  /**
   * Does the claimed work as far as it can go without waiting. Throws what went wrong; the worker
   * tries again later.
   */
  advance(claim: Claim, lease: Lease): Promise<JobResult>
  /**
   * Called when a fault of the service does not pass: records the failure, unless another worker
   * took over. Gives false where such work can't be given up; it is then parked: tried again with
   * growing pauses, and logged each time. null: such work is tried without end.
   */
  readonly giveUp: ((claim: Claim, error: unknown, lease: Pick<Lease, 'stillMine'>) => Promise<boolean>) | null
}
