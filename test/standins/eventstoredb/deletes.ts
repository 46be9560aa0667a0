import streams from '@eventstore/db-client/generated/streams_pb.js'
import type { handleUnaryCall } from '@grpc/grpc-js'
import { expectedRevision } from './appends.js'
import type { ExpectedRevision, WriteResult } from './database.js'
import { streamNameOf } from './messages.js'
import type { Call, Node } from './node.js'
import { streamDeleted, wrongExpectedVersion, type RpcError } from './rpc-errors.js'

type DeleteResp = InstanceType<typeof streams.DeleteResp>
type TombstoneResp = InstanceType<typeof streams.TombstoneResp>

/** `Streams.Delete`, the soft one. As the real server's `Streams.Delete.cs`. */
export function softDelete(node: Node): handleUnaryCall<InstanceType<typeof streams.DeleteReq>, DeleteResp> {
  return (call, callback) => {
    const { stream, expected } = target(call.request.getOptions())
    remove(node, call, stream, expected, () => node.database.softDelete(stream, expected)).then(
      (position) => {
        if (typeof position === 'object') return callback(position)
        const at = new streams.DeleteResp.Position().setCommitPosition(position).setPreparePosition(position)
        callback(null, new streams.DeleteResp().setPosition(at))
      },
      (error: unknown) => callback(error as Error),
    )
  }
}

/** `Streams.Tombstone`: for good. A second one is refused like every other write to the stream. */
export function tombstone(node: Node): handleUnaryCall<InstanceType<typeof streams.TombstoneReq>, TombstoneResp> {
  return (call, callback) => {
    const { stream, expected } = target(call.request.getOptions())
    remove(node, call, stream, expected, () => node.database.tombstone(stream, expected)).then(
      (position) => {
        if (typeof position === 'object') return callback(position)
        const at = new streams.TombstoneResp.Position().setCommitPosition(position).setPreparePosition(position)
        callback(null, new streams.TombstoneResp().setPosition(at))
      },
      (error: unknown) => callback(error as Error),
    )
  }
}

function target(options: InstanceType<typeof streams.DeleteReq.Options> | undefined): {
  readonly stream: string
  readonly expected: ExpectedRevision
} {
  const revision = options?.hasRevision() === true ? Number(options.getRevision()) : null
  return {
    stream: streamNameOf(options?.getStreamIdentifier()),
    expected: options === undefined ? 'any' : expectedRevision(options, revision),
  }
}

/**
 * The position of what was written, or why nothing was. Never settles when the answer is to be
 * lost.
 */
async function remove(
  node: Node,
  call: Call,
  stream: string,
  expected: ExpectedRevision,
  perform: () => WriteResult,
): Promise<string | RpcError> {
  const refusal = node.refusal(call.metadata, stream, '$d')
  if (refusal !== null) return refusal
  const result = await node.write(call, perform)
  if (result === null) return new Promise(() => {})
  if ('code' in result) return result
  if (result.kind === 'deleted') return streamDeleted(stream)
  if (result.kind === 'written') return String(result.position)
  return wrongExpectedVersion(stream, numberOf(expected), result.current)
}

/** The real server's numbers for what is no revision. */
function numberOf(expected: ExpectedRevision): number {
  if (typeof expected === 'number') return expected
  return { any: -2, noStream: -1, streamExists: -4 }[expected]
}
