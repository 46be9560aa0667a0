import type { Claim, Lane, WorkSource } from './work-list.js'

/** The result of a job that can't continue for now. */
export interface JobResult {
  /** Position of the last processed event. */
  readonly seen: bigint
  /** When it is due again; null: nothing is left to do. */
  readonly nextLook: Date | null
  /** Whether an outage stopped it: the pauses between such tries grow. */
  readonly outage: boolean
  /** The process is to end: this was no try, so the counts of outages and faults stay. */
  readonly interrupted?: true
  /** The lane that it waits in; absent: the one that it was taken from. */
  readonly lane?: string
  /** What wakes it before `nextLook`; absent: nothing. */
  readonly waitsFor?: string
  /**
   * Whether what it waits for came while it was worked on, when nothing could be woken. Called
   * once it waits; absent: it can't have been missed.
   */
  readonly missed?: () => Promise<boolean>
}

/** The result of a job whose process is to end: another process continues at once. */
export function interrupted(seen: bigint, now: Date): JobResult {
  return { seen, nextLook: now, outage: false, interrupted: true }
}

/** A worker's claim, for a job to check while it works. */
export interface Lease {
  /**
   * Call it before every external effect: false means that another worker took over. `surely`:
   * asks the database in any case.
   */
  stillMine(surely?: boolean): Promise<boolean>
  /**
   * Whether the claim has not expired, by the clocks of this process as they are now. A paused
   * process may run for a moment before `lost` aborts: this is for the last check, directly before
   * the effect.
   */
  isHeld(): boolean
  /**
   * Aborts once the claim has expired without being renewed (the process was paused, the database
   * is unavailable) or was taken over: the rest of an effect begun before must not be sent any
   * more.
   */
  readonly lost: AbortSignal
  /** Aborts when the process is to end: finish what is under way, begin nothing. */
  readonly signal: AbortSignal
  /**
   * Continues in another lane, if it is open and has room; else the work is to be released to wait
   * in that lane.
   */
  enter(lane: Lane): Promise<boolean>
}

/** One kind of work. */
export interface Job {
  readonly source: WorkSource
  /** The lanes in which its work waits. */
  readonly lanes: readonly Lane[]
  /** The number of claims that one process works on at a time, in each lane. */
  readonly concurrency: number
  /**
   * Does the claimed work as far as possible without waiting. Throws errors; the worker tries
   * again later.
   */
  advance(claim: Claim, lease: Lease): Promise<JobResult>
  /**
   * Called after a persistent fault of the service: records the failure, unless another worker
   * took over. Returns false if such work can't be given up; it is then parked: tried again with
   * growing pauses, and logged each time. null: such work is tried without end.
   */
  readonly giveUp: ((claim: Claim, error: unknown, lease: Pick<Lease, 'stillMine'>) => Promise<boolean>) | null
}
