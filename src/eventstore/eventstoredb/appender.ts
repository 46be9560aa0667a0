import { setImmediate, setTimeout } from 'node:timers/promises'
import type { CheckedAppend } from '../checked-append.js'
import type { AppendOutcome } from '../port.js'
import { EventStoreUnavailable, InvalidAppend } from '../port.js'
import { isAnswer, translated } from './errors.js'
import type { KnownIds } from './known-ids.js'
import type { Naming } from './naming.js'
import { retryDelay } from './pause-before-retry.js'
import type { Server } from './server.js'

/** How many appends may wait, by number and by bytes, and for how long they are tried again. */
interface AppenderLimits {
  /** Appends that wait or are under way; further ones are refused. */
  readonly maxWaiting: number
  readonly maxWaitingBytes: number
  /** Milliseconds for which an append is tried again while the store is unavailable. */
  readonly retryFor: number
}

/** The look-ups that the appender needs. */
interface Lookups {
  /** Loads the ids of the stream's events up to and including a revision, as far as they exist. */
  readonly learn: (stream: string, revision: number) => Promise<void>
  /** The position of one event; null: it does not exist. */
  readonly positionAt: (stream: string, revision: number) => Promise<bigint | null>
}

/**
 * Sends appends, a bounded number at a time, and repeats those whose outcome is unknown with the
 * same ids at the same revision: the server then returns its first answer.
 */
export class Appender {
  readonly #server: Server
  readonly #naming: Naming
  readonly #knownIds: KnownIds
  readonly #lookups: Lookups
  readonly #limits: AppenderLimits
  readonly #underWay = new Set<Promise<unknown>>()
  #queue: (() => void)[] = []
  #sending = 0
  #bytes = 0
  #closed = false

  constructor(server: Server, naming: Naming, knownIds: KnownIds, lookups: Lookups, limits: AppenderLimits) {
    this.#server = server
    this.#naming = naming
    this.#knownIds = knownIds
    this.#lookups = lookups
    this.#limits = limits
  }

  /**
   * Throws `EventStoreUnavailable`, at once if too many wait already, and `InvalidAppend` if the
   * server's limit is lower than the port's.
   */
  async append(append: CheckedAppend): Promise<AppendOutcome> {
    if (this.#closed) throw new EventStoreUnavailable('The event store is closed')
    if (this.#underWay.size >= this.#limits.maxWaiting || this.#bytes + append.bytes > this.#limits.maxWaitingBytes) {
      throw new EventStoreUnavailable('Too many appends are waiting')
    }
    this.#bytes += append.bytes
    const work = this.#inTurn(append).finally(() => {
      this.#bytes -= append.bytes
      this.#underWay.delete(work)
    })
    this.#underWay.add(work)
    return await work
  }

  /** Accepts no more appends and waits for those under way. */
  async close(): Promise<void> {
    this.#closed = true
    await Promise.allSettled(this.#underWay)
  }

  async #inTurn(append: CheckedAppend): Promise<AppendOutcome> {
    if (this.#sending >= MAX_SENDING) await new Promise<void>((resolve) => this.#queue.push(resolve))
    else this.#sending += 1
    try {
      return await this.#untilKnown(append)
    } finally {
      const next = this.#queue.shift()
      if (next) next()
      else this.#sending -= 1
    }
  }

  async #untilKnown(append: CheckedAppend): Promise<AppendOutcome> {
    const deadline = performance.now() + this.#limits.retryFor
    for (let failures = 1; ; failures += 1) {
      try {
        return await this.#send(append)
      } catch (error) {
        const reason = translated(error)
        // The client drops a broken connection in the microtasks of this very turn; no call may
        // use it meanwhile.
        await setImmediate()
        if (!(reason instanceof EventStoreUnavailable) || performance.now() >= deadline) throw reason
        await setTimeout(retryDelay(failures))
      }
    }
  }

  async #send({ stream, expectedRevision, events }: CheckedAppend): Promise<AppendOutcome> {
    const first = expectedRevision === 'none' ? 0 : expectedRevision + 1
    const ids = events.map(({ id }) => id)
    if (this.#knownIds.knownOf(stream) < first) await this.#lookups.learn(stream, first - 1)
    if (this.#knownIds.knownOf(stream) === first && this.#knownIds.holds(stream, first, ids)) {
      return { kind: 'conflict', actualRevision: expectedRevision }
    }
    try {
      const answer = await this.#server.append(this.#naming.onServer(stream), expectedRevision, events)
      if (answer.kind === 'elsewhere') return { kind: 'conflict', actualRevision: answer.actualRevision }
      this.#knownIds.note(stream, first, ids)
      const position = answer.position ?? (await this.#lookups.positionAt(stream, answer.revision))
      // Erased between the append and the look-up.
      if (position === null) return { kind: 'erased' }
      return { kind: 'appended', revision: answer.revision, position }
    } catch (error) {
      if (isAnswer(error, 'stream-deleted')) return { kind: 'erased' }
      if (!isAnswer(error, 'maximum-append-size-exceeded')) throw error
      throw new InvalidAppend('The event store accepts only smaller appends; raise its MaxAppendSize to 1048576', {
        cause: error,
      })
    }
  }
}

/**
 * More at once is no faster: a server accepts some hundred calls on one connection, and others
 * need theirs.
 */
const MAX_SENDING = 64
