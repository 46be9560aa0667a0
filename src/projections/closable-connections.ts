import type pg from 'pg'
import type { Environment, Scope } from '../domain/event.js'
import { invoices } from './invoices.js'
import { streamPrefix } from '../domain/streams.js'
import type { EventStore } from '../eventstore/port.js'
import type { CountryCode } from '../domain/request/invoice-request.js'
import { todo } from './todo.js'

/** A connection of a deactivated company, as the read models show it. */
interface LeftConnection extends Scope {
  readonly id: string
  readonly companyId: string
  readonly country: CountryCode
}

/** Which decided invoices still need their company's connection. */
interface StillNeeding {
  /** Only those that changed at this time or later. */
  readonly changedSince: Date
  /** Whether this holds for all of them, or for those in `error` alone, which may be retried. */
  readonly all: boolean
}

/** What the read models know about connections of deactivated companies. */
export class ClosableConnections {
  readonly #pool: pg.Pool
  readonly #store: EventStore

  constructor({ pool, store }: { readonly pool: pg.Pool; readonly store: EventStore }) {
    this.#pool = pool
    this.#store = store
  }

  /** The next connections of deactivated companies in the order of their ids. */
  async ofDeactivated(after: string | null, limit: number): Promise<readonly LeftConnection[]> {
    const { rows } = await this.#pool.query<{
      id: string
      account: string
      environment: Environment
      company_id: string
      country_code: CountryCode
    }>(
      `SELECT n.id, n.account, n.environment, n.company_id, n.country_code
       FROM read.connections n
       JOIN read.companies c ON c.id = n.company_id AND c.account = n.account AND c.environment = n.environment
       WHERE NOT c.is_active AND ($1::text IS NULL OR n.id > $1)
       ORDER BY n.id LIMIT $2`,
      [after, limit],
    )
    return rows.map(({ id, account, environment, company_id, country_code }) => ({
      id,
      account,
      environment,
      companyId: company_id,
      country: country_code,
    }))
  }

  /**
   * Whether an invoice needs this connection: it is not decided, or a payment is to be reported,
   * or it is among `stillNeeding`. Also true while the read models lack an event of the account.
   */
  async isNeeded(left: LeftConnection, { changedSince, all }: StillNeeding): Promise<boolean> {
    const { rows } = await this.#pool.query<{ needed: boolean }>(
      `SELECT EXISTS (
         SELECT FROM read.invoices i
         WHERE i.account = $1 AND i.environment = $2 AND i.company_id = $3 AND i.country = $4
           AND (i.status NOT IN ('accepted', 'rejected', 'error')
             OR (i.updated_at >= $5 AND ($6 OR i.status = 'error'))
             OR EXISTS (SELECT FROM read.todo t WHERE t.stream = $7 || i.id))
       ) OR EXISTS (
         SELECT FROM projections.quarantine q
         JOIN projections.checkpoints p ON p.name = q.projection AND p.live_schema = q.schema
         WHERE q.account = $1 AND q.projection IN ('invoices', 'todo')
       ) AS needed`,
      [
        ...[left.account, left.environment, left.companyId, left.country, changedSince.toISOString(), all],
        streamPrefix(left.environment, 'Invoice'),
      ],
    )
    return rows[0]?.needed ?? true
  }

  /** Whether the read models of invoices lack an event that happened before this time. */
  async lackBefore(time: Date): Promise<boolean> {
    for (const { name, streamPrefixes } of [invoices, todo]) {
      const { rows } = await this.#pool.query<{ position: string | null }>(
        'SELECT position FROM projections.checkpoints WHERE name = $1',
        [name],
      )
      const position = rows[0]?.position ?? null
      const after = position === null ? null : BigInt(position)
      const stop = new AbortController()
      for await (const message of this.#store.subscribe({ after, streamPrefixes, maxBatch: 1, signal: stop.signal })) {
        stop.abort()
        const [unseen] = message.kind === 'events' ? message.events : []
        if (unseen !== undefined && new Date(unseen.metadata.occurredAt) < time) return true
        break
      }
    }
    return false
  }
}
