import { randomUUID } from 'node:crypto'
import gossip from '@eventstore/db-client/generated/gossip_pb.js'
import serverFeatures from '@eventstore/db-client/generated/serverfeatures_pb.js'
import shared from '@eventstore/db-client/generated/shared_pb.js'
import type { handleUnaryCall, MethodDefinition } from '@grpc/grpc-js'
import type { Endpoint } from './fault-switches.js'

/** The release whose behaviour is copied. */
const SERVER_VERSION = '23.10.0'

type Empty = InstanceType<typeof shared.Empty>

/** A node as the gossip describes it. */
export interface Member {
  readonly endpoint: Endpoint
  readonly leads: boolean
  readonly alive: boolean
}

/** `Gossip.Read`: who belongs to the cluster, for clients that discover their node. */
export function gossipRead(
  members: () => readonly Member[],
): handleUnaryCall<Empty, InstanceType<typeof gossip.ClusterInfo>> {
  const { LEADER, FOLLOWER } = gossip.MemberInfo.VNodeState
  return (_call, callback) => {
    const list = members().map(({ endpoint, leads, alive }) =>
      new gossip.MemberInfo()
        .setInstanceId(new shared.UUID().setString(randomUUID()))
        .setTimeStamp(String(Date.now() * 10_000))
        .setState(leads ? LEADER : FOLLOWER)
        .setIsAlive(alive)
        .setHttpEndPoint(new gossip.EndPoint().setAddress(endpoint.host).setPort(endpoint.port)),
    )
    callback(null, new gossip.ClusterInfo().setMembersList(list))
  }
}

/**
 * `ServerFeatures.GetSupportedMethods`: by this the client decides, for one, between the classic
 * append and the batch.
 */
export function supportedMethods(
  methods: readonly Pick<MethodDefinition<unknown, unknown>, 'path'>[],
): handleUnaryCall<Empty, InstanceType<typeof serverFeatures.SupportedMethods>> {
  const list = methods.map(({ path }) => {
    const [, service = '', method = ''] = path.toLowerCase().split('/')
    const features = service.endsWith('.streams') ? (featuresOf.get(method) ?? []) : []
    return new serverFeatures.SupportedMethod()
      .setServiceName(service)
      .setMethodName(method)
      .setFeaturesList([...features])
  })
  return (_call, callback) => {
    callback(
      null,
      new serverFeatures.SupportedMethods().setMethodsList(list).setEventStoreServerVersion(SERVER_VERSION),
    )
  }
}

const featuresOf: ReadonlyMap<string, readonly string[]> = new Map([
  ['read', ['position', 'events']],
  ['batchappend', ['deadline_duration']],
])
