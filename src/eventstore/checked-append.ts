import { Buffer } from 'node:buffer'
import type { EventToAppend } from '../domain/event.js'
import type { AppendOptions, ExpectedRevision } from './port.js'
import { InvalidAppend, MAX_APPEND_BYTES, MAX_EVENT_BYTES } from './port.js'

/** An append that every store can accept, its events in the text form that is stored. */
export interface CheckedAppend {
  readonly stream: string
  readonly expectedRevision: ExpectedRevision
  readonly events: readonly SerialisedEvent[]
  /** Size of all data and metadata. */
  readonly bytes: number
}

/** An event in the text form that is stored. `bytes` counts UTF-8. */
export interface SerialisedEvent {
  readonly id: string
  readonly type: string
  /** JSON */
  readonly data: string
  /** JSON */
  readonly metadata: string
  /** Size of data and metadata together. */
  readonly bytes: number
}

/**
 * Checks an append before anything is sent, so that one caller's mistake can't fail the other
 * appends of its group. Throws `InvalidAppend`.
 */
export function checkAppend(
  stream: string,
  expectedRevision: ExpectedRevision,
  events: readonly EventToAppend[],
  { copied = false }: AppendOptions = {},
): CheckedAppend {
  checkStream(stream)
  if (expectedRevision !== 'none' && !isRevision(expectedRevision)) {
    throw new InvalidAppend(`${String(expectedRevision)} is not a revision`)
  }
  if (events.length === 0) throw new InvalidAppend(`An append to ${stream} holds no events`)
  const ids = new Set<string>()
  const serialised = events.map((event) => {
    if (ids.has(event.id)) throw new InvalidAppend(`The event id ${event.id} occurs twice in an append to ${stream}`)
    ids.add(event.id)
    return serialise(event, copied)
  })
  const bytes = serialised.reduce((sum, event) => sum + event.bytes, 0)
  if (bytes > MAX_APPEND_BYTES) {
    throw new InvalidAppend(`An append of ${bytes} bytes to ${stream}; at most ${MAX_APPEND_BYTES} are allowed`)
  }
  return { stream, expectedRevision, events: serialised, bytes }
}

/** Throws `InvalidAppend` for a name that no stream can have. */
export function checkStream(stream: string): void {
  if (!NAME.test(stream)) throw new InvalidAppend(`${JSON.stringify(stream)} is not a stream name`)
}

function serialise(event: EventToAppend, copied: boolean): SerialisedEvent {
  if (!UUID.test(event.id)) throw new InvalidAppend(`${JSON.stringify(event.id)} is not a lower-case UUID`)
  if (!NAME.test(event.type)) throw new InvalidAppend(`${JSON.stringify(event.type)} is not an event type`)
  const data = toJson(event, event.data)
  const metadata = toJson(event, event.metadata)
  if (!copied && (hasUnholdable(data) || hasUnholdable(metadata))) {
    throw new InvalidAppend(
      `Event ${event.id} (${event.type}) has a text with U+0000 or half of a surrogate pair, which no read model can hold`,
    )
  }
  const bytes = Buffer.byteLength(data) + Buffer.byteLength(metadata)
  if (bytes > MAX_EVENT_BYTES) {
    throw new InvalidAppend(
      `Event ${event.id} (${event.type}) has ${bytes} bytes; at most ${MAX_EVENT_BYTES} are allowed`,
    )
  }
  return { id: event.id, type: event.type, data, metadata, bytes }
}

function toJson(event: EventToAppend, value: object): string {
  let text: string | undefined
  try {
    text = JSON.stringify(value)
  } catch (cause) {
    throw new InvalidAppend(`Event ${event.id} (${event.type}) holds a value that JSON can't represent`, { cause })
  }
  if (!text?.startsWith('{'))
    throw new InvalidAppend(`Data and metadata of ${event.id} (${event.type}) must be objects`)
  return text
}

/**
 * `JSON.stringify` writes characters that can't be stored as escapes, but never whole surrogate
 * pairs.
 */
function hasUnholdable(json: string): boolean {
  return json.includes('\\u') && UNHOLDABLE.test(json)
}

function isRevision(value: number): boolean {
  return Number.isInteger(value) && value >= 0 && value <= MAX_REVISION
}

/**
 * Visible ASCII, at most 200 characters: the same bytes and the same order in every store, log and
 * index.
 */
const NAME = /^[\x21-\x7e]{1,200}$/
/** An escape whose backslash is not itself escaped. */
const UNHOLDABLE = /(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f][0-9a-f]{2})/
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
/** The largest 32-bit integer: no stream of this service comes near it. */
const MAX_REVISION = 2 ** 31 - 1
