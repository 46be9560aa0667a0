import { randomUUID } from 'node:crypto'
import { EventEmitter } from 'node:events'
import { LogFile, type LogEntry, type LoggedEvent } from './log-file.js'
import {
  metadataOf,
  originalStreamOf,
  scavengeable,
  SOFT_DELETED,
  type StreamMetadata,
  truncatedStart,
} from './stream-metadata.js'

/**
 * A revision, `'any'` for no check, `'noStream'` for a stream without events, `'streamExists'` for
 * one that has had some.
 */
export type ExpectedRevision = number | 'any' | 'noStream' | 'streamExists'

/** An event that a client proposes. */
export type ProposedEvent = Pick<LogEntry, 'id' | 'type' | 'isJson' | 'data' | 'metadata'>

/**
 * - `written`: `revision` of the last event (-1: the stream has none) and its `position` (null:
 *   nothing was written). The same of an idempotent retry, with the old figures.
 * - `wrongExpectedVersion`: `current` is the revision of the last event, -1 for none.
 * - `deleted`: the stream has a tombstone, or it is softly deleted and was expected to exist.
 */
export type WriteResult =
  | { readonly kind: 'written'; readonly revision: number; readonly position: number | null }
  | { readonly kind: 'wrongExpectedVersion'; readonly current: number }
  | { readonly kind: 'deleted' }

/**
 * What a stream read finds: its events in order, or that there is no such stream any more, or not
 * yet.
 */
type StreamContent = readonly LoggedEvent[] | 'notFound' | 'deleted'

interface StreamState {
  /** All of them but those at its beginning that were scavenged. */
  events: LoggedEvent[]
  tombstoned: boolean
}

/** A part of a stream's name or a whole: what the real server writes of its scavenges. */
const SCAVENGE_POINTS = '$scavengePoints'
const SCAVENGES = '$scavenges'

/**
 * The events, their streams, and the decision whether an append is taken. Copies the real server's
 * `IndexWriter.CheckCommit`, `StorageWriterService` (soft delete, undelete, tombstone) and
 * `IndexReader` (what `$maxAge`, `$maxCount` and `$tb` hide).
 */
export class Database {
  /** All events in the order of their positions: `$all`. Another array after a scavenge. */
  events: LoggedEvent[] = []
  /** Emits `appended` after each write. */
  readonly changes = new EventEmitter().setMaxListeners(0)
  readonly #log: LogFile
  readonly #streams = new Map<string, StreamState>()
  /** Up to here the log was rewritten by scavenges. */
  #scavengedTo = 0
  /**
   * Events that this process has committed, by id over all streams: the real server's memory for
   * retries with "any", empty after a restart. An id that is there already stays that of its first
   * stream (`BoundedCache.PutRecord`).
   */
  readonly #committed = new Map<string, { readonly stream: string; readonly revision: number }>()

  constructor(directory: string, fsync = false) {
    this.#log = new LogFile(directory, fsync)
    for (const event of this.#log.history) this.#index(event)
    this.#scavengedTo = this.#lastScavengePoint()
    // A real server writes one each time it becomes leader, so that the head of the log is often a
    // system event.
    this.#write([
      systemEvent('$epoch-information', this.#lastRevision('$epoch-information') + 1, { epoch: randomUUID() }),
    ])
  }

  /** Where the log ends: greater than every position that was ever given. */
  get end(): number {
    return this.#log.end
  }

  /**
   * Appends events to one stream, all or none. Durable against the death of the process; see
   * `flushed`.
   */
  append(stream: string, expected: ExpectedRevision, proposed: readonly ProposedEvent[]): WriteResult {
    const check = this.#check(
      stream,
      expected,
      proposed.map(({ id }) => id),
    )
    if (check.kind !== 'go') return check
    const createdAt = Date.now()
    const events = proposed.map((event, index) => ({
      ...event,
      stream,
      revision: check.current + 1 + index,
      createdAt,
    }))
    const undelete = this.metadata(stream).truncateBefore === SOFT_DELETED && events.length > 0
    const written = this.#write([...(undelete ? [this.#truncation(stream, check.current + 1)] : []), ...events])
    for (const { id, revision } of events) {
      if (!this.#committed.has(id)) this.#committed.set(id, { stream, revision })
    }
    const last = written.at(-1)
    return { kind: 'written', revision: check.current + events.length, position: last?.position ?? null }
  }

  /** Soft delete: the stream is not found until the next append; revisions continue. */
  softDelete(stream: string, expected: ExpectedRevision): WriteResult {
    const check = this.#check(stream, expected, [randomUUID()])
    if (check.kind !== 'go') return check
    const [written] = this.#write([this.#truncation(stream, SOFT_DELETED)])
    return { kind: 'written', revision: check.current, position: written?.position ?? null }
  }

  /**
   * Hard delete: nothing can ever be appended again. The events stay in `$all` until a scavenge.
   */
  tombstone(stream: string, expected: ExpectedRevision): WriteResult {
    const check = this.#check(stream, expected, [randomUUID()])
    if (check.kind !== 'go') return check
    const [written] = this.#write([{ ...systemEvent(stream, Infinity, null), type: '$streamDeleted' }])
    return { kind: 'written', revision: check.current, position: written?.position ?? null }
  }

  /**
   * Removes what no stream read shows any more, but a stream's last event, and a tombstone, stay:
   * the real server's `ChunkExecutor`. What is left keeps its position. Returns the scavenge's id;
   * its end can be read in the stream `$scavenges-<id>`.
   */
  scavenge(): string {
    const id = randomUUID()
    const log = `${SCAVENGES}-${id}`
    this.#write([systemEvent(SCAVENGE_POINTS, this.#lastRevision(SCAVENGE_POINTS) + 1, { threshold: 0 })])
    this.#write([{ ...systemEvent(log, 0, { scavengeId: id }), type: '$scavengeStarted' }])
    this.#scavengedTo = this.#lastScavengePoint()
    const removed = new Set(
      [...this.#streams].flatMap(([stream, { events, tombstoned }]) => {
        const isGone = tombstoned || this.#streams.get(originalStreamOf(stream))?.tombstoned === true
        const some = scavengeable(events, isGone ? null : this.metadata(stream))
        return some.filter(({ position }) => position < this.#scavengedTo)
      }),
    )
    this.#log.remove([...removed])
    this.events = this.events.filter((event) => !removed.has(event))
    for (const state of this.#streams.values()) state.events = state.events.filter((event) => !removed.has(event))
    this.#write([{ ...systemEvent(log, 1, { scavengeId: id, result: 'Success' }), type: '$scavengeCompleted' }])
    return id
  }

  /**
   * Whether the server can begin to read there: at a record, or anywhere in what was scavenged or
   * lies beyond the end.
   */
  isReadable(position: number): boolean {
    if (position < this.#scavengedTo || position >= this.end) return true
    return this.events[this.indexOf(position)]?.position === position
  }

  /** What a read of the stream may show. */
  read(stream: string): StreamContent {
    const state = this.#streams.get(stream)
    if (state?.tombstoned === true) return 'deleted'
    const metadata = this.metadata(stream)
    if (state === undefined || metadata.truncateBefore === SOFT_DELETED) return 'notFound'
    const start = truncatedStart(metadata, state.events)
    return start === 0 ? state.events : state.events.slice(start)
  }

  /**
   * The event with this revision, however hidden; undefined: there is none, or it was scavenged.
   */
  eventAt(stream: string, revision: number): LoggedEvent | undefined {
    const events = this.#streams.get(stream)?.events ?? []
    return events[revision - (events[0]?.revision ?? 0)]
  }

  /** The first event from this position on in `$all`, or from this revision on in a stream. */
  eventFrom(stream: string | null, from: number): LoggedEvent | undefined {
    if (stream === null) return this.events[this.indexOf(from)]
    const first = this.#streams.get(stream)?.events[0]?.revision ?? 0
    return this.eventAt(stream, Math.max(from, first))
  }

  /** How many events the stream has had. */
  streamLength(stream: string): number {
    return (this.#streams.get(stream)?.events.at(-1)?.revision ?? -1) + 1
  }

  metadata(stream: string): StreamMetadata {
    return metadataOf(stream, this.#streams.get(`$$${stream}`)?.events.at(-1))
  }

  /** Index in `events` of the first event at this position or after it. */
  indexOf(position: number): number {
    let [low, high] = [0, this.events.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((this.events[middle]?.position ?? Infinity) < position) low = middle + 1
      else high = middle
    }
    return low
  }

  flushed(): Promise<void> {
    return this.#log.flushed()
  }

  close(): void {
    this.#log.close()
  }

  /**
   * The real server's table of what an append may do; the ids alone are compared, not the bodies.
   */
  #check(
    stream: string,
    expected: ExpectedRevision,
    ids: readonly string[],
  ): WriteResult | { readonly kind: 'go'; readonly current: number } {
    const state = this.#streams.get(stream)
    if (state?.tombstoned === true) return { kind: 'deleted' }
    const current = this.#lastRevision(stream)
    const wrong = { kind: 'wrongExpectedVersion', current } as const
    const softlyDeleted = this.metadata(stream).truncateBefore === SOFT_DELETED
    if (expected === 'streamExists') {
      if (softlyDeleted) return { kind: 'deleted' }
      if (current < 0 && this.#lastRevision(`$$${stream}`) < 0) return wrong
    }
    if (expected === 'any' || expected === 'streamExists') return this.#checkAny(stream, current, ids)
    const revision = expected === 'noStream' ? -1 : expected
    if (revision === current) return { kind: 'go', current }
    if (revision > current || ids.length === 0) return wrong
    const present = ids.map((id, index) => this.eventAt(stream, revision + 1 + index)?.id === id)
    if (present.every(Boolean)) return this.#alreadyWritten(stream, revision + ids.length)
    return present[0] === false && expected === 'noStream' && softlyDeleted ? { kind: 'go', current } : wrong
  }

  #checkAny(stream: string, current: number, ids: readonly string[]) {
    const known = ids.map((id) => this.#committed.get(id)).map((seen) => (seen?.stream === stream ? seen : undefined))
    const last = known.at(-1)
    if (known[0] === undefined) return { kind: 'go', current } as const
    if (last === undefined || known.includes(undefined)) return { kind: 'wrongExpectedVersion', current } as const
    return this.#alreadyWritten(stream, last.revision)
  }

  #alreadyWritten(stream: string, revision: number): WriteResult {
    return { kind: 'written', revision, position: this.eventAt(stream, revision)?.position ?? null }
  }

  #lastScavengePoint(): number {
    return this.#streams.get(SCAVENGE_POINTS)?.events.at(-1)?.position ?? 0
  }

  #truncation(stream: string, truncateBefore: number): LogEntry {
    const { raw } = this.metadata(stream)
    const revision = this.#lastRevision(`$$${stream}`) + 1
    const text = JSON.stringify({ ...raw, $tb: truncateBefore })
    // The greatest 64-bit number is not one of JavaScript's; JSON.stringify would round it.
    const data = Buffer.from(text.replace(`"$tb":${JSON.stringify(SOFT_DELETED)}`, '"$tb":9223372036854775807'))
    return { ...systemEvent(`$$${stream}`, revision, null), type: '$metadata', isJson: true, data }
  }

  #lastRevision(stream: string): number {
    return this.streamLength(stream) - 1
  }

  #write(entries: readonly LogEntry[]): readonly LoggedEvent[] {
    if (entries.length === 0) return []
    const written = this.#log.append(entries)
    for (const event of written) this.#index(event)
    this.changes.emit('appended')
    return written
  }

  #index(event: LoggedEvent): void {
    this.events.push(event)
    let state = this.#streams.get(event.stream)
    if (state === undefined) this.#streams.set(event.stream, (state = { events: [], tombstoned: false }))
    if (event.revision === Infinity) state.tombstoned = true
    else state.events.push(event)
  }
}

function systemEvent(stream: string, revision: number, data: object | null): LogEntry {
  return {
    stream,
    revision,
    id: randomUUID(),
    type: stream,
    isJson: data !== null,
    data: Buffer.from(data === null ? '' : JSON.stringify(data)),
    metadata: Buffer.alloc(0),
    createdAt: Date.now(),
  }
}
