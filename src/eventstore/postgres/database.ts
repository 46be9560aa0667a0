import pg from 'pg'
import { createPool } from '../../storage/postgres/pool.js'
import { isUnavailable, tookTooLong } from '../../storage/postgres/unavailable.js'
import { EventStoreUnavailable } from '../port.js'

/** The name in the server's list of sessions. */
export const APPLICATION_NAME = 'clearway event store'

/** The common settings of the adapter's connections. */
interface ConnectionSettings {
  readonly connectionString: string
  /** Milliseconds after which a statement counts as lost. */
  readonly answerWithin: number
  readonly cut?: AbortSignal
}

/**
 * A pool that survives outages of the database: a dead connection is dropped, the next statement
 * opens a new one. An error that means "the database can't be reached now" becomes
 * `EventStoreUnavailable`, every other error stays as it is.
 */
export class Database {
  readonly #pool: pg.Pool
  readonly #connections: number
  readonly #answerWithin: number

  constructor({ connectionString, answerWithin, cut }: ConnectionSettings, connections: number) {
    this.#connections = connections
    this.#answerWithin = answerWithin
    this.#pool = createPool({
      byIndex: true,
      connectionString,
      applicationName: APPLICATION_NAME,
      size: connections,
      statementTimeoutMs: answerWithin,
      ...(cut !== undefined && { cut }),
    })
  }

  /**
   * Runs one statement as its own transaction. Throws `EventStoreUnavailable`; its outcome is then
   * unknown.
   */
  async query<Row extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<readonly Row[]> {
    try {
      const result = await this.#pool.query<Row>(text, values)
      return result.rows
    } catch (error) {
      throw unavailable(error) ?? error
    }
  }

  /**
   * The same for a statement that changes nothing: connections that died in the pool cost further
   * attempts, not an error. All of them may have died at once, each unnoticed until it is used;
   * the attempt after the last of them opens a new one. A server that did not answer within the
   * time limit is not asked again.
   */
  async read<Row extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<readonly Row[]> {
    const begun = Date.now()
    for (let mayHaveDied = this.#connections; ; mayHaveDied -= 1) {
      try {
        return await this.query<Row>(text, values)
      } catch (error) {
        const isLast = mayHaveDied === 0 || Date.now() - begun >= this.#answerWithin
        if (isLast || !(error instanceof EventStoreUnavailable)) throw error
      }
    }
  }

  /** Waits for the statements under way. */
  async close(): Promise<void> {
    await this.#pool.end()
  }
}

function unavailable(error: unknown): EventStoreUnavailable | null {
  // Whether the driver's error is not an answer of the server: refused, reset, timed out, pool
  // exhausted.
  const isAnswer = error instanceof pg.DatabaseError
  if (isAnswer && !isUnavailable(error) && !tookTooLong(error)) return null
  return new EventStoreUnavailable('The event store can’t be reached', { cause: error })
}
