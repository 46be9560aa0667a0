import {
  closeSync,
  existsSync,
  fdatasync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readFileSync,
  readSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'

/** An event as it is written. */
export interface LogEntry {
  readonly stream: string
  /** Infinity for a tombstone, which the real server gives the greatest 64-bit number. */
  readonly revision: number
  /** UUID in lower case. */
  readonly id: string
  readonly type: string
  readonly isJson: boolean
  readonly data: Uint8Array
  readonly metadata: Uint8Array
  /** Milliseconds since 1970. */
  readonly createdAt: number
}

/** An event as it stands in the log. */
export interface LoggedEvent extends LogEntry {
  /**
   * Where its record begins in the log. A real server's positions are offsets in its transaction
   * file just so: commit and prepare position of an event are equal, and between two events lie as
   * many numbers as the record has bytes.
   */
  readonly position: number
}

/**
 * The transaction file: all events of all streams in the order of their commits. What `append` has
 * written survives the death of the process; with `fsync`, what `flushed` has waited for survives
 * the machine's. What was removed leaves a gap: nothing else moves.
 */
export class LogFile {
  /** What the file held when it was opened, in order. */
  readonly history: readonly LoggedEvent[]
  readonly #file: number
  readonly #path: string
  readonly #fsync: boolean
  #end: number
  #flush: Promise<void> | null = null
  #nextFlush: Promise<void> | null = null
  #closed = false

  constructor(directory: string, fsync: boolean) {
    mkdirSync(directory, { recursive: true })
    this.#path = join(directory, 'log')
    const { events, end } = readRecords(existsSync(this.#path) ? readFileSync(this.#path) : Buffer.alloc(0))
    this.history = events
    this.#file = openSync(this.#path, 'a+')
    this.#end = end
    this.#fsync = fsync
    // A process that died while it wrote leaves half an append; no client got an answer for it.
    ftruncateSync(this.#file, end)
  }

  /** Where the next record will begin. */
  get end(): number {
    return this.#end
  }

  /** Writes the events with one call, so that a reader of the file finds all of them or none. */
  append(entries: readonly LogEntry[]): readonly LoggedEvent[] {
    // The descriptor's number may already be another file's.
    if (this.#closed) throw new Error('the log is closed')
    const records = entries.map((entry, index) => record(entry, index === entries.length - 1))
    writeSync(this.#file, Buffer.concat(records))
    return entries.map((entry, index) => {
      const position = this.#end
      this.#end += records[index]?.length ?? 0
      return { ...entry, position }
    })
  }

  /**
   * Takes the contents of these events off the disk. One by one: a death in between leaves some of
   * them.
   */
  remove(events: readonly LoggedEvent[]): void {
    // The other descriptor writes at the end alone.
    const file = openSync(this.#path, 'r+')
    for (const { position } of events) {
      const prefix = Buffer.alloc(PREFIX_BYTES)
      readSync(file, prefix, 0, PREFIX_BYTES, position)
      prefix.writeUInt8(prefix.readUInt8(FLAGS_AT) | FLAG.removed, FLAGS_AT)
      writeSync(file, prefix, 0, PREFIX_BYTES, position)
      const content = Buffer.alloc(contentLength(prefix, 0))
      writeSync(file, content, 0, content.length, position + PREFIX_BYTES)
    }
    closeSync(file)
  }

  /**
   * Resolves when all that was appended before the call is on the disk. Waiting appends share one
   * call to the disk.
   */
  async flushed(): Promise<void> {
    if (!this.#fsync) return
    this.#nextFlush ??= (this.#flush ?? Promise.resolve()).then(() => {
      this.#flush = this.#nextFlush
      this.#nextFlush = null
      return new Promise((resolve, reject) => {
        fdatasync(this.#file, (error) => (error ? reject(error) : resolve()))
      })
    })
    return this.#nextFlush
  }

  close(): void {
    this.#closed = true
    closeSync(this.#file)
  }
}

/** Lengths of head, data and metadata; flags. */
const PREFIX_BYTES = 13
const FLAGS_AT = 12
const FLAG = { lastOfAppend: 1, removed: 2 } as const

function record(entry: LogEntry, last: boolean): Buffer {
  const { stream, revision, id, type, isJson, createdAt, data, metadata } = entry
  // JSON has no Infinity: a tombstone's revision becomes null.
  const head = Buffer.from(JSON.stringify([stream, revision, id, type, isJson, createdAt]))
  const prefix = Buffer.alloc(PREFIX_BYTES)
  prefix.writeUInt32LE(head.length, 0)
  prefix.writeUInt32LE(data.length, 4)
  prefix.writeUInt32LE(metadata.length, 8)
  prefix.writeUInt8(last ? FLAG.lastOfAppend : 0, FLAGS_AT)
  return Buffer.concat([prefix, head, data, metadata])
}

function readRecords(file: Buffer): { readonly events: readonly LoggedEvent[]; readonly end: number } {
  const events: LoggedEvent[] = []
  let [complete, end] = [0, 0]
  for (let position = 0; position + PREFIX_BYTES <= file.length;) {
    const next = position + PREFIX_BYTES + contentLength(file, position)
    if (next > file.length) break
    const flags = file.readUInt8(position + FLAGS_AT)
    if ((flags & FLAG.removed) === 0) events.push(readRecord(file, position))
    if ((flags & FLAG.lastOfAppend) !== 0) [complete, end] = [events.length, next]
    position = next
  }
  return { events: events.slice(0, complete), end }
}

function readRecord(file: Buffer, position: number): LoggedEvent {
  const headEnd = position + PREFIX_BYTES + file.readUInt32LE(position)
  const dataEnd = headEnd + file.readUInt32LE(position + 4)
  const [stream, revision, id, type, isJson, createdAt] = JSON.parse(
    file.toString('utf8', position + PREFIX_BYTES, headEnd),
  ) as [string, number | null, string, string, boolean, number]
  const [data, metadata] = [
    file.subarray(headEnd, dataEnd),
    file.subarray(dataEnd, dataEnd + file.readUInt32LE(position + 8)),
  ]
  return { stream, revision: revision ?? Infinity, id, type, isJson, createdAt, data, metadata, position }
}

/** Bytes behind the prefix that stands at this place. */
function contentLength(file: Buffer, prefix: number): number {
  return file.readUInt32LE(prefix) + file.readUInt32LE(prefix + 4) + file.readUInt32LE(prefix + 8)
}
