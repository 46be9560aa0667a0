import type { RecordedEvent } from '../../../domain/event.js'
import { documentsOf } from '../../documents-of.js'
import { FILES, type StreamLine } from '../../export/format.js'
import type { NamedDocuments } from './documents.js'
import { asEvent, asStreamLine, isCanonical } from './lines.js'
import { diagnose, follows, type Link } from '../chain.js'
import type { Findings } from '../findings.js'
import { HoldTimes } from '../hold-times.js'
import type { OnProgress } from '../report.js'
import { storedFields } from '../../stored-line.js'
import type { ArchiveReader } from './zip-reader.js'

/** Limits for the diagnosis of broken chains: streams, and events of each. */
const MOST_DIAGNOSED = { streams: 1_000, events: 10_000 } as const

/** Checks the hash chains of an archive's events, and the ends of its streams. */
export class ArchiveChains {
  /** The documents that events name. */
  readonly named: NamedDocuments = new Map()
  /** When targets were held, by the holds in the archive. */
  readonly holds = new HoldTimes()
  events = 0
  readonly #archive: ArchiveReader
  readonly #findings: Findings
  readonly #onProgress: OnProgress
  readonly #ends = new Map<string, Link>()
  readonly #broken = new Set<string>()

  constructor(archive: ArchiveReader, findings: Findings, onProgress: OnProgress) {
    this.#archive = archive
    this.#findings = findings
    this.#onProgress = onProgress
  }

  /** The number of streams with events. */
  get streams(): number {
    return this.#ends.size
  }

  /** Whether this stream has events. */
  has(stream: string): boolean {
    return this.#ends.has(stream)
  }

  /** Whether this stream's chain is broken. */
  isBroken(stream: string): boolean {
    return this.#broken.has(stream)
  }

  /** Reads all events, and compares the ends of their streams with the listed ones. */
  async check(): Promise<void> {
    let last = -1n
    for await (const event of this.#eventLines()) {
      this.events += 1
      if (this.events % 1_000 === 0) this.#onProgress('events', this.events)
      const { stream, revision, position, metadata } = event
      if (position <= last)
        this.#findings.add({
          kind: 'reordered',
          stream,
          revision,
          detail: 'it is not in the order of the store',
        })
      last = position > last ? position : last
      this.holds.note(event)
      if (!follows(this.#ends.get(stream) ?? null, event)) this.#broken.add(stream)
      this.#ends.set(stream, { revision, hash: metadata.hash })
      for (const { sha256, size } of documentsOf(event))
        if (!this.named.has(sha256)) this.named.set(sha256, { size, stream, revision })
    }
    await this.#diagnose()
    await this.#streamEnds()
  }

  async *#eventLines(): AsyncGenerator<RecordedEvent, void, undefined> {
    for await (const line of this.#archive.lines(FILES.events)) {
      const event = asEvent(line.value)
      if (event === null) {
        this.#findings.add({ kind: 'edited', file: FILES.events, detail: `line ${line.number} is not an event` })
        continue
      }
      const { stream, revision } = event
      if (!isCanonical(line, storedFields(event)))
        this.#findings.add({
          kind: 'edited',
          stream,
          revision,
          file: FILES.events,
          detail: `line ${line.number} is not in the form of events, so that other programs may read it differently`,
        })
      yield event
    }
  }

  /** Reads the streams with a broken chain again, completely. */
  async #diagnose(): Promise<void> {
    if (this.#broken.size === 0) return
    const close = new Map<string, RecordedEvent[]>()
    for await (const event of this.#eventLines()) {
      const { stream } = event
      if (!this.#broken.has(stream) || (!close.has(stream) && close.size >= MOST_DIAGNOSED.streams)) continue
      const events = close.get(stream) ?? []
      if (events.length < MOST_DIAGNOSED.events) events.push(event)
      close.set(stream, events)
    }
    for (const [stream, events] of close) for (const finding of diagnose(stream, events)) this.#findings.add(finding)
    for (const stream of this.#broken)
      if (!close.has(stream)) this.#findings.add({ kind: 'edited', stream, detail: 'its hash chain is broken' })
  }

  async #streamEnds(): Promise<void> {
    const listed = new Set<string>()
    for await (const read of this.#archive.lines(FILES.streams)) {
      const line = asStreamLine(read.value)
      if (line === null || !isCanonical(read, line)) {
        this.#findings.add({ kind: 'archive changed', file: FILES.streams, detail: 'a line has an invalid form' })
        if (line === null) continue
      }
      listed.add(line.stream)
      this.#streamEnd(line)
    }
    for (const stream of this.#ends.keys())
      if (!listed.has(stream))
        this.#findings.add({ kind: 'inserted', stream, detail: `${FILES.streams} does not name the stream` })
  }

  #streamEnd({ stream, revision, hash }: StreamLine): void {
    const end = this.#ends.get(stream)
    if (end === undefined)
      this.#findings.add({ kind: 'deleted', stream, detail: `all of its ${revision + 1} events are missing` })
    else if (end.revision < revision)
      this.#findings.add({
        kind: 'truncated',
        stream,
        revision: end.revision + 1,
        detail: `it ended at revision ${revision}, but ends at ${end.revision}`,
      })
    else if (end.revision > revision)
      this.#findings.add({
        kind: 'inserted',
        stream,
        revision: revision + 1,
        detail: `it ended at revision ${revision}, but ends at ${end.revision}`,
      })
    else if (end.hash !== hash && !this.#broken.has(stream))
      this.#findings.add({ kind: 'edited', stream, detail: 'its chain was recomputed: it ended with another hash' })
  }
}
