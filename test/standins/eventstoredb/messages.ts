import shared from '@eventstore/db-client/generated/shared_pb.js'
import streams from '@eventstore/db-client/generated/streams_pb.js'
import type { LoggedEvent } from './log-file.js'

/** The real server's number of a tombstone: the greatest 64-bit number. */
const TOMBSTONE_REVISION = '9223372036854775807'

const serialised = new WeakMap<LoggedEvent, Buffer>()

/** The bytes of an event in a read or a subscription, made once however many read it. */
export function eventMessage(event: LoggedEvent): Buffer {
  let bytes = serialised.get(event)
  if (bytes === undefined) serialised.set(event, (bytes = serialise(event)))
  return bytes
}

function serialise(event: LoggedEvent): Buffer {
  const recorded = new streams.ReadResp.ReadEvent.RecordedEvent()
    .setId(new shared.UUID().setString(event.id))
    .setStreamIdentifier(streamIdentifier(event.stream))
    .setStreamRevision(event.revision === Infinity ? TOMBSTONE_REVISION : String(event.revision))
    .setCommitPosition(String(event.position))
    .setPreparePosition(String(event.position))
    .setCustomMetadata(event.metadata)
    .setData(event.data)
  recorded
    .getMetadataMap()
    .set('type', event.type)
    .set('content-type', event.isJson ? 'application/json' : 'application/octet-stream')
    // .NET's ticks of 100 nanoseconds.
    .set('created', `${event.createdAt}0000`)
  const read = new streams.ReadResp.ReadEvent().setEvent(recorded).setCommitPosition(String(event.position))
  return bytesOf(new streams.ReadResp().setEvent(read))
}

/** Notifies a client that its subscription has begun. */
export function confirmationMessage(subscriptionId: string): Buffer {
  return bytesOf(
    new streams.ReadResp().setConfirmation(
      new streams.ReadResp.SubscriptionConfirmation().setSubscriptionId(subscriptionId),
    ),
  )
}

/** Notifies a client that its subscription has reached the end of the history. */
export function caughtUpMessage(): Buffer {
  return bytesOf(new streams.ReadResp().setCaughtUp(new streams.ReadResp.CaughtUp()))
}

/** Notifies a client how far a filtered subscription has looked: a position in `$all`. */
export function checkpointMessage(position: number): Buffer {
  const checkpoint = new streams.ReadResp.Checkpoint()
    .setCommitPosition(String(position))
    .setPreparePosition(String(position))
  return bytesOf(new streams.ReadResp().setCheckpoint(checkpoint))
}

/** The answer to a read of a stream that does not exist. */
export function streamNotFoundMessage(stream: string): Buffer {
  const notFound = new streams.ReadResp.StreamNotFound().setStreamIdentifier(streamIdentifier(stream))
  return bytesOf(new streams.ReadResp().setStreamNotFound(notFound))
}

/** A stream's name as messages carry it. */
export function streamIdentifier(stream: string): InstanceType<typeof shared.StreamIdentifier> {
  return new shared.StreamIdentifier().setStreamName(Buffer.from(stream))
}

/** The stream's name in a message; empty where the message has none. */
export function streamNameOf(identifier: { getStreamName_asU8(): Uint8Array } | undefined): string {
  return Buffer.from(identifier?.getStreamName_asU8() ?? []).toString('utf8')
}

/**
 * The text of a UUID in either form that the protocol has, in lower case as the real server gives
 * it back.
 */
export function uuidOf(id: InstanceType<typeof shared.UUID> | undefined): string {
  const structured = id?.getStructured()
  if (structured === undefined) return (id?.getString() ?? '').toLowerCase()
  const bits = [structured.getMostSignificantBits(), structured.getLeastSignificantBits()]
  const hex = bits.map((half) => BigInt.asUintN(64, BigInt(half)).toString(16).padStart(16, '0')).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

function bytesOf(message: { serializeBinary(): Uint8Array }): Buffer {
  const bytes = message.serializeBinary()
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}
