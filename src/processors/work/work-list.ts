import type { Environment, Scope } from '../../domain/event.js'

/** The kinds of work. */
export const WORK_KINDS = ['invoices', 'deliveries', 'connections', 'collections', 'looks', 'answers'] as const

/** The source of one kind of work. */
export interface WorkSource {
  readonly kind: (typeof WORK_KINDS)[number]
  /** The read model that shows it. */
  readonly projection: string
  /**
   * `SELECT key, account, environment, lane, due_at, position` from the rows of the read model
   * that are `candidate`.
   */
  readonly work: (candidate: string) => string
}

/** Tries in a row that failed, by cause. */
export interface Tries {
  /** Temporary outages of the government, the event store or the database. */
  readonly outages: number
  /** Faults of the service itself. */
  readonly faults: number
}

/** Work that this process may do until the claim ends. */
export interface Claim extends Tries {
  readonly kind: WorkSource['kind']
  readonly key: string
  readonly account: string
  readonly environment: Environment
  /** The queue that it was taken from. */
  readonly lane: string
  /** The newest event that required work when it was claimed. */
  readonly position: bigint
  /**
   * Of this claim alone, also if the work is done and comes again: a worker whose token differs
   * from the list's was overtaken.
   */
  readonly token: string
}

/** The next state of released work. */
export interface Rest extends Tries {
  /** Events up to here are processed. */
  readonly seen: bigint
  /** When it is due again; null: it is done. */
  readonly dueAt: Date | null
  /** The queue that it waits in; absent: the one that it was taken from. */
  readonly lane?: string
  /** What wakes it before `dueAt`, for `wake`; absent: nothing. */
  readonly waitsFor?: string
}

/**
 * A queue of work that is served separately from others: a limited number of pieces at a time,
 * fair between accounts.
 */
export interface Lane {
  readonly name: string
  /**
   * The government that this work calls; null: none. While its gate is closed, nothing is claimed.
   */
  readonly government: string | null
}

/** The lane of work that calls no government, and of work without a lane so far. */
export const AT_HOME: Lane = { name: '', government: null }

/** How much may be claimed from a lane. */
export interface FreeLane extends Lane {
  readonly wanted: number
  /** The account that was served last: the next ones are served first. */
  readonly after: string
  /** The share of one account; absent: as much as there is room. */
  readonly share?: Share
}

/** How much of a lane one account may occupy. */
export interface Share {
  readonly most: number
  /** How much each account occupies by now. */
  readonly held: ReadonlyMap<string, number>
}

/** The scope of the work. */
export function scopeOf({ account, environment }: Pick<Claim, 'account' | 'environment'>): Scope {
  return { account, environment }
}

/**
 * The work list: which process works on what, and when the rest is due again. One list for all
 * kinds of work and any number of processes. Claims end by the list's own clock, due times are the
 * service's. The list is operational: every effect is guarded by the streams' own events.
 */
export interface WorkList {
  /** Seconds after which a worker that stopped renewing (killed, paused) loses its claims. */
  readonly claimSeconds: number
  /**
   * Adds the rows that the read model has got since the last call. Projections commit in the order
   * of positions, so no row appears later behind the mark.
   */
  admit(source: WorkSource): Promise<void>
  /**
   * Makes one piece of work due, because of the event at `position`. Has no effect if there is
   * none.
   */
  hasten(kind: WorkSource['kind'], key: string, position: bigint, dueAt: Date): Promise<void>
  /** Makes due all work that was released to wait for this. */
  wake(waitsFor: string, dueAt: Date): Promise<void>
  /**
   * Claims due work that no process holds: from each lane as much as there is room, in turns
   * between its accounts and no more of one than its share, the longest due first within one.
   * Nothing if the lane's gate or its government's is closed; one piece at a time while a
   * government recovers.
   */
  claim(source: WorkSource, now: Date, lanes: readonly FreeLane[]): Promise<readonly Claim[]>
  /** Renews the claims; returns those that are still held. */
  renew(claims: readonly Claim[]): Promise<readonly Claim[]>
  /**
   * Releases work: events up to `seen` are processed until `dueAt`; null: for good. Later events
   * keep their own due time. Has no effect for a worker that was overtaken.
   */
  release(claim: Claim, rest: Rest): Promise<void>
  /**
   * Compares the whole list with the read model: adds missing work, removes work that no longer
   * waits. It repairs the unforeseeable, such as a database that was restored to an older point.
   */
  reconcile(source: WorkSource): Promise<void>
  /**
   * Ends all claims. Only for a process that is certainly alone, such as one that has just locked
   * the embedded database.
   */
  releaseAll(): Promise<void>
}

/**
 * Who may be called, for all processes together: a circuit breaker for each government, one for
 * each connection to a customer's own system, and a bar for each lane whose calls are used up.
 * Work behind the closed gate of a government is not touched, however much it is; work behind that
 * of a connection waits for it (`openingAwaited`).
 */
export interface Gates {
  /**
   * A call to the government was answered: it is reachable, which is recorded with the time. Cheap
   * if it always was.
   */
  answered(government: string, now: Date): Promise<void>
  /**
   * A government, or the system of a connection (by its gate), could not be reached. After several
   * such calls in a row its gate closes, for a
   * time that grows and is jittered, and is at least this number of seconds. Then single calls
   * probe whether it is back, and with their success the flow grows again. `begunAt`: when the
   * call began, by default now; a call that was under way already when the gate closed shows
   * nothing new.
   */
  away(gate: string, now: Date, atLeastSeconds: number, begunAt?: Date): Promise<void>
  /** Nothing is claimed from this lane, or called with this connection, before then. */
  close(gate: string, until: Date): Promise<void>
  /** When the lane may be served again, as known a moment ago; null: it may now. */
  closedUntil(lane: Lane, now: Date): Promise<Date | null>
  /**
   * Asked before a call with a connection: null: it may begin; else until when its gate is
   * closed. Once that time has passed, one call at a time probes whether the customer's system is
   * back: the gate is closed to others until the answer, for a minute at most. Cheap if there is
   * no gate.
   */
  pass(gate: string, now: Date): Promise<Date | null>
  /**
   * A call with a connection was answered: its gate is removed, unless its calls are used up, and
   * the work that waits for it is woken. Cheap if there is no gate.
   */
  reached(gate: string, now: Date): Promise<void>
  /** The probe that this gate let through made no call, so another one may. */
  unused(gate: string, now: Date): Promise<void>
}
