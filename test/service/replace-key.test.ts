import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { once } from 'node:events'
import t from 'tap'
import { createPool } from '../../src/storage/postgres/pool.js'
import { PostgresVault } from '../../src/storage/vault/postgres-vault.js'
import { parseSecretsKey } from '../../src/storage/vault/secrets-key.js'
import { call, dataOf } from '../support/api.js'
import { runCli } from '../support/command-line.js'
import { migratedDatabase } from '../support/database.js'
import { startCli, startProcess, stopProcess, temporaryDataDir } from '../support/running-service.js'
import { waitFor } from '../support/wait-for.js'

const scope = { account: 'acc_a', environment: 'test' } as const
const COUNT = 3_000

t.setTimeout(240_000)

t.test('beside the running service its key is replaced; pages and secrets survive', async (t) => {
  const dataDir = temporaryDataDir(t)
  const env = { DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'error' }
  const service = await startProcess(env)
  const key = /test key\s+(\S+)/.exec(service.output())?.[1] ?? ''
  const ask = (method: string, path: string, body?: unknown) => call(service.url, key, method, path, body)
  t.equal((await ask('POST', '/v1/webhooks', { url: 'https://receiver.example/hook' })).status, 200)
  const before = readFileSync(join(dataDir, 'secrets.key'), 'utf8')
  const page = (await ask('GET', '/v1/api-keys?limit=1')).body as { nextCursor: string | null }

  const rotated = await runCli(['secrets', 'rotate', '--json'], env)
  t.match(rotated, { status: 0 }, rotated.stderr)
  t.match(JSON.parse(rotated.stdout), { reencrypted: 1 })
  t.not(readFileSync(join(dataDir, 'secrets.key'), 'utf8'), before)

  t.equal((await ask('POST', '/v1/webhooks/rotate-secret')).status, 200, 'the running service reads and writes')
  t.equal((await ask('GET', `/v1/api-keys?limit=1&cursor=${String(page.nextCursor)}`)).status, 200, 'pages continue')
  t.match((await runCli(['secrets', 'status'], env)).stdout, /: [12] secrets?; encrypts new secrets/)
  t.equal(await stopProcess(service), 0)
  const again = await startProcess(env)
  t.teardown(() => stopProcess(again))
  t.equal(
    dataOf<{ url: string }>(await call(again.url, key, 'GET', '/v1/webhooks')).url,
    'https://receiver.example/hook',
  )
})

t.test('kill -9 in the middle leaves every secret readable, and the next run ends it', async (t) => {
  const { url } = await migratedDatabase(t)
  const pool = createPool({ connectionString: url, applicationName: 'test' })
  t.teardown(() => pool.end())
  const [former, fresh] = [randomBytes(32).toString('base64'), randomBytes(32).toString('base64')]
  const old = new PostgresVault(pool, parseSecretsKey(former))
  for (let n = 0; n < COUNT; n += 10) {
    await Promise.all(Array.from({ length: 10 }, (_, i) => old.put(scope, `s${n + i}`, Buffer.from(`secret ${n + i}`))))
  }
  const env = { DATABASE_URL: url, SECRETS_KEY: `${fresh},${former}` }
  const [{ id }] = parseSecretsKey(fresh)
  const done = async () => {
    const { rows } = await pool.query<{ n: number }>('SELECT count(*)::int AS n FROM vault.secret WHERE key_id = $1', [
      id,
    ])
    return rows[0]?.n ?? 0
  }
  const { process: victim } = startCli(['secrets', 'rotate'], env)
  await waitFor('it is under way', async () => (await done()) > 100, 60_000)
  victim.kill('SIGKILL')
  await once(victim, 'exit')
  const half = await done()
  t.ok(half > 100 && half < COUNT, `${half} of ${COUNT} were done`)
  const both = new PostgresVault(pool, parseSecretsKey(env.SECRETS_KEY))
  for (let n = 0; n < COUNT; n += 97)
    t.equal(Buffer.from((await both.get(scope, `s${n}`)) ?? []).toString(), `secret ${n}`)

  const ended = await runCli(['secrets', 'rotate', '--json'], env)
  t.match(ended, { status: 0 }, ended.stderr)
  t.match(JSON.parse(ended.stdout), { keyId: id, reencrypted: COUNT - half })
  const alone = new PostgresVault(pool, parseSecretsKey(fresh))
  for (let n = 0; n < COUNT; n += 97)
    t.equal(Buffer.from((await alone.get(scope, `s${n}`)) ?? []).toString(), `secret ${n}`)
})
