import type streams from '@eventstore/db-client/generated/streams_pb.js'
import streamsPb from '@eventstore/db-client/generated/streams_pb.js'
import { eventFilter } from './event-filter.js'
import type { LoggedEvent } from './log-file.js'
import { eventMessage, streamNameOf, streamNotFoundMessage } from './messages.js'
import type { Node } from './node.js'
import { drained, type ReadCall } from './read-call.js'
import { readFailed, streamDeleted, unhandledException, type RpcError } from './rpc-errors.js'
import { Subscription } from './subscription.js'

type Options = InstanceType<typeof streams.ReadReq.Options>

const BACKWARDS = streamsPb.ReadReq.Options.ReadDirection.BACKWARDS

/**
 * `Streams.Read`: reads and subscriptions, of one stream and of `$all`. As the real server's
 * `Streams.Read.cs`.
 */
export function read(node: Node): (call: ReadCall) => void {
  return (call) => {
    const options = call.request.getOptions() ?? new streamsPb.ReadReq.Options()
    const stream = options.hasStream() ? streamNameOf(options.getStream()?.getStreamIdentifier()) : null
    const refusal = node.refusal(call.metadata, stream ?? '$all', '$r')
    if (refusal !== null) {
      call.emit('error', refusal)
      return
    }
    serve(node, call, options, stream).catch((error: unknown) => call.emit('error', error))
  }
}

async function serve(node: Node, call: ReadCall, options: Options, stream: string | null): Promise<void> {
  if (options.hasSubscription()) return subscribe(node, call, options, stream)
  const count = Number(options.getCount())
  const found = stream === null ? allEvents(node, options) : streamEvents(node, options, stream)
  if ('code' in found) {
    call.emit('error', found)
    return
  }
  if (found.notFound !== undefined) call.write(streamNotFoundMessage(found.notFound))
  let sent = 0
  for (const event of found.events) {
    if (call.cancelled || sent === count) break
    sent += 1
    if (!call.write(eventMessage(event))) await drained(call)
  }
  call.end()
}

async function subscribe(node: Node, call: ReadCall, options: Options, stream: string | null): Promise<void> {
  const { database } = node
  const start = stream === null ? subscriptionStart(node, options) : revisionAfter(node, options, stream)
  if (typeof start !== 'number') {
    call.emit('error', start)
    return
  }
  const subscription = new Subscription(call, { database, stream, start, filter: eventFilter(options) })
  node.subscriptions.add(subscription)
  try {
    await subscription.run()
  } finally {
    node.subscriptions.delete(subscription)
  }
}

interface Found {
  readonly events: Iterable<LoggedEvent>
  /** The name of the stream when there is none. */
  readonly notFound?: string
}

/** Forwards from the event at the position on, backwards from the event before it. */
function allEvents({ database }: Node, options: Options): Found | RpcError {
  const { events } = database
  const filter = eventFilter(options)
  const matches = (event: LoggedEvent) => filter === null || filter.matches(event)
  const backwards = options.getReadDirection() === BACKWARDS
  const all = options.getAll()
  const position = positionOf(options)
  const isReadable = position === null || (database.isReadable(position) && !(backwards && position > database.end))
  if (!isReadable) return readFailed(filter === null ? 'ReadAllResult' : 'FilteredReadAllResult')
  const start = position === null ? (all?.hasEnd() === true ? events.length : 0) : database.indexOf(position)
  return { events: pick(events, backwards ? start - 1 : start, backwards ? -1 : 1, matches) }
}

/** From the event with the revision on, in either direction. */
function streamEvents({ database }: Node, options: Options, stream: string): Found | RpcError {
  const content = database.read(stream)
  if (content === 'deleted') return streamDeleted(stream)
  if (content === 'notFound') return { events: [], notFound: stream }
  const backwards = options.getReadDirection() === BACKWARDS
  const from = options.getStream()
  const first = content[0]?.revision ?? 0
  const end = content.length
  const asked = from?.hasRevision() === true ? Number(from.getRevision()) - first : from?.hasEnd() === true ? end : 0
  if (backwards) return { events: pick(content, Math.min(asked, end - 1), -1) }
  return { events: pick(content, Math.max(asked, 0), 1) }
}

function* pick(
  events: readonly LoggedEvent[],
  start: number,
  step: 1 | -1,
  matches: (event: LoggedEvent) => boolean = () => true,
): Iterable<LoggedEvent> {
  for (let index = start; ; index += step) {
    const event = events[index]
    if (event === undefined) return
    if (matches(event)) yield event
  }
}

/**
 * From where on a subscription sends. The server reads the first record from the position on, and
 * begins behind it (`AllSubscriptionFiltered.Subscribe`): where the one at the position was
 * scavenged, the next one is passed over.
 */
function subscriptionStart({ database }: Node, options: Options): number | RpcError {
  if (options.getAll()?.hasEnd() === true) return database.end
  const position = positionOf(options)
  if (position === null) return 0
  if (!database.isReadable(position)) return unhandledException()
  const read = database.eventFrom(null, position)
  return read === undefined ? position : read.position + 1
}

function revisionAfter({ database }: Node, options: Options, stream: string): number {
  const from = options.getStream()
  if (from?.hasEnd() === true) return database.streamLength(stream)
  return from?.hasRevision() === true ? Number(from.getRevision()) + 1 : 0
}

function positionOf(options: Options): number | null {
  const position = options.getAll()?.getPosition()
  return position === undefined ? null : Number(position.getCommitPosition())
}
