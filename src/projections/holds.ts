import type { Kysely } from 'kysely'
import type { HoldEvent, HoldKind } from '../domain/hold.js'
import { HOLD_PREFIX } from '../domain/streams.js'
import type { StreamProjection } from './engine/projection.js'
import { existing } from '../domain/aggregate.js'
import type { ReadModels } from './read-models.js'

/** A legal hold, in force or released. */
export type HoldRow = {
  /** The account, and the target. */
  readonly id: string
  readonly account: string
  readonly kind: HoldKind
  readonly target: string
  readonly reason: string
  readonly placed_by: string
  readonly placed_at: string
  readonly release_reason: string | null
  readonly released_by: string | null
  readonly released_at: string | null
}

declare module './read-models.js' {
  interface ReadModels {
    'read.holds': HoldRow
  }
}

/** The legal holds of all accounts, for people. An erasure checks the stream instead. */
export const holds: StreamProjection<HoldRow, HoldEvent> = {
  name: 'holds',
  version: 1,
  streamPrefixes: [HOLD_PREFIX],
  keyColumn: 'id',
  erasing: null,
  columns: `
    id text PRIMARY KEY,
    account text NOT NULL,
    kind text NOT NULL,
    target text NOT NULL,
    reason text NOT NULL,
    placed_by text NOT NULL,
    placed_at timestamptz NOT NULL,
    release_reason text,
    released_by text,
    released_at timestamptz`,
  indexes: [],
  // A target that is held again shows the newest hold; the stream has them all.
  key: ({ metadata, data }) => `${metadata.account} ${data.kind} ${data.id}`,
  evolve(row, event) {
    const { data, metadata } = event
    if (event.type === 'HoldReleased') {
      const { reason, operator } = data
      return {
        ...existing(row, event),
        release_reason: reason,
        released_by: operator,
        released_at: metadata.occurredAt,
      }
    }
    return {
      id: `${metadata.account} ${data.kind} ${data.id}`,
      account: metadata.account,
      kind: data.kind,
      target: data.id,
      reason: data.reason,
      placed_by: data.operator,
      placed_at: metadata.occurredAt,
      release_reason: null,
      released_by: null,
      released_at: null,
    }
  },
}

/** The holds in force, and with `all` the released ones too, newest first; at most `limit`. */
export function listHolds(db: Kysely<ReadModels>, all: boolean, limit: number): Promise<readonly HoldRow[]> {
  let query = db.selectFrom('read.holds').selectAll()
  if (!all) query = query.where('released_at', 'is', null)
  return query.orderBy('placed_at', 'desc').orderBy('id').limit(limit).execute()
}

/**
 * The account of this invoice, received invoice or company, or the one when it was held; null:
 * there is none.
 */
export async function ownerOf(db: Kysely<ReadModels>, kind: HoldKind, id: string): Promise<string | null> {
  const held = db.selectFrom('read.holds').select('account').where('kind', '=', kind).where('target', '=', id)
  const known = await held.where('released_at', 'is', null).executeTakeFirst()
  if (known !== undefined) return known.account
  if (kind === 'account') {
    return (await db.selectFrom('read.accounts').select('id').where('id', '=', id).executeTakeFirst())?.id ?? null
  }
  const tables = { company: 'read.companies', invoice: 'read.invoices', received: 'read.received' } as const
  const table = tables[kind]
  return (await db.selectFrom(table).select('account').where('id', '=', id).executeTakeFirst())?.account ?? null
}
