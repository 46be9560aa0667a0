import { randomBytes } from 'node:crypto'
import { readFileSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import type { Scope } from '../../../src/domain/event.js'
import { healthSessionName, isServiceRunning } from '../../../src/storage/postgres/other-sessions.js'
import { createPool } from '../../../src/storage/postgres/pool.js'
import { PostgresVault } from '../../../src/storage/vault/postgres-vault.js'
import { keyStatus, replaceKey, retireKeys } from '../../../src/storage/vault/replace-key.js'
import { addKeyToFile, parseSecretsKey, readSecretsKey, secretsKeyOf } from '../../../src/storage/vault/secrets-key.js'
import { keysOfFile } from '../../../src/storage/vault/key-ring.js'
import { vaultKeys } from '../../../src/storage/vault/keys.js'
import { migratedDatabase } from '../../support/database.js'

const scope: Scope = { account: 'acc_a', environment: 'production' }
const OLD = randomBytes(32).toString('base64')
const NEW = randomBytes(32).toString('base64')
const bytes = (text: string) => Buffer.from(text)

async function open(t: Test) {
  const { url } = await migratedDatabase(t)
  const pool = createPool({ connectionString: url, applicationName: 'test' })
  t.teardown(() => pool.end())
  return { url, pool }
}

const text = async (vault: PostgresVault, name: string) => Buffer.from((await vault.get(scope, name)) ?? []).toString()

t.test('with SECRETS_KEY: all goes under the new key, and the vault is closed to the old one', async (t) => {
  const { url, pool } = await open(t)
  const source = (SECRETS_KEY: string) => ({ SECRETS_KEY, DATA_DIR: t.testdir() })
  const old = new PostgresVault(pool, parseSecretsKey(OLD))
  for (let n = 0; n < 250; n++) await old.put(scope, `s${n}`, bytes(`secret ${n}`))
  await t.rejects(replaceKey(pool, source(OLD)), { name: 'StartupError', message: /contains one key/ })
  await t.rejects(replaceKey(pool, source(`${NEW},${NEW}`)), { message: /contains one key/ })

  const [fresh, former] = parseSecretsKey(`${NEW},${OLD}`)
  t.same(await replaceKey(pool, source(`${NEW},${OLD}`)), {
    keyId: fresh.id,
    retired: [former?.id],
    reencrypted: 250,
  })
  const alone = new PostgresVault(pool, parseSecretsKey(NEW))
  for (const n of [0, 99, 100, 249]) t.equal(await text(alone, `s${n}`), `secret ${n}`)
  t.same((await keyStatus(pool, parseSecretsKey(NEW))).map(({ secrets, state }) => [state, secrets]).sort(), [
    ['first', 250],
    ['retired', 0],
  ])

  await t.rejects(old.put(scope, 'late', bytes('x')), { code: 'CW001' }, 'no one could read it')
  const both = new PostgresVault(pool, parseSecretsKey(`${OLD},${NEW}`))
  await both.put(scope, 'late', bytes('y'))
  t.equal(await text(alone, 'late'), 'y', 'a process with the new key continues under that')
  t.equal(Buffer.from(await both.add(scope, 'later', bytes('z'))).toString(), 'z')
  t.equal(
    await new PostgresVault(pool, parseSecretsKey(`${OLD},${NEW}`)).replace(scope, 'late', bytes('y'), bytes('a')),
    true,
  )
  t.equal(await text(alone, 'late'), 'a')
  t.same(await replaceKey(pool, source(`${NEW},${OLD}`)), { keyId: fresh.id, retired: [former?.id], reencrypted: 0 })

  await pool.query('DELETE FROM vault.secret')
  await t.rejects(vaultKeys(url, source(OLD)), { name: 'StartupError', message: /contains a replaced key/ })
  t.equal((await vaultKeys(url, source(`${NEW},${OLD}`))).length, 2)
})

t.test('not while a process of the service lacks the new key', async (t) => {
  const { url, pool } = await open(t)
  const source = { SECRETS_KEY: `${NEW},${OLD}`, DATA_DIR: t.testdir() }
  const running = async (keys: string) => {
    const process = createPool({ connectionString: url, applicationName: healthSessionName(parseSecretsKey(keys)) })
    await process.query('SELECT')
    return process
  }
  const [behind, ready] = await Promise.all([running(OLD), running(`${OLD},${NEW}`)])
  t.equal(await isServiceRunning(pool), true)
  await t.rejects(replaceKey(pool, source), { message: /do not have the new key yet \(clearway health [0-9a-f]{8}\)/ })
  await behind.end()
  const replaced = async () => (await replaceKey(pool, source).catch(() => null)) !== null
  // The server notices a moment later that a session has ended.
  for (const deadline = Date.now() + 10_000; Date.now() < deadline && !(await replaced());) continue
  t.equal(await replaced(), true)
  await ready.end()
})

t.test('a secret that is stored at that moment is waited for', async (t) => {
  const { pool } = await open(t)
  const [, former] = parseSecretsKey(`${NEW},${OLD}`)
  const vault = new PostgresVault(pool, parseSecretsKey(OLD))
  const client = await pool.connect()
  await vault.put(scope, 'one', bytes('1'))
  await client.query('BEGIN')
  await client.query("UPDATE vault.secret SET stored_at = now() WHERE name = 'one'")
  const retired = retireKeys(pool, [former?.id ?? ''])
  await client.query('COMMIT')
  client.release()
  t.equal(await retired, false, 'something is under the key')
})

t.test('the key in the data directory: a running service finds the new one by itself', async (t) => {
  const { pool } = await open(t)
  const dataDir = t.testdir()
  const first = secretsKeyOf(dataDir)
  const service = new PostgresVault(pool, keysOfFile(dataDir, first))
  await service.put(scope, 'one', bytes('1'))
  const { keyId, reencrypted } = await replaceKey(pool, { DATA_DIR: dataDir })
  t.equal(reencrypted, 1)
  t.not(keyId, first[0].id)
  const now = readSecretsKey(dataDir)
  t.same(
    now?.map(({ id }) => id),
    [keyId],
  )
  t.equal(statSync(join(dataDir, 'secrets.key')).mode & 0o777, 0o600)
  t.same(readdirSync(dataDir), ['secrets.key'])
  t.equal(await text(service, 'one'), '1')
  const other = new PostgresVault(pool, keysOfFile(dataDir, first))
  await other.put(scope, 'two', bytes('2'))
  t.equal(await text(new PostgresVault(pool, secretsKeyOf(dataDir)), 'two'), '2')
})

t.test('an interrupted one continues with the key that it had made', async (t) => {
  const { pool } = await open(t)
  const dataDir = t.testdir()
  const vault = new PostgresVault(pool, secretsKeyOf(dataDir))
  for (let n = 0; n < 3; n++) await vault.put(scope, `s${n}`, bytes(`${n}`))
  // As after kill -9: the file has both keys, and one secret is under the new one.

  const both = addKeyToFile(dataDir)
  t.same(addKeyToFile(dataDir), both, 'no third key')
  await new PostgresVault(pool, both).put(scope, 's1', bytes('1'))
  t.equal(await text(new PostgresVault(pool, secretsKeyOf(dataDir)), 's0'), '0')
  t.match(await replaceKey(pool, { DATA_DIR: dataDir }), { keyId: both[0].id, reencrypted: 2 })
  const after = new PostgresVault(pool, secretsKeyOf(dataDir))
  for (let n = 0; n < 3; n++) t.equal(await text(after, `s${n}`), `${n}`)
  t.equal(readFileSync(join(dataDir, 'secrets.key'), 'utf8').includes(','), false)
})
