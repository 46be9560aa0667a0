import { randomUUID } from 'node:crypto'
import { EventStoreDBClient, jsonEvent, type JSONEventData } from '@eventstore/db-client'
import operationsGrpc from '@eventstore/db-client/generated/operations_grpc_pb.js'
import operations from '@eventstore/db-client/generated/operations_pb.js'
import type { CallOptions, Metadata } from '@grpc/grpc-js'
import type { Test } from 'tap'
import { waitFor } from '../../support/wait-for.js'
import { startEventStoreDb, type EventStoreDbOptions, type EventStoreDbStandIn } from './index.js'

/**
 * Given with an append, they make the client take the classic call instead of the batch; a server
 * without users ignores them. Those of `EVENTSTORE_URL` when it names some.
 */
export const credentials = credentialsOf(process.env['EVENTSTORE_URL'])

/** A server to check facts on, and names that no one else uses there. */
interface TestServer {
  readonly client: EventStoreDBClient
  readonly connectionString: string
  /** A stream's name under a prefix of this test's own. */
  readonly named: (name: string) => string
}

/** The real server of `EVENTSTORE_URL` if that is set, else a stand-in for this test. */
export async function openServer(t: Test): Promise<TestServer> {
  const prefix = `t${randomUUID().slice(0, 8)}`
  const named = (name: string) => `${prefix}-${name}`
  const url = process.env['EVENTSTORE_URL']
  const connectionString = url ?? (await openStandIn(t)).connectionString
  return { client: connect(t, connectionString), connectionString, named }
}

/** Starts a stand-in, which stops when the test ends. */
export async function openStandIn(t: Test, options: EventStoreDbOptions = {}): Promise<EventStoreDbStandIn> {
  const standIn = await startEventStoreDb(options)
  t.teardown(() => standIn.stop())
  return standIn
}

/** A client of the stand-in, closed when the test ends. */
export function connect(t: Test, connectionString: string): EventStoreDBClient {
  const client = EventStoreDBClient.connectionString(connectionString)
  t.teardown(() => client.dispose())
  return client
}

/** Has the server scavenge its log, and waits for the end. */
export async function scavenge(connectionString: string): Promise<void> {
  const operator = new Operator(connectionString)
  try {
    const id = await operator.startScavenge()
    const ended = async () => (await operator.typesIn(`$scavenges-${id}`)).includes('$scavengeCompleted')
    await waitFor('the end of the scavenge', ended, 120_000)
  } finally {
    await operator.close()
  }
}

/** The library has no scavenges, but all that a call of them needs. */
type Calls = Pick<EventStoreDBClient, 'readStream' | 'dispose'> & {
  execute<T>(
    client: typeof operationsGrpc.OperationsClient,
    name: string,
    action: (client: InstanceType<typeof operationsGrpc.OperationsClient>) => Promise<T>,
  ): Promise<T>
  callArguments(options: object): [Metadata, CallOptions]
}

class Operator {
  readonly #client: Calls

  constructor(connectionString: string) {
    this.#client = EventStoreDBClient.connectionString(connectionString) as unknown as Calls
  }

  async startScavenge(): Promise<string> {
    const options = new operations.StartScavengeReq.Options().setThreadCount(1).setStartFromChunk(0)
    const request = new operations.StartScavengeReq().setOptions(options)
    return await this.#client.execute(operationsGrpc.OperationsClient, 'startScavenge', async (service) => {
      return await new Promise((resolve, reject) => {
        service.startScavenge(request, ...this.#client.callArguments({}), (error, answer) =>
          error === null ? resolve(answer.getScavengeId()) : reject(error),
        )
      })
    })
  }

  async typesIn(stream: string): Promise<readonly (string | undefined)[]> {
    const events = await collect(this.#client.readStream(stream)).catch(() => [])
    return events.map(({ event }) => event?.type)
  }

  async close(): Promise<void> {
    await this.#client.dispose()
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
