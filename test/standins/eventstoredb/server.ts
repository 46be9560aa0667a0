import gossipGrpc from '@eventstore/db-client/generated/gossip_grpc_pb.js'
import operationsGrpc from '@eventstore/db-client/generated/operations_grpc_pb.js'
import serverFeaturesGrpc from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js'
import streamsGrpc from '@eventstore/db-client/generated/streams_grpc_pb.js'
import { Server, ServerCredentials } from '@grpc/grpc-js'
import { append } from './appends.js'
import { batchAppend } from './batch-appends.js'
import { gossipRead, supportedMethods, type Member } from './cluster.js'
import { softDelete, tombstone } from './deletes.js'
import type { Node } from './node.js'
import { startScavenge } from './operations.js'
import { read } from './reads.js'

/** Key and certificate, PEM. */
export interface TlsFiles {
  readonly key: string
  readonly cert: string
}

/**
 * The default of Kestrel, the real server's HTTP server, which `Program.cs` leaves as it is. More
 * wait in the client.
 */
const CALLS_PER_CONNECTION = 100

/** Reads answer with bytes that were serialised once per event. */
const streamsService = {
  ...streamsGrpc.StreamsService,
  read: { ...streamsGrpc.StreamsService.read, responseSerialize: (message: Buffer) => message },
}

/** The gRPC server of a node, on a free port of the loopback interface. */
export async function startGrpcServer(
  node: Node,
  members: () => readonly Member[],
  tls: TlsFiles | undefined,
): Promise<{ readonly port: number; close(): void }> {
  const server = new Server({
    'grpc.max_receive_message_length': -1,
    'grpc.max_concurrent_streams': CALLS_PER_CONNECTION,
  })
  const services = [streamsGrpc.StreamsService, gossipGrpc.GossipService, serverFeaturesGrpc.ServerFeaturesService]
  server.addService(streamsService, {
    append: append(node),
    batchAppend: batchAppend(node),
    read: read(node),
    delete: softDelete(node),
    tombstone: tombstone(node),
  })
  server.addService(operationsGrpc.OperationsService, { startScavenge: startScavenge(node) })
  server.addService(gossipGrpc.GossipService, { read: gossipRead(members) })
  server.addService(serverFeaturesGrpc.ServerFeaturesService, {
    getSupportedMethods: supportedMethods(services.flatMap((service) => Object.values(service))),
  })
  const credentials =
    tls === undefined
      ? ServerCredentials.createInsecure()
      : ServerCredentials.createSsl(null, [{ private_key: Buffer.from(tls.key), cert_chain: Buffer.from(tls.cert) }])
  const port = await new Promise<number>((resolve, reject) => {
    server.bindAsync('127.0.0.1:0', credentials, (error, bound) => (error === null ? resolve(bound) : reject(error)))
  })
  return { port, close: () => server.forceShutdown() }
}
