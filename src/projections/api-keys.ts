import { type Kysely, sql } from 'kysely'
import { unknownEvent, existing } from '../domain/aggregate.js'
import type { ApiKeyEvent, Permission } from '../domain/api-key.js'
import type { Environment } from '../domain/event.js'
import { API_KEY_PREFIX, idInStream } from '../domain/streams.js'
import { type ListPlace, nextOldest } from './list-place.js'
import type { StreamProjection } from './engine/projection.js'
import type { ReadModels } from './read-models.js'

/**
 * How long, in milliseconds, a process uses the keys and plans that it has read here, regardless
 * of later changes to the read models.
 */
export const REMEMBER_MS = 500

/**
 * An API key, without the key itself. Times are ISO 8601 in UTC; `permissions` null: all of them.
 */
export type ApiKeyRow = {
  readonly id: string
  readonly account: string
  readonly environment: Environment
  readonly name: string
  readonly key_prefix: string
  readonly key_hash: string
  readonly permissions: readonly Permission[] | null
  readonly expires_at: string | null
  readonly revoked_at: string | null
  readonly created_at: string
}

declare module './read-models.js' {
  interface ReadModels {
    'read.api_keys': ApiKeyRow
  }
}

/** All API keys, expired and revoked ones included. */
export const apiKeys: StreamProjection<ApiKeyRow, ApiKeyEvent> = {
  name: 'api_keys',
  version: 1,
  streamPrefixes: [API_KEY_PREFIX],
  keyColumn: 'id',
  erasing: { column: 'id', of: idInStream },
  columns: `
    id text PRIMARY KEY,
    account text NOT NULL,
    environment text NOT NULL,
    name text NOT NULL,
    key_prefix text NOT NULL,
    key_hash text NOT NULL UNIQUE,
    permissions json,
    expires_at timestamptz,
    revoked_at timestamptz,
    created_at timestamptz NOT NULL`,
  indexes: ['CREATE INDEX ON $table (account, created_at, id)'],
  key: (event) => event.stream.slice(API_KEY_PREFIX.length),
  evolve(row, event) {
    switch (event.type) {
      case 'ApiKeyCreated':
        return {
          id: event.data.keyId,
          account: event.metadata.account,
          environment: event.data.environment,
          name: event.data.name,
          key_prefix: event.data.keyPrefix,
          key_hash: event.data.keyHash,
          permissions: event.data.permissions,
          expires_at: event.data.expiresAt,
          revoked_at: null,
          created_at: event.metadata.occurredAt,
        }
      case 'ApiKeyRevoked':
        return { ...existing(row, event), revoked_at: event.metadata.occurredAt }
      default:
        return unknownEvent(event)
    }
  },
}

/** A key with its account's plan. */
export type KeyRow = ApiKeyRow & { readonly plan: string }

/**
 * The existing ones of these keys, in any order. Revoked and expired ones too: the caller judges.
 */
export function findApiKeysByHash(db: Kysely<ReadModels>, hashes: readonly string[]): Promise<readonly KeyRow[]> {
  return db
    .selectFrom('read.api_keys as key')
    .innerJoin('read.accounts as account', 'account.id', 'key.account')
    .selectAll('key')
    .select('account.plan')
    .where('key_hash', '=', sql<string>`ANY(${hashes}::text[])`)
    .execute()
}

/** Whether every process accepts these keys, unless they are expired: the query of `KeyRing`. */
export async function areKeysKnown(db: Kysely<ReadModels>, hashes: readonly string[]): Promise<boolean> {
  const known = await findApiKeysByHash(db, hashes)
  return known.length === hashes.length && known.every(({ revoked_at }) => revoked_at === null)
}

/** Whether every process refuses the key, or will within half a second. */
export async function isKeyRevoked(db: Kysely<ReadModels>, id: string): Promise<boolean> {
  const row = await db.selectFrom('read.api_keys').select('revoked_at').where('id', '=', id).executeTakeFirst()
  return row !== undefined && row.revoked_at !== null
}

/** A key in a list. `last_used_at`: ISO 8601 in UTC, at most a minute late; null: never used. */
export type ListedApiKey = ApiKeyRow & { readonly last_used_at: string | null }

/** Keys of the account, of both environments, including revoked ones, oldest first. */
export function listApiKeys(
  db: Kysely<ReadModels>,
  account: string,
  after: ListPlace | null,
  limit: number,
): Promise<readonly ListedApiKey[]> {
  const keys = db
    .selectFrom('read.api_keys as key')
    .leftJoin('operations.api_key_usage as usage', 'usage.key_id', 'key.id')
    .selectAll('key')
    .select('usage.last_used_at')
    .where('key.account', '=', account)
  return nextOldest(keys, after, limit)
}
