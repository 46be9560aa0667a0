import type { EventMetadata, RecordedEvent } from '../domain/event.js'

/** An event as stores keep it: data and metadata are JSON, the position may be a text. */
export interface EventTexts {
  readonly position: bigint | string
  readonly stream: string
  readonly revision: number
  readonly id: string
  readonly type: string
  readonly data: string
  readonly metadata: string
}

/** Parses the event that a store keeps as texts. */
export function recordedEvent({ id, type, data, metadata, stream, revision, position }: EventTexts): RecordedEvent {
  return {
    id,
    type,
    data: JSON.parse(data) as object,
    metadata: JSON.parse(metadata) as EventMetadata,
    stream,
    revision,
    position: BigInt(position),
  }
}
