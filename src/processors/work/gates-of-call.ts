import type { NoAnswer } from '../../countries/gateway/access.js'
import type { Gates } from './work-list.js'

/** The gates that a call has passed. */
interface PassedGates {
  readonly government: string
  /** The name of its lane. */
  readonly lane: string
  /** Of the connection; null: in the test environment. */
  readonly connection: string | null
  /** When the call began. */
  readonly begunAt: Date
}

/**
 * Asks the gate of a connection before a call with it. Returns until when it is closed, and then
 * lets another call probe the government in place of this one; null: the call may begin.
 * @param connection null: in the test environment
 */
export async function passConnection(
  gates: Gates,
  { government, connection }: Pick<PassedGates, 'government' | 'connection'>,
  now: Date,
): Promise<Date | null> {
  const closed = connection === null ? null : await gates.pass(connection, now)
  if (closed !== null) await gates.unused(government, now)
  return closed
}

/**
 * Opens or closes the gates of a call by what its outcome shows of the systems behind them.
 * @param outcome null: an answer
 */
export async function noteOutcome(
  gates: Gates,
  { government, lane, connection, begunAt }: PassedGates,
  outcome: NoAnswer | null,
  now: Date,
): Promise<void> {
  if (outcome === null || outcome.kind === 'unauthorized') {
    await gates.answered(government, now)
    if (connection !== null) await gates.reached(connection, now)
    return
  }
  const { concerns } = outcome
  if (outcome.kind === 'exhausted') {
    // A limit on shared calls keeps the lane closed, one of a customer's system its connection;
    // any other only this work.
    if (concerns === 'government') await gates.close(lane, outcome.until)
    if (connection !== null && concerns === 'connection') await gates.close(connection, outcome.until)
    else if (connection !== null) await gates.unused(connection, now)
    return
  }
  const { retryAfterSeconds } = outcome
  if (concerns === 'government') await gates.away(government, now, retryAfterSeconds, begunAt)
  // The government is reachable; else a gate that waits for this probe would stay closed.
  else await gates.answered(government, now)
  if (connection !== null && concerns === 'connection') await gates.away(connection, now, retryAfterSeconds, begunAt)
  // Not every such outcome is an answer of the customer's system.
  else if (connection !== null) await gates.unused(connection, now)
}
