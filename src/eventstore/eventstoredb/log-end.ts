import { BACKWARDS, END } from '@eventstore/db-client'
import { readToEnd } from './inbox.js'
import { type Naming, positionOf } from './naming.js'
import type { Server } from './server.js'
import { askTwice } from './within.js'

/** A place in the log, and the stream (by its name on the server) whose event stands there. */
export interface Place {
  readonly position: bigint
  readonly stream: string
}

/** Where the log ended when the server was asked. */
export interface End {
  /** Of the newest record, whosever it is; 0 for an empty log. */
  readonly log: bigint
  /** Our newest event, also one of an erased stream; null: none. */
  readonly ours: Place | null
}

const NOTHING: End = { log: 0n, ours: null }
/** Nearly always the newest record is one of ours; only who has to look further asks for all. */
const FEW = 8

/** The end of the server's log, and the newest of our events before it. */
export class LogEnd {
  readonly #server: Server
  readonly #naming: Naming
  /** So that a later look passes over nothing but what is new since. */
  #known = NOTHING

  constructor(server: Server, naming: Naming) {
    this.#server = server
    this.#naming = naming
  }

  /** Asks the server now. Throws `EventStoreUnavailable`. */
  async look(): Promise<End> {
    const end = await askTwice(
      this.#server.answerWithin,
      async () => (await this.#lookAt(FEW)) ?? (await this.#lookAt(Number.MAX_SAFE_INTEGER)) ?? NOTHING,
    )
    this.#known = end
    return end
  }

  /** null: our newest event lies further back than `maxCount` records. */
  async #lookAt(maxCount: number): Promise<End | null> {
    let known = this.#known
    let log: bigint | null = null
    let left = maxCount
    const { call, answerWithin } = this.#server
    const options = { ...call, direction: BACKWARDS, fromPosition: END, maxCount } as const
    for await (const { event } of readToEnd(this.#server.readAll(options), answerWithin)) {
      left -= 1
      if (event === undefined) continue
      const position = positionOf(event)
      log ??= position
      // The log has shrunk: it was restored, and what is known of it is worth nothing.
      if (log < known.log) known = NOTHING
      if (position <= known.log) return { log, ours: known.ours }
      if (this.#naming.ours(event) !== null) return { log, ours: { position, stream: event.streamId } }
    }
    return left > 0 ? { log: log ?? 0n, ours: null } : null
  }
}
