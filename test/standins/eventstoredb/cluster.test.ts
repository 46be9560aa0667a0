/** TLS, users and their rights, and clusters. */
import { END, EventStoreDBClient, NO_STREAM } from '@eventstore/db-client'
import { status } from '@grpc/grpc-js'
import t from 'tap'
import { selfSigned } from '../../support/certificate.js'
import { waitFor } from '../../support/wait-for.js'
import { collect, connect, credentials, failure, openStandIn, someEvents } from './for-test.js'
import { startEventStoreDbCluster } from './index.js'

const users = { admin: 'changeit', reader: 'secret:with colon' }

void t.test('over TLS users authenticate, and $all is for administrators', async (t) => {
  const standIn = await openStandIn(t, { tls: selfSigned('localhost'), users })
  const admin = connect(t, standIn.connectionString)
  const anonymous = connect(t, standIn.connectionString.replace('admin:changeit@', ''))
  const as = (username: string, password: string) => ({ credentials: { username, password } })
  const reader = as('reader', 'secret:with colon')
  await admin.appendToStream('1', someEvents(1), { expectedRevision: NO_STREAM, credentials })

  const denied = { name: 'AccessDeniedError', code: status.PERMISSION_DENIED, type: 'access-denied' }
  t.match(await failure(collect(anonymous.readStream('1'))), denied)
  t.match(await failure(anonymous.appendToStream('1', someEvents(1))), { name: 'AccessDeniedError' })
  t.match(await failure(collect(anonymous.subscribeToAll({ fromPosition: END }))), denied)
  t.match(await failure(anonymous.appendToStream('1', someEvents(1), as('admin', 'wrong'))), {
    name: 'AccessDeniedError',
    code: status.UNAUTHENTICATED,
  })

  t.equal((await collect(anonymous.readStream('1', reader))).length, 1)
  t.match(await anonymous.appendToStream('1', someEvents(1), reader), { nextExpectedRevision: 1n })
  t.match(await failure(collect(anonymous.readAll(reader))), denied)
  await admin.setStreamMetadata('$all', { acl: { readRoles: ['reader'] } })
  t.ok((await collect(anonymous.readAll(reader))).length > 2)
  await admin.setStreamMetadata('1', {
    acl: { readRoles: ['$all'], writeRoles: ['somebody'], deleteRoles: ['$admins'] },
  })
  t.match(await failure(anonymous.appendToStream('1', someEvents(1), reader)), denied)
  t.match(await failure(anonymous.deleteStream('1', reader)), denied)
  t.equal((await collect(anonymous.readStream('1', reader))).length, 2)
  t.match(await admin.deleteStream('1'), { position: { commit: 0n.constructor } })
})

void t.test('a follower refuses writes and names the leader, where the client goes next', async (t) => {
  const cluster = await startEventStoreDbCluster(3)
  t.teardown(() => cluster.stop())
  const [first, second] = cluster.nodes
  const client = connect(t, second?.connectionString ?? '')
  const append = () => client.appendToStream('1', someEvents(1), { credentials })
  t.match(await failure(append()), {
    name: 'NotLeaderError',
    code: status.NOT_FOUND,
    leader: { address: first?.endpoint.host, port: first?.endpoint.port },
  })
  t.match(await append(), { success: true })
  const follower = connect(t, second?.connectionString ?? '')
  t.equal((await collect(follower.readStream('1'))).length, 1, 'reads are everybody’s')
  t.match(await failure(collect(follower.readStream('1', { requiresLeader: true }))), { name: 'NotLeaderError' })
})

void t.test('a client that discovers finds the leader, and the next one', async (t) => {
  const cluster = await startEventStoreDbCluster(3)
  t.teardown(() => cluster.stop())
  const [first, second] = cluster.nodes
  for (const connectionString of [
    cluster.connectionString,
    second?.connectionString.replace('esdb:', 'esdb+discover:'),
  ]) {
    const client = connect(t, connectionString ?? '')
    t.match(await client.appendToStream('1', someEvents(1), { credentials }), { success: true })
  }
  const client = connect(t, cluster.connectionString)
  await client.appendToStream('1', someEvents(1), { credentials })
  await first?.kill()
  cluster.elect(1)
  await waitFor('the new leader', () => client.appendToStream('1', someEvents(1), { credentials }).catch(() => null))
  t.equal((await collect(client.readStream('1'))).length, 4)
})

void t.test('a single server can follow one that is elsewhere, and lead again', async (t) => {
  const { faults, connectionString } = await openStandIn(t)
  await faults.becomeFollower({ host: '127.0.0.1', port: 9 })
  const client = EventStoreDBClient.connectionString(connectionString)
  t.match(await failure(client.appendToStream('1', someEvents(1), { credentials })), { leader: { port: 9 } })
  await faults.becomeLeader()
  t.match(await connect(t, connectionString).appendToStream('1', someEvents(1), { credentials }), { success: true })
})
