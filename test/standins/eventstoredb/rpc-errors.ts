import { Metadata, status, type StatusObject } from '@grpc/grpc-js'

/** What ends a call without success. The trailers make the client's error class. */
export type RpcError = Partial<StatusObject> & Pick<StatusObject, 'code' | 'details'>

/** Names and texts as in the real server's `RpcExceptions` and `Constants.Exceptions`. */
function rpcError(
  code: status,
  details: string,
  exception?: string,
  trailers: Readonly<Record<string, string>> = {},
): RpcError {
  const metadata = new Metadata()
  if (exception !== undefined) metadata.set('exception', exception)
  for (const [name, value] of Object.entries(trailers)) metadata.set(name, value)
  return { code, details, metadata }
}

/** The caller may not do this. */
export const accessDenied = () => rpcError(status.PERMISSION_DENIED, 'Access Denied', 'access-denied')

/** The real server answers a wrong password with HTTP 401, which gRPC reads as this code. */
export const unauthenticated = () => rpcError(status.UNAUTHENTICATED, 'Bad gRPC response. HTTP status code: 401')

/** The stream was deleted for good (tombstone). */
export const streamDeleted = (stream: string) =>
  rpcError(status.FAILED_PRECONDITION, `Event stream '${stream}' is deleted.`, 'stream-deleted', {
    'stream-name': stream,
  })

/** Of deletes; an append answers with a message. `actual` is -1 for a stream without events. */
export const wrongExpectedVersion = (stream: string, expected: number, actual: number) =>
  rpcError(
    status.FAILED_PRECONDITION,
    `Delete failed due to WrongExpectedVersion. Stream: ${stream}, Expected version: ${expected}, Actual version: ${actual}`,
    'wrong-expected-version',
    { 'stream-name': stream, 'expected-version': String(expected), 'actual-version': String(actual) },
  )

/** The append is larger than `limit` bytes. */
export const maxAppendSizeExceeded = (limit: number) =>
  rpcError(status.INVALID_ARGUMENT, `Maximum Append Size of ${limit} Exceeded.`, 'maximum-append-size-exceeded', {
    'maximum-append-size': String(limit),
  })

/** A proposed event has no metadata property of this name. */
export const missingMetadata = (property: string) =>
  rpcError(
    status.INVALID_ARGUMENT,
    `Required Metadata Property '${property}' is missing`,
    'missing-required-metadata-property',
    { 'required-metadata-properties': 'type,content-type' },
  )

/** The call needs the leader; the answer says where it is. */
export const notLeader = ({ host, port }: { readonly host: string; readonly port: number }) =>
  rpcError(status.NOT_FOUND, 'Leader info available', 'not-leader', {
    'leader-endpoint-host': host,
    'leader-endpoint-port': String(port),
  })

/** A read that met something unforeseen, such as a position in the middle of a record. */
export const readFailed = (result: 'ReadAllResult' | 'FilteredReadAllResult') =>
  rpcError(status.UNKNOWN, `Unexpected ${result}: Error`)

/**
 * What gRPC makes of an exception that was not caught, such as that of a subscription that begins
 * in the middle of a record.
 */
export const unhandledException = () => rpcError(status.UNKNOWN, 'Exception was thrown by handler.')

/** The request itself is wrong. */
export const invalidArgument = (details: string) => rpcError(status.INVALID_ARGUMENT, details)

/** `state` as the real server says it. */
export const consumerTooSlow = (state: 'live' | 'transitioning to live') =>
  rpcError(
    status.ABORTED,
    `Operation timed out: Consumer too slow to handle event while ${state}. Client resubscription required.`,
  )

/** What an orderly shutdown ends open calls with. */
export const shuttingDown = () => rpcError(status.INTERNAL, 'Received RST_STREAM with code 2 (Internal server error)')

/** A refusal that a test has asked for. */
export const refused = (code: status) => rpcError(code, `refused with ${code} ${status[code]}, as the test asked`)
