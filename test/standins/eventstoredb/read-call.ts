import type streams from '@eventstore/db-client/generated/streams_pb.js'
import type { ServerWritableStream } from '@grpc/grpc-js'

/** A `Streams.Read` call; what is written to it are serialised messages. */
export type ReadCall = ServerWritableStream<InstanceType<typeof streams.ReadReq>, Buffer>

/** Resolves when HTTP/2's flow control lets more be written, or the caller has left. */
export function drained(call: ReadCall): Promise<void> {
  return new Promise((resume) => {
    const done = () => {
      call.off('drain', done)
      call.off('cancelled', done)
      resume()
    }
    call.on('drain', done)
    call.on('cancelled', done)
  })
}
