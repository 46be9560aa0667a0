import { randomBytes } from 'node:crypto'
import t, { type Test } from 'tap'
import type { Scope } from '../../../src/domain/event.js'
import { createPool } from '../../../src/storage/postgres/pool.js'
import { PostgresVault } from '../../../src/storage/vault/postgres-vault.js'
import { parseSecretsKey } from '../../../src/storage/vault/secrets-key.js'
import { migratedDatabase } from '../../support/database.js'

const scope: Scope = { account: 'acc_a', environment: 'production' }
const oldKey = randomBytes(32).toString('base64')
const newKey = randomBytes(32).toString('base64')
const token = Buffer.from('refresh-token-1')

async function open(t: Test) {
  const { url } = await migratedDatabase(t)
  const pool = createPool({ connectionString: url, applicationName: 'test' })
  t.teardown(() => pool.end())
  const vaultWith = (secretsKey: string) => new PostgresVault(pool, parseSecretsKey(secretsKey))
  return { pool, vault: vaultWith(oldKey), vaultWith }
}

function text(secret: Uint8Array | null): string | null {
  return secret && Buffer.from(secret).toString()
}

void t.test('a secret comes back, can be replaced, and deleted', async (t) => {
  const { vault } = await open(t)
  t.equal(await vault.get(scope, 'oauth'), null)
  await vault.put(scope, 'oauth', token)
  t.equal(text(await vault.get(scope, 'oauth')), 'refresh-token-1')
  await vault.put(scope, 'oauth', Buffer.from('refresh-token-2'))
  t.equal(text(await vault.get(scope, 'oauth')), 'refresh-token-2')
  await vault.delete(scope, 'oauth')
  await vault.delete(scope, 'oauth')
  t.equal(await vault.get(scope, 'oauth'), null)
})

void t.test('of secrets that are added under one name at the same time, all get the same', async (t) => {
  const { vault } = await open(t)
  const added = await Promise.all(['a', 'b', 'c', 'd'].map((secret) => vault.add(scope, 'shown', Buffer.from(secret))))
  const kept = text(await vault.get(scope, 'shown'))
  t.same(added.map(text), [kept, kept, kept, kept])
  t.equal(text(await vault.add({ ...scope, environment: 'test' }, 'shown', token)), 'refresh-token-1', 'elsewhere')
  await vault.delete(scope, 'shown')
  t.equal(text(await vault.add(scope, 'shown', token)), 'refresh-token-1')
})

void t.test('the database alone does not show a secret, nor that two are the same', async (t) => {
  const { pool, vault } = await open(t)
  await vault.put(scope, 'one', token)
  await vault.put(scope, 'two', token)
  const { rows } = await pool.query<{ nonce: Buffer; ciphertext: Buffer }>('SELECT * FROM vault.secret')
  t.notMatch(JSON.stringify(rows.map(({ ciphertext }) => ciphertext.toString())), /refresh/)
  t.not(rows[0]?.nonce.toString('hex'), rows[1]?.nonce.toString('hex'))
  t.not(rows[0]?.ciphertext.toString('hex'), rows[1]?.ciphertext.toString('hex'))
})

void t.test('another account and the other environment have secrets of their own', async (t) => {
  const { vault } = await open(t)
  await vault.put(scope, 'oauth', token)
  for (const foreign of [
    { account: 'acc_b', environment: 'production' },
    { account: 'acc_a', environment: 'test' },
  ] satisfies Scope[]) {
    t.equal(await vault.get(foreign, 'oauth'), null)
    await vault.delete(foreign, 'oauth')
  }
  t.equal(text(await vault.get(scope, 'oauth')), 'refresh-token-1')
})

void t.test('a secret that was moved to another account, environment or name does not decrypt', async (t) => {
  const { pool, vault } = await open(t)
  for (const [column, value] of [
    ['account', 'acc_b'],
    ['environment', 'test'],
    ['name', 'other'],
  ] as const) {
    await pool.query('TRUNCATE vault.secret')
    await vault.put(scope, 'oauth', token)
    await pool.query(`UPDATE vault.secret SET ${column} = $1`, [value])
    const moved = { ...scope, ...(column !== 'name' && { [column]: value }) }
    await t.rejects(vault.get(moved, column === 'name' ? value : 'oauth'), { name: 'VaultTampered' }, column)
  }
})

void t.test('a secret whose row was edited does not decrypt', async (t) => {
  const { pool, vault } = await open(t)
  for (const column of ['ciphertext', 'nonce', 'tag']) {
    await vault.put(scope, 'oauth', token)
    await pool.query(`UPDATE vault.secret SET ${column} = set_byte(${column}, 0, get_byte(${column}, 0) # 1)`)
    await t.rejects(vault.get(scope, 'oauth'), { name: 'VaultTampered' }, column)
  }
})

void t.test('a wrong SECRETS_KEY is distinguished from tampering', async (t) => {
  const { vault, vaultWith } = await open(t)
  await vault.put(scope, 'oauth', token)
  await t.rejects(vaultWith(newKey).get(scope, 'oauth'), { name: 'VaultKeyMismatch' })
})

void t.test('the key is replaced in three steps: both keys, re-encrypt, the new key alone', async (t) => {
  const { vault, vaultWith } = await open(t)
  await vault.put(scope, 'one', token)
  await vault.put({ ...scope, environment: 'test' }, 'two', token)
  const both = vaultWith(`${newKey},${oldKey}`)
  t.equal(text(await both.get(scope, 'one')), 'refresh-token-1')
  await both.put(scope, 'three', token)
  t.equal(await both.reencrypt(), 2)
  t.equal(await both.reencrypt(), 0)
  const alone = vaultWith(newKey)
  t.equal(text(await alone.get(scope, 'one')), 'refresh-token-1')
  t.equal(text(await alone.get({ ...scope, environment: 'test' }, 'two')), 'refresh-token-1')
  t.equal(text(await alone.get(scope, 'three')), 'refresh-token-1')
})

void t.test('simultaneous writers leave one of their secrets, whole', async (t) => {
  const { vault } = await open(t)
  const secrets = Array.from({ length: 20 }, (_, index) => `token-${index}`)
  await Promise.all(secrets.map((secret) => vault.put(scope, 'oauth', Buffer.from(secret))))
  t.ok(secrets.includes(text(await vault.get(scope, 'oauth')) ?? ''))
})

void t.test('an empty secret is a secret', async (t) => {
  const { vault } = await open(t)
  await vault.put(scope, 'empty', new Uint8Array())
  t.equal(text(await vault.get(scope, 'empty')), '')
})
