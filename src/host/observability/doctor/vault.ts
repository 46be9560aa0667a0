import type pg from 'pg'
import type { Environment } from '../../../domain/event.js'
import { PostgresVault } from '../../../storage/vault/postgres-vault.js'
import type { SecretsKeys } from '../../../storage/vault/secrets-key.js'
import { type Finding, fault, ok } from './finding.js'

/** Number of secrets to decrypt; for the others only the key's id is compared. */
const OPENED = 200

/** Checks that the keys decrypt the vault. No secret leaves this function. */
export async function judgeVault(pool: pg.Pool, keys: SecretsKeys): Promise<Finding> {
  const { rows } = await pool.query<{ key_id: string; count: number }>(
    'SELECT key_id, count(*)::int AS count FROM vault.secret GROUP BY key_id',
  )
  const all = rows.reduce((sum, { count }) => sum + count, 0)
  const foreign = rows.filter(({ key_id }) => !keys.some(({ id }) => id === key_id))
  const lost = foreign.reduce((sum, { count }) => sum + count, 0)
  const remedy =
    'Set SECRETS_KEY to the key that encrypts them ("new,old" while it is replaced), or erase them with "clearway secrets discard".'
  if (lost > 0) return fault('vault', `${lost} of ${all} secrets are encrypted with another key.`, remedy)
  const vault = new PostgresVault(pool, keys)
  const { rows: some } = await pool.query<{ account: string; environment: Environment; name: string }>(
    'SELECT account, environment, name FROM vault.secret ORDER BY stored_at DESC LIMIT $1',
    [OPENED],
  )
  let broken = 0
  for (const { name, ...scope } of some) {
    try {
      await vault.get(scope, name)
    } catch {
      broken += 1
    }
  }
  if (broken > 0) {
    return fault(
      'vault',
      `${broken} of the ${some.length} newest secrets cannot be decrypted: they were changed in the database.`,
      'Restore them from a backup, or authorise the connections and configure the webhooks again.',
    )
  }
  return ok('vault', `The key decrypts the vault (${all} secrets, ${some.length} of them tested).`)
}
