import { EventStoreUnavailable } from '../port.js'

/**
 * gRPC's status codes (https://grpc.github.io/grpc/core/md_doc_statuscodes.html), as far as they
 * are distinguished here.
 */
const CODE = { notFound: 5, permissionDenied: 7, unauthenticated: 16 } as const

/**
 * Temporary statuses, each seen from a server that was cut off, stopped, overloaded or elected:
 * cancelled (1), unknown (2), deadline exceeded (4), resource exhausted (8), aborted (10, its own
 * time-out and "Consumer too slow"), internal (13, a shutdown), unavailable (14).
 */
const PASSING: readonly number[] = [1, 2, 4, 8, 10, 13, 14]

/**
 * The client's errors that are answers. Only the type identifies them: other errors have the same
 * codes.
 */
type Answer = 'wrong-expected-version' | 'stream-deleted' | 'stream-not-found' | 'maximum-append-size-exceeded'

/** Whether the error is this answer of the server. */
export function isAnswer(error: unknown, answer: Answer): boolean {
  return kindOf(error) === answer
}

/** Whether the server refuses our user, or the operation to this user. */
export function refusal(error: unknown): 'user' | 'access' | null {
  const code = codeOf(error)
  if (code === CODE.unauthenticated) return 'user'
  return code === CODE.permissionDenied ? 'access' : null
}

/**
 * Translates an error to the port's: `EventStoreUnavailable` for every temporary one (the outcome
 * of an append is then unknown), else the error itself.
 */
export function translated(error: unknown): unknown {
  if (error instanceof EventStoreUnavailable) return error
  const refused = refusal(error)
  if (refused !== null) {
    const who = refused === 'user' ? 'does not accept the user or password' : 'denies this user access'
    return new EventStoreUnavailable(`The event store ${who}`, { cause: error })
  }
  return isPassing(error) ? new EventStoreUnavailable('The event store can’t be reached', { cause: error }) : error
}

function isPassing(error: unknown): boolean {
  const code = codeOf(error)
  if (code !== null) return PASSING.includes(code) || kindOf(error) === 'not-leader'
  // The client throws plain errors when it finds no node of a cluster, and when a channel was
  // closed under a call.
  return error instanceof Error && /discover|shut down|not leader/i.test(error.message)
}

function codeOf(error: unknown): number | null {
  return error instanceof Error && 'code' in error && typeof error.code === 'number' ? error.code : null
}

function kindOf(error: unknown): unknown {
  return error instanceof Error && 'type' in error ? error.type : null
}
