import type pg from 'pg'
import { isErased } from '../eventstore/moving/is-erased.js'
import type { EventStore } from '../eventstore/port.js'

/** Reports which streams were erased. */
export interface Erasures {
  /** Throws `EventStoreUnavailable`, or the database's error. */
  isErased(stream: string): Promise<boolean>
}

/** The tombstones of the event store in PostgreSQL. Read-only. */
export class PostgresErasures implements Erasures {
  readonly #pool: Pick<pg.Pool, 'query'>

  constructor(pool: Pick<pg.Pool, 'query'>) {
    this.#pool = pool
  }

  async isErased(stream: string): Promise<boolean> {
    const { rowCount } = await this.#pool.query('SELECT FROM eventstore.erased WHERE stream = $1', [stream])
    return rowCount !== 0
  }
}

/**
 * For any store: it reports an erasure only to an append, so this probes with one that writes
 * nothing.
 */
export class ProbedErasures implements Erasures {
  readonly #store: EventStore

  constructor(store: EventStore) {
    this.#store = store
  }

  isErased(stream: string): Promise<boolean> {
    return isErased(this.#store, stream)
  }
}
