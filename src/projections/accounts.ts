import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { AccountEvent, TestKeyPolicy } from '../domain/account.js'
import { unknownEvent, existing } from '../domain/aggregate.js'
import type { Environment } from '../domain/event.js'
import { ACCOUNT_PREFIX } from '../domain/streams.js'
import type { StreamProjection } from './engine/projection.js'
import type { ReadModels } from './read-models.js'

/** An account with its plan. `created_at` is ISO 8601 in UTC. */
export type AccountRow = {
  readonly id: string
  readonly name: string
  readonly plan: string
  readonly created_at: string
  /** null: the deployment's setting decides. */
  readonly test_keys_manage_live: TestKeyPolicy | null
}

declare module './read-models.js' {
  interface ReadModels {
    'read.accounts': AccountRow
  }
}

/** All accounts, by id. */
export const accounts: StreamProjection<AccountRow, AccountEvent> = {
  name: 'accounts',
  version: 3,
  streamPrefixes: [ACCOUNT_PREFIX],
  keyColumn: 'id',
  // An account exists for as long as its deployment.
  erasing: null,
  columns: `
    id text PRIMARY KEY,
    name text NOT NULL,
    plan text NOT NULL,
    created_at timestamptz NOT NULL,
    test_keys_manage_live text`,
  indexes: [],
  key: (event) => event.stream.slice(ACCOUNT_PREFIX.length),
  evolve(row, event) {
    switch (event.type) {
      case 'AccountCreated':
        return {
          id: event.data.accountId,
          name: event.data.name,
          plan: event.data.plan,
          created_at: event.metadata.occurredAt,
          test_keys_manage_live: event.data.testKeysManageLive,
        }
      case 'AccountPlanChanged':
        return { ...existing(row, event), plan: event.data.plan }
      case 'AccountTestKeysRuled':
        return { ...existing(row, event), test_keys_manage_live: event.data.testKeysManageLive }
      default:
        return unknownEvent(event)
    }
  },
}

/** An account with the number of its keys that are not revoked, and its usage this month. */
export type AccountUse = AccountRow & {
  readonly test_keys: number
  readonly production_keys: number
  /** Invoices created in this calendar month (UTC). */
  readonly test_invoices: number
  readonly production_invoices: number
}

/** All accounts, oldest first. `now`: counts the invoices of its calendar month in UTC. */
export async function listAccounts(db: Kysely<ReadModels>, now: Date): Promise<readonly AccountUse[]> {
  const since = `${now.toISOString().slice(0, 7)}-01T00:00:00.000Z`
  const keys = (environment: Environment): RawBuilder<number> =>
    sql`(SELECT count(*)::int FROM read.api_keys
         WHERE account = listed.id AND environment = ${environment} AND revoked_at IS NULL)`
  const invoices = (environment: Environment): RawBuilder<number> =>
    sql`(SELECT count(*)::int FROM read.invoices
         WHERE account = listed.id AND environment = ${environment} AND created_at >= ${since})`
  const { rows } = await sql<AccountUse>`
    SELECT listed.*, ${keys('test')} AS test_keys, ${keys('production')} AS production_keys,
      ${invoices('test')} AS test_invoices, ${invoices('production')} AS production_invoices
    FROM read.accounts AS listed ORDER BY created_at, id`.execute(db)
  return rows
}

/** The account's plan, as every process sees it; null: there is no such account. */
export async function findPlan(db: Kysely<ReadModels>, accountId: string): Promise<string | null> {
  const row = await db.selectFrom('read.accounts').select('plan').where('id', '=', accountId).executeTakeFirst()
  return row?.plan ?? null
}
