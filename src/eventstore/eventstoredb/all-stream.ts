import { Buffer } from 'node:buffer'
import shared from '@eventstore/db-client/generated/shared_pb.js'
import messages from '@eventstore/db-client/generated/streams_pb.js'
import type { ReadReq, ReadResp } from '@eventstore/db-client/generated/streams_pb.js'
import type { Stored } from './stored.js'

/**
 * A query of `$all`, the log of all streams. The library can't filter a read, and makes more of
 * each record than is needed.
 */
export interface AllQuery {
  /**
   * A position: forwards, the first record at it or after it; backwards, the last one before it;
   * for a subscription see `subscribeAfter`. It must be the position of a record, of a former
   * record, or the end of one.
   */
  readonly from: bigint | 'start' | 'end'
  readonly direction: 'forwards' | 'backwards'
  /** null: every record. */
  readonly filter: StreamFilter | null
  /** A number of records, or a subscription, which continues with new ones. */
  readonly count: number | 'subscription'
}

/**
 * Records of streams whose name, on the server, begins with one of the prefixes, or matches the
 * expression.
 */
export type StreamFilter = (
  | { readonly prefixes: readonly string[] }
  | {
      /** In the syntax of .NET. */
      readonly regex: string
    }
) & {
  /**
   * The number of records that the server examines at once; 32 by its own default, which makes
   * rare ones slow to find.
   */
  readonly window: number
  /** A subscription reports its progress after this number of windows. */
  readonly checkpointEvery: number
}

/** The server's messages about `$all`, in its order. */
export type AllStreamMessage =
  | { readonly kind: 'record'; readonly record: LoggedRecord }
  /** Everything up to here has been sent or does not match. */
  | { readonly kind: 'checkpoint'; readonly position: bigint }
  /** A subscription has begun; the record at its start was read. */
  | { readonly kind: 'confirmation' }
  /** A subscription has sent all events that existed; servers older than 23.10 don't report it. */
  | { readonly kind: 'caughtUp' }

type RecordMessage = InstanceType<typeof ReadResp.ReadEvent.RecordedEvent>

/**
 * A record as it came. Its content is parsed only when it is needed: most records of a shared log
 * belong to others.
 */
export class LoggedRecord implements Stored {
  readonly streamId: string
  readonly type: string
  readonly position: { readonly commit: bigint }
  readonly #message: RecordMessage

  constructor(message: RecordMessage) {
    this.#message = message
    this.streamId = textOf(message.getStreamIdentifier()?.getStreamName_asU8())
    this.type = message.getMetadataMap().get('type') ?? ''
    this.position = { commit: BigInt(message.getCommitPosition()) }
  }

  get id(): string {
    return this.#message.getId()?.getString() ?? ''
  }

  get revision(): bigint {
    return BigInt(this.#message.getStreamRevision())
  }

  /** Bytes of data and metadata. */
  get size(): number {
    return this.#message.getData_asU8().length + this.#message.getCustomMetadata_asU8().length
  }

  get data(): unknown {
    return contentOf(this.#message.getData_asU8())
  }

  get metadata(): unknown {
    return contentOf(this.#message.getCustomMetadata_asU8())
  }
}

/** The request of a query. */
export function requestOf({ from, direction, filter, count }: AllQuery): ReadReq {
  const { Options } = messages.ReadReq
  const all = new Options.AllOptions()
  if (from === 'start') all.setStart(new shared.Empty())
  else if (from === 'end') all.setEnd(new shared.Empty())
  else {
    // Our events are committed where they are prepared.
    const position = new Options.Position()
    position.setCommitPosition(String(from))
    position.setPreparePosition(String(from))
    all.setPosition(position)
  }
  const asText = new Options.UUIDOption()
  asText.setString(new shared.Empty())
  const options = new Options()
  options.setAll(all)
  options.setUuidOption(asText)
  options.setReadDirection(direction === 'forwards' ? FORWARDS : BACKWARDS)
  if (count === 'subscription') options.setSubscription(new Options.SubscriptionOptions())
  else options.setCount(String(count))
  if (filter === null) options.setNoFilter(new shared.Empty())
  else options.setFilter(filterOptions(filter))
  const request = new messages.ReadReq()
  request.setOptions(options)
  return request
}

/** The content of a message; null: nothing that is needed here. */
export function messageFrom(message: ReadResp): AllStreamMessage | null {
  const event = message.getEvent()?.getEvent()
  if (event !== undefined) return { kind: 'record', record: new LoggedRecord(event) }
  const checkpoint = message.getCheckpoint()
  if (checkpoint !== undefined) return { kind: 'checkpoint', position: BigInt(checkpoint.getCommitPosition()) }
  if (message.hasConfirmation()) return { kind: 'confirmation' }
  return message.hasCaughtUp() ? { kind: 'caughtUp' } : null
}

function filterOptions(filter: StreamFilter) {
  const { FilterOptions } = messages.ReadReq.Options
  const expression = new FilterOptions.Expression()
  if ('regex' in filter) expression.setRegex(filter.regex)
  else expression.setPrefixList([...filter.prefixes])
  const options = new FilterOptions()
  options.setStreamIdentifier(expression)
  options.setMax(filter.window)
  options.setCheckpointintervalmultiplier(filter.checkpointEvery)
  return options
}

/** JSON parsed; other content, such as a foreign record, unchanged. */
function contentOf(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(textOf(bytes))
  } catch {
    return bytes
  }
}

function textOf(bytes: Uint8Array | undefined): string {
  return bytes === undefined ? '' : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8')
}

const { FORWARDS, BACKWARDS } = messages.ReadReq.Options.ReadDirection
