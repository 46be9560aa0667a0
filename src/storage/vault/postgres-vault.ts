import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type pg from 'pg'
import type { Scope } from '../../domain/event.js'
import type { SecretsKey, SecretsKeys } from './secrets-key.js'
import { inTransaction } from '../postgres/transaction.js'
import { givenKeys, type VaultKeyRing } from './key-ring.js'
import { type SecretName, type StoredSecret, VaultKeyMismatch, VaultTampered, type Vault } from './vault.js'

/**
 * NIST SP 800-38D, 8.2.2: a random nonce of 96 bits; far fewer than 2^32 secrets are ever
 * encrypted under one key.
 */
const nonceBytes = 12
const algorithm = 'aes-256-gcm'

interface Sealed {
  readonly key_id: string
  readonly nonce: Buffer
  readonly ciphertext: Buffer
  readonly tag: Buffer
}

interface Row extends Sealed, Scope {
  readonly name: string
}

/** Secrets in the service's own database; the database alone is not enough to read them. */
export class PostgresVault implements Vault {
  readonly #pool: pg.Pool
  readonly #ring: VaultKeyRing

  /** `keys`: fixed keys, or a ring whose keys may be replaced. */
  constructor(pool: pg.Pool, keys: SecretsKeys | VaultKeyRing) {
    this.#pool = pool
    this.#ring = 'renew' in keys ? keys : givenKeys(keys)
  }

  async put(scope: Scope, name: string, secret: Uint8Array): Promise<void> {
    await this.#underKeyInUse(async (key) => {
      const sealed = seal(key, scope, name, secret)
      await this.#pool.query(
        `INSERT INTO vault.secret (account, environment, name, key_id, nonce, ciphertext, tag)
         VALUES ($1, $2, $3, $4, $5, $6, $7)
         ON CONFLICT (account, environment, name) DO UPDATE SET key_id = excluded.key_id, nonce = excluded.nonce,
           ciphertext = excluded.ciphertext, tag = excluded.tag, stored_at = now()`,
        [scope.account, scope.environment, name, sealed.key_id, sealed.nonce, sealed.ciphertext, sealed.tag],
      )
    })
  }

  async add(scope: Scope, name: string, secret: Uint8Array): Promise<Uint8Array> {
    for (;;) {
      const { rowCount } = await this.#underKeyInUse(async (key) => {
        const { key_id, nonce, ciphertext, tag } = seal(key, scope, name, secret)
        return this.#pool.query(
          `INSERT INTO vault.secret (account, environment, name, key_id, nonce, ciphertext, tag)
           VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (account, environment, name) DO NOTHING`,
          [scope.account, scope.environment, name, key_id, nonce, ciphertext, tag],
        )
      })
      if (rowCount === 1) return secret
      const before = await this.get(scope, name)
      // Deleted at the same moment: the place is free again.
      if (before !== null) return before
    }
  }

  async replace(scope: Scope, name: string, expected: Uint8Array, secret: Uint8Array): Promise<boolean> {
    const of = [scope.account, scope.environment, name]
    const replaceUnder = (key: SecretsKey): Promise<boolean> =>
      inTransaction(this.#pool, async (client) => {
        const { rows } = await client.query<Sealed>(
          `SELECT key_id, nonce, ciphertext, tag FROM vault.secret
         WHERE account = $1 AND environment = $2 AND name = $3 FOR UPDATE`,
          of,
        )
        const [row] = rows
        if (row === undefined || !this.#open(row, scope, name).equals(expected)) return false
        const sealed = seal(key, scope, name, secret)
        await client.query(
          `UPDATE vault.secret SET key_id = $4, nonce = $5, ciphertext = $6, tag = $7, stored_at = now()
         WHERE account = $1 AND environment = $2 AND name = $3`,
          [...of, sealed.key_id, sealed.nonce, sealed.ciphertext, sealed.tag],
        )
        return true
      })
    return this.#underKeyInUse(replaceUnder)
  }

  async get(scope: Scope, name: string): Promise<Uint8Array | null> {
    const { rows } = await this.#pool.query<Sealed>(
      `SELECT key_id, nonce, ciphertext, tag FROM vault.secret
       WHERE account = $1 AND environment = $2 AND name = $3`,
      [scope.account, scope.environment, name],
    )
    return rows[0] ? this.#open(rows[0], scope, name) : null
  }

  async delete(scope: Scope, name: string): Promise<void> {
    await this.#pool.query('DELETE FROM vault.secret WHERE account = $1 AND environment = $2 AND name = $3', [
      scope.account,
      scope.environment,
      name,
    ])
  }

  async list(after: SecretName | null, limit: number): Promise<readonly StoredSecret[]> {
    const { rows } = await this.#pool.query<Scope & { name: string; age: number }>(
      `SELECT account, environment, name, extract(epoch FROM now() - stored_at)::float8 AS age FROM vault.secret
       WHERE (account, environment, name) > ($1, $2, $3) ORDER BY account, environment, name LIMIT $4`,
      [after?.scope.account ?? '', after?.scope.environment ?? '', after?.name ?? '', limit],
    )
    return rows.map(({ account, environment, name, age }) => ({
      scope: { account, environment },
      name,
      ageSeconds: age,
    }))
  }

  /**
   * Encrypts secrets that still use an older key of SECRETS_KEY with its first one, and returns
   * their number. Safe while the service runs: a secret that is replaced meanwhile stays replaced.
   * It may be interrupted at any point: each secret uses one of the keys. `retireKeys` then
   * retires the older key.
   */
  async reencrypt(batch = 100): Promise<number> {
    for (let done = 0; ;) {
      const { seen, changed } = await this.#reencryptSome(batch)
      done += changed
      if (seen < batch) return done
    }
  }

  /** Up to `limit` secrets, and the number found. */
  async #reencryptSome(limit: number): Promise<{ readonly seen: number; readonly changed: number }> {
    const current = this.#ring.keys[0]
    const { rows } = await this.#pool.query<Row>(
      `SELECT account, environment, name, key_id, nonce, ciphertext, tag FROM vault.secret WHERE key_id <> $1
       ORDER BY account, environment, name LIMIT $2`,
      [current.id, limit],
    )
    let changed = 0
    for (const row of rows) {
      const sealed = seal(current, row, row.name, this.#open(row, row, row.name))
      const { rowCount } = await this.#pool.query(
        `UPDATE vault.secret SET key_id = $5, nonce = $6, ciphertext = $7, tag = $8
         WHERE account = $1 AND environment = $2 AND name = $3 AND nonce = $4`,
        [row.account, row.environment, row.name, row.nonce, sealed.key_id, sealed.nonce, sealed.ciphertext, sealed.tag],
      )
      changed += rowCount ?? 0
    }
    return { seen: rows.length, changed }
  }

  /**
   * Does something with the encrypting key; if that was replaced meanwhile, again with the new
   * one.
   */
  async #underKeyInUse<T>(work: (key: SecretsKey) => Promise<T>): Promise<T> {
    const [key] = this.#ring.keys
    try {
      return await work(key)
    } catch (error) {
      if (!isRetiredKey(error) || !this.#ring.renew(key) || this.#ring.keys[0].id === key.id) throw error
      return work(this.#ring.keys[0])
    }
  }

  #keyNamed(id: string): SecretsKey | undefined {
    const known = (): SecretsKey | undefined => this.#ring.keys.find((key) => key.id === id)
    return known() ?? (this.#ring.renew() ? known() : undefined)
  }

  #open(sealed: Sealed, scope: Scope, name: string): Buffer {
    const key = this.#keyNamed(sealed.key_id)
    if (!key) {
      throw new VaultKeyMismatch(
        `a secret was encrypted with another SECRETS_KEY (${sealed.key_id}) than the current one (${this.#ring.keys[0].id})`,
      )
    }
    try {
      const decipher = createDecipheriv(algorithm, key.key, sealed.nonce, { authTagLength: 16 })
      decipher.setAAD(boundTo(key, scope, name))
      decipher.setAuthTag(sealed.tag)
      return Buffer.concat([decipher.update(sealed.ciphertext), decipher.final()])
    } catch (error) {
      throw new VaultTampered('a secret was changed or moved in the database', { cause: error })
    }
  }
}

/** The database's error for an encryption with a replaced key (migration 0021). */
function isRetiredKey(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'CW001'
}

function seal(key: SecretsKey, scope: Scope, name: string, secret: Uint8Array): Sealed {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv(algorithm, key.key, nonce, { authTagLength: 16 })
  cipher.setAAD(boundTo(key, scope, name))
  const ciphertext = Buffer.concat([cipher.update(secret), cipher.final()])
  return { key_id: key.id, nonce, ciphertext, tag: cipher.getAuthTag() }
}

/**
 * Authenticated with the secret but not stored in it. JSON, so that two different triples never
 * have the same text.
 */
function boundTo(key: SecretsKey, scope: Scope, name: string): Buffer {
  return Buffer.from(JSON.stringify(['clearway-vault-1', key.id, scope.account, scope.environment, name]))
}
