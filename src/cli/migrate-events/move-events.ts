import type pg from 'pg'
import type { Config } from '../../host/settings/config.js'
import { identify, IDENTITY_STREAM, idOfEventStoreDb } from '../../eventstore/identity.js'
import { compare, type Comparison, ForeignEvent } from '../../eventstore/moving/compare.js'
import { copyEvents, TargetDiffers } from '../../eventstore/moving/copy.js'
import { patiently } from '../../eventstore/moving/patiently.js'
import { type Verified, verifyStreams } from '../../eventstore/moving/verify.js'
import { type EventStore, EventStoreUnavailable } from '../../eventstore/port.js'
import { PostgresEventStore } from '../../eventstore/postgres/postgres.js'
import { Database } from '../../eventstore/postgres/database.js'
import { erasedStreams, outlineOf, streamEnds, type Totals, totalsOf } from '../../eventstore/postgres/outline.js'
import { connectEventStoreDb } from '../../host/start/stores.js'
import { beginMove, boundStore, destinationOf, endMove, type StoreId } from '../../storage/event-store-of-database.js'
import { otherSessions, takeLock } from '../../storage/postgres/other-sessions.js'
import { createPool, withStartupConnection } from '../../storage/postgres/pool.js'
import { newestCheckpoint, rememberedPositions, replacePositions } from '../../storage/positional-state.js'
import { StartupError } from '../../storage/startup-error.js'
import { inTransaction } from '../../storage/postgres/transaction.js'

/**
 * - `move`: the whole move; no other process may use the database.
 * - `ahead`: copies existing events while a service runs, so that the move only copies the rest.
 * - `verify`: compares both stores and writes nothing.
 * - `preview`: reports what a move would do and writes nothing.
 */
export type MoveMode = 'move' | 'ahead' | 'verify' | 'preview'

/** Which events to move, from which database, and how far to go. */
interface MoveOptions {
  readonly config: Config & { readonly EVENTSTORE_URL: string }
  readonly connectionString: string
  readonly mode: MoveMode
  /** Called with sentences about the progress. */
  readonly onProgress: (line: string) => void
  /**
   * Called after all checks and before any change, with the store that has the events: events it
   * appends are moved too. If it throws, nothing is done. Not called for a move that continues:
   * the store then accepts no events.
   */
  readonly begin: (store: EventStore) => Promise<void>
}

/** The result of a move or of its preview. Counts are numbers of events or streams. */
export interface MoveReport {
  /** Whether the database now belongs to the new store. */
  readonly moved: boolean
  /** What the database contains, without erased streams. */
  readonly totals: Totals
  /** Number of its events that the new store already contained. */
  readonly held: number
  readonly copied: number
  /** Seconds of copying. */
  readonly copySeconds: number
  /** Number of erased streams in both stores. */
  readonly erased: number
  /** null: the streams were not read back. */
  readonly verified: Verified | null
  /** Other sessions of the database; checked for `preview` only. */
  readonly sessions: readonly string[]
}

/**
 * Moves the events of a database's own store to an EventStoreDB permanently. It may be killed at
 * any moment and run again: only the content of the new store shows how far it got. The database
 * is bound to the new store in one transaction at the very end, after everything has been read
 * back and compared. Throws `StartupError` with one sentence if it can't be done.
 */
export async function moveEvents(options: MoveOptions): Promise<MoveReport> {
  const { config, connectionString, mode } = options
  return await withStartupConnection(connectionString, async (client) => {
    if (!(await takeLock(client, 'migrate-events'))) {
      throw new StartupError('Another "clearway migrate-events" is running on this database; wait until it ends.')
    }
    const target = await connectEventStoreDb(config.EVENTSTORE_URL, config.EVENTSTORE_STREAM_PREFIX)
    const source = new PostgresEventStore({ connectionString })
    const tables = new Database({ connectionString, answerWithin: LONGEST_STATEMENT_MS }, 2)
    const pool = createPool({
      connectionString,
      applicationName: 'clearway command',
      statementTimeoutMs: LONGEST_STATEMENT_MS,
    })
    try {
      const bound = await boundStore(client)
      const belongs = mustFit(bound, await idOfEventStoreDb(target))
      // Before the pools are used: their own sessions would count.
      const sessions = !belongs && (mode === 'move' || mode === 'preview') ? await otherSessions(client) : []
      const erased = await erasedStreams(tables)
      const begin = destinationOf(bound) === null ? options.begin : () => Promise.resolve()
      return await new Move({ ...options, begin, source, tables, pool, target, erased }).run(belongs, sessions)
    } catch (error) {
      throw inOneSentence(error)
    } finally {
      await Promise.all([source.close(), tables.close(), pool.end(), target.close()])
    }
  })
}

interface Deps extends Pick<MoveOptions, 'mode' | 'onProgress' | 'begin'> {
  readonly source: EventStore
  readonly tables: Database
  readonly pool: pg.Pool
  readonly target: EventStore
  /** Streams erased in this database. */
  readonly erased: ReadonlySet<string>
}

class Move {
  readonly #deps: Deps
  #reportedAt = performance.now()

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /** `belongs`: the database already belongs to the new store, which may have grown since. */
  async run(belongs: boolean, sessions: readonly string[]): Promise<MoveReport> {
    const { mode, source, target, tables, pool, erased } = this.#deps
    const found = await totalsOf(tables)
    const base = {
      moved: belongs,
      totals: found,
      copied: 0,
      copySeconds: 0,
      erased: erased.size,
      verified: null,
      sessions,
    }
    if (belongs || mode === 'verify') {
      const { held } = mustBeWhole(await this.#compare(belongs), found)
      return { ...base, held, verified: await this.#verifyStreams(belongs) }
    }
    if (found.events === 0) throw new StartupError('This database contains no events to move.')
    if (mode === 'move' && sessions.length > 0)
      throw new StartupError(
        `The database is still in use (${sessions.join(', ')}); stop all services and commands, then run this again.`,
      )
    if ((await newestCheckpoint(pool)) > ((await source.head()) ?? 0n))
      throw new StartupError('The read models are ahead of the events; run "clearway projections rebuild" first.')
    const { held, last } = await this.#compare(false)
    if (mode === 'preview') return { ...base, held }

    await this.#deps.begin(source)
    const totals = await totalsOf(tables)
    const id = await identify(target)
    if (mode === 'move') await inTransaction(pool, (client) => beginMove(client, id))
    const begun = performance.now()
    const copied = await this.#copy(last, held, totals)
    const copySeconds = (performance.now() - begun) / 1000
    if (mode === 'ahead') return { ...base, totals, held, copied, copySeconds }
    for (const stream of erased) await this.#patiently(() => target.erase(stream))
    const verified = await this.#verifyStreams(false)
    const wanted = await rememberedPositions(pool)
    const { positions } = mustBeWhole(await this.#compare(false, wanted), totals)
    await inTransaction(pool, async (client) => {
      await replacePositions(client, positions)
      await endMove(client, id)
    })
    return { ...base, moved: true, totals, held, copied, copySeconds, verified }
  }

  async #compare(grown: boolean, wanted: readonly bigint[] = []): Promise<Comparison> {
    const { target, tables, erased } = this.#deps
    return await this.#patiently(async (progressed) => {
      return await compare({
        outline: outlineOf(tables),
        to: target,
        passOver: (stream) => stream === IDENTITY_STREAM || erased.has(stream),
        grown,
        wanted,
        onProgress: (events) => {
          progressed()
          this.#reportThrottled(`${events} events compared with the new store`)
        },
      })
    })
  }

  /** Returns the number of events copied. */
  async #copy(after: bigint | null, held: number, { events: all }: Totals): Promise<number> {
    const { source, target } = this.#deps
    let position = after
    let copied = 0
    await this.#patiently(async (progressed) => {
      await copyEvents({
        from: source,
        to: target,
        after: position,
        onCopied: (events, at) => {
          position = at
          copied += events
          progressed()
          this.#reportThrottled(`${held + copied} of ${all} events copied`)
        },
      })
    })
    return copied
  }

  async #verifyStreams(grown: boolean): Promise<Verified> {
    const { source, target, tables } = this.#deps
    const verified = await this.#patiently(async (progressed) => {
      return await verifyStreams({
        from: source,
        to: target,
        ends: streamEnds(tables),
        grown,
        onProgress: (streams) => {
          progressed()
          this.#reportThrottled(`${streams} streams read back`)
        },
      })
    })
    const [fault] = verified.faults
    if (fault) {
      throw new StartupError(
        `The new store differs from the database: ${fault.stream} differs from revision ${fault.revision} on (${fault.reason}), and ${verified.faults.length - 1} other streams differ; use another EVENTSTORE_STREAM_PREFIX.`,
      )
    }
    return verified
  }

  async #patiently<T>(work: (progressed: () => void) => Promise<T>): Promise<T> {
    return await patiently(work, ({ message }) => {
      this.#reportThrottled(`${message}; retrying`)
    })
  }

  #reportThrottled(line: string): void {
    if (performance.now() - this.#reportedAt < REPORT_EVERY_MS) return
    this.#reportedAt = performance.now()
    this.#deps.onProgress(line)
  }
}

/**
 * Whether the database already belongs to the new store. Throws `StartupError` if it belongs, or
 * is being moved, to another one.
 */
function mustFit(bound: string | null, id: StoreId | null): boolean {
  const destination = destinationOf(bound)
  if (bound === null || bound === 'postgres' || (destination !== null && destination === id)) return false
  if (bound === id) return true
  throw new StartupError(
    destination === null
      ? 'The events of this database are already in another EventStoreDB; set EVENTSTORE_URL and EVENTSTORE_STREAM_PREFIX to that one.'
      : 'The events of this database are being moved to another EventStoreDB; set EVENTSTORE_URL and EVENTSTORE_STREAM_PREFIX to that one, or cancel the move with "clearway migrate-events --cancel".',
  )
}

function mustBeWhole(comparison: Comparison, { events }: Totals): Comparison {
  if (comparison.held + comparison.gone === events) return comparison
  throw new StartupError(
    `The new store contains ${comparison.held} of the ${events} events; "clearway migrate-events" copies the rest.`,
  )
}

function inOneSentence(error: unknown): unknown {
  if (error instanceof ForeignEvent || error instanceof TargetDiffers) {
    const event = error instanceof ForeignEvent ? `${error.stream}@${error.revision}` : error.stream
    return new StartupError(
      `The new store contains events that are not from this database, such as ${event}; set EVENTSTORE_STREAM_PREFIX to a prefix that is not used there.`,
      { cause: error },
    )
  }
  if (error instanceof EventStoreUnavailable) {
    return new StartupError(`${error.message}; run this again when it is back to continue the move.`, {
      cause: error,
    })
  }
  return error
}

/** For the preparations, which scan whole tables. */
const LONGEST_STATEMENT_MS = 600_000
const REPORT_EVERY_MS = 5_000
