import type pg from 'pg'
import type { Scope } from '../../../domain/event.js'
import { webhookStream } from '../../../domain/streams.js'
import type { Receivers } from '../receivers.js'

/** The read model `receivers` in PostgreSQL. */
export class PostgresReceivers implements Receivers {
  readonly #pool: pg.Pool

  constructor(pool: pg.Pool) {
    this.#pool = pool
  }

  async failingSince(scope: Scope): Promise<Date | null> {
    const { rows } = await this.#pool.query<{ failing_since: Date | string | null }>({
      name: 'failing receiver',
      text: 'SELECT failing_since FROM read.receivers WHERE webhook = $1',
      values: [webhookStream(scope)],
    })
    const since = rows[0]?.failing_since ?? null
    return since === null ? null : new Date(since)
  }
}
