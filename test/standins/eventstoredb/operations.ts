import operations from '@eventstore/db-client/generated/operations_pb.js'
import type { handleUnaryCall } from '@grpc/grpc-js'
import type { Node } from './node.js'

const { STARTED } = operations.ScavengeResp.ScavengeResult

/**
 * `Operations.StartScavenge`: at once and to its end, where the real server takes its time. The
 * stream `$scavenges-<id>` reports the end on both.
 */
export function startScavenge(
  node: Node,
): handleUnaryCall<InstanceType<typeof operations.StartScavengeReq>, InstanceType<typeof operations.ScavengeResp>> {
  return (call, callback) => {
    const refusal = node.refusal(call.metadata, '$scavenges', '$w')
    if (refusal !== null) return callback(refusal)
    const id = node.database.scavenge()
    callback(null, new operations.ScavengeResp().setScavengeId(id).setScavengeResult(STARTED))
  }
}
