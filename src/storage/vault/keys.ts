import { existsSync } from 'node:fs'
import type pg from 'pg'
import { withStartupConnection } from '../postgres/pool.js'
import { parseSecretsKey, readSecretsKey, secretsKeyFile, secretsKeyOf, type SecretsKeys } from './secrets-key.js'
import { StartupError } from '../startup-error.js'

/** The source of a vault's keys: the setting, else a file in the data directory. */
export interface KeySource {
  readonly SECRETS_KEY?: string | undefined
  readonly DATA_DIR: string
}

/**
 * The keys of the vault in this database. They can decrypt everything in it: a missing key is
 * reported now, not when a secret is needed. An empty vault without a key gets a new one. Throws
 * `StartupError`.
 */
export async function vaultKeys(connectionString: string, { SECRETS_KEY, DATA_DIR }: KeySource): Promise<SecretsKeys> {
  const inUse = await keysInUse(connectionString)
  if (SECRETS_KEY !== undefined) {
    const keys = parseSecretsKey(SECRETS_KEY)
    const foreign = countForeign(inUse, keys)
    if (foreign === 0) return await withOneInUse(connectionString, keys)
    throw new StartupError(
      `SECRETS_KEY is not the key that encrypts ${secrets(foreign)} in the vault; set it to that key (while it is replaced: the new one, a comma, and the old one).`,
    )
  }
  const file = secretsKeyFile(DATA_DIR)
  const stored = countForeign(inUse, [])
  if (stored > 0 && !existsSync(file)) {
    throw new StartupError(
      `The file ${file} is missing, and without it ${secrets(stored)} in the vault can't be read; restore it from a backup, or erase these secrets with "npx clearway secrets discard".`,
    )
  }
  const keys = secretsKeyOf(DATA_DIR)
  const foreign = countForeign(inUse, keys)
  if (foreign === 0) return keys
  throw new StartupError(
    `The file ${file} does not contain the key that encrypts ${secrets(foreign)} in the vault; restore the right one from a backup, or erase these secrets with "npx clearway secrets discard".`,
  )
}

/** The existing keys, regardless of the secrets they encrypt; null: there is none yet. */
export function presentKeys({ SECRETS_KEY, DATA_DIR }: KeySource): SecretsKeys | null {
  return SECRETS_KEY === undefined ? readSecretsKey(DATA_DIR) : parseSecretsKey(SECRETS_KEY)
}

/**
 * Erases the secrets that the current keys can't decrypt, and returns their number. Throws
 * `StartupError`.
 */
export async function discardUnreadable(pool: pg.Pool, source: KeySource): Promise<number> {
  const keys = presentKeys(source)
  const { rowCount } = await pool.query('DELETE FROM vault.secret WHERE key_id <> ALL($1)', [
    (keys ?? []).map(({ id }) => id),
  ])
  return rowCount ?? 0
}

/** At least one key was not replaced: the vault refuses replaced keys. */
async function withOneInUse(connectionString: string, keys: SecretsKeys): Promise<SecretsKeys> {
  return await withStartupConnection(connectionString, async (client) => {
    const ids = keys.map(({ id }) => id)
    const { rowCount } = await client.query('SELECT FROM vault.retired_key WHERE key_id = ANY($1)', [ids])
    if ((rowCount ?? 0) < new Set(ids).size) return keys
    throw new StartupError(
      'SECRETS_KEY contains a replaced key and not its replacement; set it to the new key ("clearway secrets status" names keys by their ids).',
    )
  })
}

/** The ids of the keys in use, with the number of their secrets. */
async function keysInUse(connectionString: string): Promise<ReadonlyMap<string, number>> {
  return await withStartupConnection(connectionString, async (client) => {
    const { rows } = await client.query<{ key_id: string; count: number }>(
      'SELECT key_id, count(*)::int AS count FROM vault.secret GROUP BY key_id',
    )
    return new Map(rows.map(({ key_id, count }) => [key_id, count]))
  })
}

function countForeign(inUse: ReadonlyMap<string, number>, keys: readonly { readonly id: string }[]): number {
  const known = new Set(keys.map(({ id }) => id))
  return [...inUse].reduce((sum, [id, count]) => (known.has(id) ? sum : sum + count), 0)
}

function secrets(count: number): string {
  return count === 1 ? '1 secret' : `${count} secrets`
}
