import { Buffer } from 'node:buffer'
import { setImmediate } from 'node:timers/promises'
import type { BaseOptions, ResolvedEvent } from '@eventstore/db-client'
import { convertToCommandError, EventStoreDBClient } from '@eventstore/db-client'
import shared from '@eventstore/db-client/generated/shared_pb.js'
import services from '@eventstore/db-client/generated/streams_grpc_pb.js'
import messages from '@eventstore/db-client/generated/streams_pb.js'
import type { AppendReq, AppendResp, ReadResp } from '@eventstore/db-client/generated/streams_pb.js'
import type { SerialisedEvent } from '../checked-append.js'
import type { ExpectedRevision } from '../port.js'
import { type Address, readFileOf } from './address.js'
import { type AllQuery, requestOf, type AllStreamMessage, messageFrom } from './all-stream.js'
import { Inbox, readToEnd } from './inbox.js'
import type { Stored } from './stored.js'
import { within } from './within.js'

/**
 * The server's answer to an append: done, now or earlier, or the revision that the stream has
 * instead.
 */
type AppendAnswer =
  | {
      readonly kind: 'taken'
      readonly revision: number
      /** Of the last event; null if the server does not report it. */
      readonly position: bigint | null
    }
  | { readonly kind: 'elsewhere'; readonly actualRevision: ExpectedRevision }

/**
 * The client of EventStoreDB with what the adapter needs in addition: an append that accepts JSON
 * as it is, all reads and subscriptions of `$all`, and an end.
 *
 * The append is the classic call. The library's own `appendToStream` would serialise the data once
 * more, and an error that it throws when its channel is closed meanwhile can't be caught; its
 * other way, the batch call, mixes up the answers of all clients of a process.
 */
export class Server extends EventStoreDBClient {
  /**
   * Sent with every call: the credentials, and that the leader must answer. Other nodes may lag
   * behind what a writer has just received.
   */
  readonly call: BaseOptions
  /** Milliseconds. */
  readonly answerWithin: number
  #channel: { close(): void } | null = null

  /** Opens no connection yet. Throws `StartupError` for a certificate that can't be read. */
  constructor(address: Address, answerWithin: number) {
    const { hosts, discover, tls, user } = address
    const [first = { address: '', port: 0 }] = hosts
    const options = clientOptions(address, answerWithin)
    const credentials = channelCredentials(address)
    if (discover) super({ ...options, discover: first }, credentials)
    else if (hosts.length > 1) super({ ...options, endpoints: [...hosts] }, credentials)
    else super({ ...options, endpoint: first }, credentials)
    this.answerWithin = answerWithin
    this.call = { requiresLeader: true, deadline: answerWithin, ...(tls && user !== null && { credentials: user }) }
    const open = this.getChannel
    this.getChannel = async () => {
      const channel = await open()
      this.#channel = channel
      return channel
    }
  }

  /**
   * Appends at an explicit revision. Rejects with the client's errors: `stream-deleted`,
   * `maximum-append-size-exceeded`, and those that leave the outcome unknown.
   */
  async append(
    stream: string,
    expectedRevision: ExpectedRevision,
    events: readonly SerialisedEvent[],
  ): Promise<AppendAnswer> {
    const attempt = this.execute(
      services.StreamsClient,
      'append',
      (client) =>
        new Promise<AppendResp>((resolve, reject) => {
          const call = client.append(...this.callArguments(this.call), (error, answer) => {
            if (error) reject(error)
            else resolve(answer)
          })
          // The callback gets the error too; without a listener this event would end the process.
          call.on('error', reject)
          call.write(header(stream, expectedRevision))
          for (const event of events) call.write(proposed(event))
          call.end()
        }),
    )
    try {
      return toAnswer(await within(this.answerWithin + GRACE, attempt))
    } catch (error) {
      throw error instanceof Error ? convertToCommandError(error) : error
    }
  }

  /** The server's messages about `$all`. `signal` ends every wait. */
  all(query: AllQuery, signal: AbortSignal | null = null): Inbox<AllStreamMessage> {
    const request = requestOf(query)
    const { path, requestSerialize } = services.StreamsService.read
    const open = this.GRPCStreamCreator(services.StreamsClient, 'readAll', (client) => {
      const [metadata, options] = this.callArguments(this.call, { deadline: Infinity })
      return client.makeServerStreamRequest(path, requestSerialize, readResponse, request, metadata, options)
    })
    const call = open()
    return new Inbox(call, messageFrom, async () => cancelled(await call), signal)
  }

  /**
   * A stream's events from a revision on, at most `maxCount`. Rejects with the client's errors,
   * `stream-not-found` and `stream-deleted` among them.
   */
  stream(name: string, fromRevision: number, maxCount?: number): AsyncIterable<Stored> {
    const options = { ...this.call, fromRevision: BigInt(fromRevision), ...(maxCount !== undefined && { maxCount }) }
    const read = this.readStream(name, options)
    const inbox = new Inbox<Stored>(
      read,
      ({ event }: ResolvedEvent) => event ?? null,
      () => read.cancel(),
    )
    return readToEnd(inbox, this.answerWithin)
  }

  /** Cancels what is under way and closes the connection. */
  async close(): Promise<void> {
    await this.dispose()
    this.#channel?.close()
  }
}

/** The generated code copies every message first, which makes catching up a fifth slower. */
function readResponse(bytes: Buffer): ReadResp {
  return messages.ReadResp.deserializeBinary(bytes)
}

/**
 * A turn later: a call that is cancelled while its answer is handled breaks the connection
 * (https://github.com/grpc/grpc-node/issues/1652).
 */
async function cancelled(call: { cancel(): void }): Promise<void> {
  await setImmediate()
  call.cancel()
}

/** Milliseconds that the client's own deadline gets before ours; its error is more specific. */
const GRACE = 500

function header(stream: string, expectedRevision: ExpectedRevision): AppendReq {
  const identifier = new shared.StreamIdentifier()
  identifier.setStreamName(Buffer.from(stream))
  const options = new messages.AppendReq.Options()
  options.setStreamIdentifier(identifier)
  if (expectedRevision === 'none') options.setNoStream(new shared.Empty())
  else options.setRevision(String(expectedRevision))
  const request = new messages.AppendReq()
  request.setOptions(options)
  return request
}

function proposed({ id, type, data, metadata }: SerialisedEvent): AppendReq {
  const uuid = new shared.UUID()
  uuid.setString(id)
  const message = new messages.AppendReq.ProposedMessage()
  message.setId(uuid)
  message.getMetadataMap().set('type', type).set('content-type', 'application/json')
  message.setData(Buffer.from(data))
  message.setCustomMetadata(Buffer.from(metadata))
  const request = new messages.AppendReq()
  request.setProposedMessage(message)
  return request
}

function toAnswer(response: AppendResp): AppendAnswer {
  const success = response.getSuccess()
  if (success) {
    const position = success.getPosition()
    return {
      kind: 'taken',
      revision: Number(success.getCurrentRevision()),
      position: position ? BigInt(position.getCommitPosition()) : null,
    }
  }
  const conflict = response.getWrongExpectedVersion()
  if (!conflict) throw new Error('The event store sent an empty answer to an append')
  return {
    kind: 'elsewhere',
    actualRevision: conflict.hasCurrentRevision() ? Number(conflict.getCurrentRevision()) : 'none',
  }
}

function clientOptions({ options }: Address, answerWithin: number) {
  const number = (name: string): number | undefined => {
    const value = options.get(name.toLowerCase())
    return value === undefined ? undefined : Number(value)
  }
  return {
    maxDiscoverAttempts: number('maxDiscoverAttempts') ?? 3,
    discoveryInterval: number('discoveryInterval') ?? 100,
    gossipTimeout: number('gossipTimeout') ?? 3,
    keepAliveInterval: number('keepAliveInterval') ?? 10_000,
    keepAliveTimeout: number('keepAliveTimeout') ?? 10_000,
    connectionName: options.get('connectionname') ?? 'clearway',
    defaultDeadline: answerWithin,
  }
}

function channelCredentials(address: Address) {
  if (!address.tls) return { insecure: true }
  const [ca, cert, key] = ['tlsCAFile', 'userCertFile', 'userKeyFile'].map((option) => readFileOf(address, option))
  return {
    ...(ca && { rootCertificate: ca }),
    ...(cert && { userCertFile: cert }),
    ...(key && { userKeyFile: key }),
  }
}
