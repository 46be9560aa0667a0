import type pg from 'pg'
import { sessionsWithoutKey } from '../postgres/other-sessions.js'
import { PostgresVault } from './postgres-vault.js'
import { addKeyToFile, keepFirstKeyOfFile, parseSecretsKey, type SecretsKeys } from './secrets-key.js'
import { StartupError } from '../startup-error.js'
import { inTransaction } from '../postgres/transaction.js'
import type { KeySource } from './keys.js'

/** The result of replacing a key of the vault. */
interface KeyReplacement {
  /** The id of the key that now encrypts all secrets. */
  readonly keyId: string
  /** The ids of the keys that are no longer needed. */
  readonly retired: readonly string[]
  /** Number of secrets that used another key. */
  readonly reencrypted: number
}

/**
 * Replaces the key of the vault while the service runs: encrypts all secrets with the new key,
 * then retires the old one. With SECRETS_KEY the new key is listed before the old one; else a new
 * one is created in the data directory. It may be interrupted at any moment and run again. Throws
 * `StartupError`.
 */
export async function replaceKey(pool: pg.Pool, { SECRETS_KEY, DATA_DIR }: KeySource): Promise<KeyReplacement> {
  const keys = SECRETS_KEY === undefined ? addKeyToFile(DATA_DIR) : await givenByAll(pool, parseSecretsKey(SECRETS_KEY))
  const [first, ...others] = keys
  const vault = new PostgresVault(pool, keys)
  let reencrypted = await vault.reencrypt()
  const ids = [...new Set(others.map(({ id }) => id))].filter((id) => id !== first.id)
  while (!(await retireKeys(pool, ids))) reencrypted += await vault.reencrypt()
  if (SECRETS_KEY === undefined) keepFirstKeyOfFile(DATA_DIR)
  return { keyId: first.id, retired: ids, reencrypted }
}

/** Every process must be able to decrypt with the new key. */
async function givenByAll(pool: pg.Pool, keys: SecretsKeys): Promise<SecretsKeys> {
  if (keys.every(({ id }) => id === keys[0].id)) {
    throw new StartupError(
      'SECRETS_KEY contains one key; first set it to the new key, a comma, and the old one for every process ("openssl rand -base64 32" creates a key).',
    )
  }
  const without = await sessionsWithoutKey(pool, keys[0].id)
  if (without.length === 0) return keys
  throw new StartupError(
    `Processes of the service do not have the new key yet (${without.join(', ')}); restart them with both keys in SECRETS_KEY, then run this again.`,
  )
}

/**
 * Retires keys; false: one of them still encrypts a secret. Waits for secrets that are being
 * stored, so that none follows.
 */
export async function retireKeys(pool: pg.Pool, ids: readonly string[]): Promise<boolean> {
  return inTransaction(pool, async (client) => {
    await client.query('LOCK TABLE vault.secret IN SHARE ROW EXCLUSIVE MODE')
    const { rowCount } = await client.query('SELECT FROM vault.secret WHERE key_id = ANY($1) LIMIT 1', [ids])
    if (rowCount !== 0) return false
    await client.query('INSERT INTO vault.retired_key (key_id) SELECT unnest($1::text[]) ON CONFLICT DO NOTHING', [ids])
    return true
  })
}

/** One key of the vault, and its use. */
export interface KeyStatus {
  readonly keyId: string
  readonly secrets: number
  /**
   * `first`: encrypts; `known`: only decrypts; `retired`: was replaced; `missing`: secrets use it,
   * and this process does not have it.
   */
  readonly state: 'first' | 'known' | 'retired' | 'missing'
}

/** The number of secrets of each key. `keys`: those of this process. */
export async function keyStatus(pool: pg.Pool, keys: SecretsKeys | null): Promise<readonly KeyStatus[]> {
  const { rows } = await pool.query<{ key_id: string; secrets: number; retired: boolean }>(
    `SELECT key_id, sum(secrets)::int AS secrets, bool_or(retired) AS retired FROM (
       SELECT key_id, count(*) AS secrets, false AS retired FROM vault.secret GROUP BY key_id
       UNION ALL SELECT key_id, 0, true FROM vault.retired_key) AS found
     GROUP BY key_id ORDER BY key_id`,
  )
  const known = (keys ?? []).map(({ id }) => id)
  const unused = known.filter((id) => rows.every(({ key_id }) => key_id !== id))
  return [...rows, ...unused.map((key_id) => ({ key_id, secrets: 0, retired: false }))].map(
    ({ key_id: keyId, secrets, retired }) => ({
      keyId,
      secrets,
      state: retired ? 'retired' : keyId === known[0] ? 'first' : known.includes(keyId) ? 'known' : 'missing',
    }),
  )
}
