import { randomUUID } from 'node:crypto'
import { EventStoreDBClient, jsonEvent, type JSONEventData } from '@eventstore/db-client'
import operationsGrpc from '@eventstore/db-client/generated/operations_grpc_pb.js'
import operations from '@eventstore/db-client/generated/operations_pb.js'
import { credentials as channels, Metadata } from '@grpc/grpc-js'
import type { Test } from 'tap'
import { waitFor } from '../../support/wait-for.js'
import { startEventStoreDb, type EventStoreDbOptions, type EventStoreDbStandIn } from './index.js'

/**
 * Given with an append, they make the client take the classic call instead of the batch; a server without users ignores them. Those of
 * `EVENTSTORE_URL` when it names some.
 */
export const credentials = credentialsOf(process.env['EVENTSTORE_URL'])

/** A server to hold facts against, and names that nobody else uses there. */
export interface TestServer {
  readonly client: EventStoreDBClient
  readonly connectionString: string
  /** A stream's name under a prefix of this test's own. */
  readonly named: (name: string) => string
}

/** The real server of `EVENTSTORE_URL` if that is set, else a stand-in of the test's own. */
export async function openServer(t: Test): Promise<TestServer> {
  const prefix = `t${randomUUID().slice(0, 8)}`
  const named = (name: string) => `${prefix}-${name}`
  const url = process.env['EVENTSTORE_URL']
  const connectionString = url ?? (await openStandIn(t)).connectionString
  return { client: connect(t, connectionString), connectionString, named }
}

export async function openStandIn(t: Test, options: EventStoreDbOptions = {}): Promise<EventStoreDbStandIn> {
  const standIn = await startEventStoreDb(options)
  t.teardown(() => standIn.stop())
  return standIn
}

export function connect(t: Test, connectionString: string): EventStoreDBClient {
  const client = EventStoreDBClient.connectionString(connectionString)
  t.teardown(() => client.dispose())
  return client
}

/** Has the server of a connection string without TLS scavenge its log, and waits for the end. */
export async function scavenge(connectionString: string): Promise<void> {
  const { host } = new URL(connectionString.replace(/^\w+:/, 'http:'))
  const service = new operationsGrpc.OperationsClient(host, channels.createInsecure())
  const client = EventStoreDBClient.connectionString(connectionString)
  const options = new operations.StartScavengeReq.Options().setThreadCount(1).setStartFromChunk(0)
  try {
    const started = await new Promise<InstanceType<typeof operations.ScavengeResp>>((resolve, reject) => {
      service.startScavenge(new operations.StartScavengeReq().setOptions(options), new Metadata(), (error, answer) =>
        error === null ? resolve(answer) : reject(error),
      )
    })
    const ended = async () => {
      const told = await collect(client.readStream(`$scavenges-${started.getScavengeId()}`)).catch(() => [])
      return told.some(({ event }) => event?.type === '$scavengeCompleted')
    }
    await waitFor('the end of the scavenge', ended, 120_000)
  } finally {
    service.close()
    await client.dispose()
  }
}

/** Small events with new ids. */
export function someEvents(count: number): JSONEventData[] {
  return Array.from({ length: count }, (_, number) => jsonEvent({ type: 'Happened', data: { number } }))
}

/** The rejection's class, code and what the client knows of it. */
export async function failure(call: Promise<unknown>): Promise<Record<string, unknown>> {
  try {
    await call
  } catch (error) {
    const { message, constructor } = error as Error
    return { ...(error as object), name: constructor.name, message }
  }
  throw new Error('it succeeded')
}

/** All of a finite read, as objects that tests compare. */
export async function collect<T>(events: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = []
  for await (const event of events) all.push(event)
  return all
}

function credentialsOf(url: string | undefined): { readonly username: string; readonly password: string } {
  const [, username = 'admin', password = 'changeit'] = /^\w+:\/\/([^:@/]+):([^@/]+)@/.exec(url ?? '') ?? []
  return { username: decodeURIComponent(username), password: decodeURIComponent(password) }
}
