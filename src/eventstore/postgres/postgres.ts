import type { EventToAppend, RecordedEvent } from '../../domain/event.js'
import { OPERATOR_ACTION_PREFIX } from '../../domain/streams.js'
import { isMissingRight } from '../../storage/postgres/missing-right.js'
import type { CheckedAppend } from '../checked-append.js'
import { checkAppend, checkStream } from '../checked-append.js'
import type {
  AppendOptions,
  AppendOutcome,
  EventStore,
  ExpectedRevision,
  SubscribeOptions,
  SubscriptionMessage,
} from '../port.js'
import { EventStoreUnavailable } from '../port.js'
import { Database } from './database.js'
import { GroupCommit } from './group-commit.js'
import { HeadWatch } from './head-watch.js'
import { readEventAt, readHead, StreamReader } from './reading.js'
import { follow } from './subscription.js'
import { Tail } from './tail.js'

/** How the store connects to its database, and its limits. */
interface PostgresEventStoreSettings {
  /**
   * A database with the migration `0001-eventstore`. No pooler in transaction mode in between:
   * LISTEN must work.
   */
  readonly connectionString: string
  /**
   * Connections for reading, shared by all readers and subscriptions; one more writes, one
   * listens. Default 4.
   */
  readonly readConnections?: number
  /** Milliseconds without an answer after which a connection counts as lost. Default 10,000. */
  readonly answerWithin?: number
  /**
   * Milliseconds for which an append is tried again when its outcome is unknown. Default 5,000.
   */
  readonly retryFor?: number
  /** Milliseconds between two polls for events without a notification. Default 500. */
  readonly pollInterval?: number
  /** Appends that may wait in this process; more are refused. Default 10,000. */
  readonly maxWaiting?: number
  /** Their size in bytes. Default 64 MiB. */
  readonly maxWaitingBytes?: number
  /** Aborts when the process can wait no longer: all connections are cut. Absent: never. */
  readonly cut?: AbortSignal
}

/**
 * The event store in PostgreSQL 14 or newer: its own tables and functions in the schema
 * `eventstore`. Any number of processes may share one database. When the server is down, calls
 * fail with `EventStoreUnavailable`; they work again when it is back.
 */
export class PostgresEventStore implements EventStore {
  readonly gapless = true
  readonly #writer: Database
  readonly #readers: Database
  readonly #streams: StreamReader
  readonly #groupCommit: GroupCommit
  readonly #watch: HeadWatch
  readonly #tail: Tail
  readonly #closing = new AbortController()

  constructor(settings: PostgresEventStoreSettings) {
    const { connectionString, answerWithin = 10_000, cut } = settings
    const connection = { connectionString, answerWithin, ...(cut !== undefined && { cut }) }
    // One: the head row lets one transaction at a time append, so that a second would only wait
    // for the first.
    this.#writer = new Database(connection, 1)
    this.#readers = new Database(connection, settings.readConnections ?? 4)
    this.#streams = new StreamReader(this.#readers)
    this.#watch = new HeadWatch(connectionString, () => readHead(this.#readers), settings.pollInterval ?? 500, cut)
    this.#tail = new Tail(this.#readers)
    this.#groupCommit = new GroupCommit((batch) => this.#commit(batch), {
      maxWaiting: settings.maxWaiting ?? 10_000,
      maxWaitingBytes: settings.maxWaitingBytes ?? 64 * 1024 * 1024,
      retryFor: settings.retryFor ?? 5_000,
      ...(cut !== undefined && { cut }),
    })
  }

  async append(
    stream: string,
    expectedRevision: ExpectedRevision,
    events: readonly EventToAppend[],
    options?: AppendOptions,
  ): Promise<AppendOutcome> {
    return await this.#groupCommit.append(checkAppend(stream, expectedRevision, events, options))
  }

  async readStream(stream: string, fromRevision = 0): Promise<readonly RecordedEvent[]> {
    this.#mustBeOpen()
    return await this.#streams.read(stream, fromRevision)
  }

  async eventAt(position: bigint): Promise<RecordedEvent | null> {
    this.#mustBeOpen()
    return await readEventAt(this.#readers, position)
  }

  async *subscribe(options: SubscribeOptions): AsyncGenerator<SubscriptionMessage, void, undefined> {
    this.#mustBeOpen()
    const signal = AbortSignal.any([options.signal, this.#closing.signal])
    yield* follow(this.#readers, this.#tail, this.#watch, { ...options, signal })
  }

  async head(): Promise<bigint | null> {
    this.#mustBeOpen()
    const head = await readHead(this.#readers)
    return head === 0n ? null : head
  }

  async isErased(stream: string): Promise<boolean> {
    this.#mustBeOpen()
    const rows = await this.#readers.query<{ erased: boolean }>(
      'SELECT EXISTS (SELECT FROM eventstore.erased WHERE stream = $1) AS erased',
      [stream],
    )
    return rows[0]?.erased === true
  }

  async erase(stream: string): Promise<void> {
    checkStream(stream)
    this.#mustBeOpen()
    await this.#readers.query('SELECT eventstore.erase($1)', [stream])
    this.#tail.forget(stream)
  }

  async close(): Promise<void> {
    if (this.#closing.signal.aborted) return
    this.#closing.abort()
    await this.#groupCommit.close()
    await Promise.all([this.#watch.close(), this.#writer.close(), this.#readers.close()])
  }

  async #commit(batch: readonly CheckedAppend[]): Promise<readonly AppendOutcome[]> {
    const events = batch.flatMap((append) => append.events)
    const rows = await this.#append([
      batch.map(({ stream }) => stream),
      batch.map(({ expectedRevision }) => (expectedRevision === 'none' ? -1 : expectedRevision)),
      batch.map((append) => append.events.length),
      events.map(({ id }) => id),
      events.map(({ type }) => type),
      events.map(({ data }) => data),
      events.map(({ metadata }) => metadata),
      events.map(({ bytes }) => bytes),
    ])
    const outcomes = rows.map(toOutcome)
    const newest = rows.reduce(
      (max, { at_position }) => (at_position === null || BigInt(at_position) < max ? max : BigInt(at_position)),
      0n,
    )
    if (newest > 0n) this.#watch.hint(newest)
    return outcomes
  }

  /** A role that may not append may still have the right to record what it was shown. */
  async #append(values: readonly [streams: readonly string[], ...unknown[]]): Promise<readonly OutcomeRow[]> {
    try {
      return await this.#writer.query<OutcomeRow>(appendBy('append'), [...values])
    } catch (error) {
      const [streams] = values
      const isRecord = streams.every((stream) => stream.startsWith(OPERATOR_ACTION_PREFIX))
      if (!isRecord || !isMissingRight(error)) throw error
      return await this.#writer.query<OutcomeRow>(appendBy('append_actions'), [...values])
    }
  }

  #mustBeOpen(): void {
    if (this.#closing.signal.aborted) throw new EventStoreUnavailable('The event store is closed')
  }
}

function appendBy(functionName: 'append' | 'append_actions'): string {
  return `SELECT outcome, at_revision, at_position::text FROM eventstore.${functionName}($1, $2, $3, $4, $5, $6, $7, $8)`
}

type OutcomeRow =
  | { readonly outcome: 'appended'; readonly at_revision: number; readonly at_position: string }
  | { readonly outcome: 'conflict'; readonly at_revision: number; readonly at_position: null }
  | { readonly outcome: 'erased'; readonly at_revision: number; readonly at_position: null }

function toOutcome(row: OutcomeRow): AppendOutcome {
  switch (row.outcome) {
    case 'appended':
      return { kind: 'appended', revision: row.at_revision, position: BigInt(row.at_position) }
    case 'conflict':
      return { kind: 'conflict', actualRevision: row.at_revision === -1 ? 'none' : row.at_revision }
    case 'erased':
      return { kind: 'erased' }
  }
}
