import { randomUUID } from 'node:crypto'
import { EventStoreUnavailable } from '../port.js'
import type { Appender } from './appender.js'
import { isAnswer } from './errors.js'
import { ERASURES, type Naming } from './naming.js'
import type { Stored } from './stored.js'
import type { Server } from './server.js'
import { askTwice } from './within.js'
import { fieldsOf } from '../../domain/json.js'

/**
 * The streams that were erased. The server hides a stream from its readers at once, but continues
 * to show its events in `$all` until it is scavenged; so each erasure is noted in a stream of
 * ours, and readers of `$all` leave out the streams noted there.
 */
export class Erasures {
  readonly #server: Server
  readonly #naming: Naming
  readonly #appender: Appender
  readonly #erased = new Set<string>()
  /** The number of notes read. */
  #read = 0

  constructor(server: Server, naming: Naming, appender: Appender) {
    this.#server = server
    this.#naming = naming
    this.#appender = appender
  }

  has(stream: string): boolean {
    return this.#erased.has(stream)
  }

  /** Reads what was noted since the last time. Throws `EventStoreUnavailable`. */
  async refresh(): Promise<void> {
    const { answerWithin } = this.#server
    try {
      await askTwice(answerWithin, async () => {
        for await (const record of this.#server.stream(this.#naming.erasures, this.#read)) this.readNote(record)
      })
    } catch (error) {
      // Nothing was ever erased.
      if (!isAnswer(error, 'stream-not-found')) throw error
    }
  }

  /** Reads a note; returns the stream that it is about, or null if the record is not a note. */
  readNote(record: Stored): string | null {
    if (record.streamId !== this.#naming.erasures || record.type.startsWith('$')) return null
    this.#read = Math.max(this.#read, Number(record.revision) + 1)
    const { stream } = fieldsOf(record.data)
    if (typeof stream !== 'string') return null
    this.#erased.add(stream)
    return stream
  }

  /** Records an erasure. Idempotent. Throws `EventStoreUnavailable`. */
  async note(stream: string): Promise<void> {
    for (let attempt = 0; attempt < MAX_CONFLICTS; attempt += 1) {
      await this.refresh()
      if (this.has(stream)) return
      const note = {
        id: randomUUID(),
        type: 'StreamErased',
        data: JSON.stringify({ stream }),
        metadata: '{}',
        bytes: 0,
      }
      const expectedRevision = this.#read === 0 ? 'none' : this.#read - 1
      await this.#appender.append({ stream: ERASURES, expectedRevision, events: [note], bytes: 0 })
    }
    throw new EventStoreUnavailable('Too many erasures at once')
  }
}

/** For other processes that erase at the same moment. */
const MAX_CONFLICTS = 50
