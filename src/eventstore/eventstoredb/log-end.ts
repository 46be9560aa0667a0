import type { LoggedRecord, AllStreamMessage } from './all-stream.js'
import { type Inbox, readToEnd } from './inbox.js'
import { type Naming, positionOf } from './naming.js'
import type { Server } from './server.js'
import { askTwice } from './within.js'

/** A place in the log, and the stream (by its name on the server) of the event there. */
export interface LogPosition {
  readonly position: bigint
  readonly stream: string
}

/** The end of the log when the server was asked. */
export interface End {
  /** Of the newest record, ours or not; 0 for an empty log. */
  readonly log: bigint
  /**
   * Our newest event, also one of an erased stream; null: none. One that this process has seen is
   * kept; others are lost with a scavenge.
   */
  readonly ours: LogPosition | null
}

const NOTHING: End = { log: 0n, ours: null }

/** The end of the server's log, and the newest of our events before it. */
export class LogEnd {
  readonly #server: Server
  readonly #naming: Naming
  /** Kept so that a later look-up has to search only newer records. */
  #known = NOTHING
  #first: Promise<void> | null = null

  constructor(server: Server, naming: Naming) {
    this.#server = server
    this.#naming = naming
  }

  /** Asks the server now. Throws `EventStoreUnavailable`. */
  async look(): Promise<End> {
    await this.#firstLook()
    this.#known = await askTwice(this.#server.answerWithin, () => this.#lookSince(this.#known))
    return this.#known
  }

  /** Our newest event before a position; null: none. Throws `EventStoreUnavailable`. */
  async oursBefore(position: bigint): Promise<LogPosition | null> {
    return await askTwice(this.#server.answerWithin, () => this.#newestOfOurs(position))
  }

  /** Whether the record at a place still exists. Throws `EventStoreUnavailable`. */
  async exists({ position }: LogPosition): Promise<boolean> {
    return (await this.recordAt(position)) !== null
  }

  /** The record at exactly this position; null: there is none. Throws `EventStoreUnavailable`. */
  async recordAt(position: bigint): Promise<LoggedRecord | null> {
    return await askTwice(this.#server.answerWithin, async () => {
      const query = { from: position, direction: 'forwards', filter: null, count: 1 } as const
      for await (const record of this.#records(this.#server.all(query))) {
        return positionOf(record) === position ? record : null
      }
      return null
    })
  }

  /**
   * The first look-up of a process may have to search a log that is full of others' events; all
   * callers wait for that one.
   */
  async #firstLook(): Promise<void> {
    this.#first ??= (async () => {
      this.#known = await askTwice(this.#server.answerWithin, async () => {
        const [newest] = await this.#newest(1)
        return newest === undefined ? NOTHING : endAt(positionOf(newest), await this.#newestOfOurs('end'))
      })
    })()
    try {
      await this.#first
    } catch (error) {
      this.#first = null
      throw error
    }
  }

  async #lookSince(last: End): Promise<End> {
    const newest = await this.#newest(FEW)
    const [end] = newest
    if (end === undefined) return NOTHING
    const log = positionOf(end)
    // The log has shrunk: it was restored, and what is known of it is void.
    const known = log < last.log ? NOTHING : last
    for (const record of newest) {
      if (positionOf(record) <= known.log) return { log, ours: known.ours }
      const place = this.#place(record)
      if (place !== null) return { log, ours: place }
    }
    if (newest.length < FEW) return { log, ours: null }
    return endAt(log, await this.#search(known))
  }

  /**
   * Finds our newest event when others' events follow it: it may be close to the end, or there is
   * none since the last look-up. Both searches run at once, and the first result counts.
   */
  async #search(known: End): Promise<LogPosition | null> {
    const found = new AbortController()
    const ways = [this.#newestOfOurs('end', found.signal), this.#oursSince(known, found.signal)]
    try {
      return await Promise.race(ways)
    } finally {
      found.abort()
      for (const way of ways) way.catch(() => undefined)
    }
  }

  async #newestOfOurs(before: bigint | 'end', signal: AbortSignal | null = null): Promise<LogPosition | null> {
    const filter = this.#naming.filter(null, null, PACE)
    const query = { from: before, direction: 'backwards', filter, count: Number.MAX_SAFE_INTEGER } as const
    for await (const record of this.#records(this.#server.all(query, signal))) {
      const place = this.#place(record)
      if (place !== null) return place
    }
    return null
  }

  async #oursSince({ log, ours }: End, signal: AbortSignal): Promise<LogPosition | null> {
    // The search from the end needs no help from the beginning.
    if (log === 0n) return await new Promise(() => undefined)
    const filter = this.#naming.filter(null, null, PACE)
    const query = { from: log, direction: 'forwards', filter, count: Number.MAX_SAFE_INTEGER } as const
    let place = ours
    for await (const record of this.#records(this.#server.all(query, signal))) place = this.#place(record) ?? place
    return place
  }

  async #newest(count: number): Promise<readonly LoggedRecord[]> {
    const query = { from: 'end', direction: 'backwards', filter: null, count } as const
    const newest: LoggedRecord[] = []
    for await (const message of readToEnd(this.#server.all(query), this.#server.answerWithin)) {
      if (message.kind === 'record') newest.push(message.record)
    }
    return newest
  }

  /**
   * A server that searches sends nothing until it has found something: it counts as lost only if
   * it does not answer other calls either.
   */
  async *#records(inbox: Inbox<AllStreamMessage>): AsyncGenerator<LoggedRecord, void, undefined> {
    try {
      for (;;) {
        const message = inbox.take()
        if (message?.kind === 'record') yield message.record
        if (message !== null) continue
        const outcome = await inbox.more(this.#server.answerWithin)
        if (outcome === 'late') await this.#newest(1)
        else if (outcome !== 'something') return
      }
    } finally {
      inbox.close()
    }
  }

  #place(record: LoggedRecord): LogPosition | null {
    return this.#naming.ours(record) === null ? null : { position: positionOf(record), stream: record.streamId }
  }
}

/** `log`: as it was before our newest event was looked for, which may be newer. */
function endAt(log: bigint, ours: LogPosition | null): End {
  return { log: ours !== null && ours.position > log ? ours.position : log, ours }
}

/** Nearly always the newest record is one of ours. */
const FEW = 8
/** Records that the server examines before it checks whether the client has left. */
const PACE = { window: 10_000, checkpointEvery: 1 }
