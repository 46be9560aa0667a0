import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import { PostgresVault } from '../../src/storage/vault/postgres-vault.js'
import { parseSecretsKey } from '../../src/storage/vault/secrets-key.js'
import { judgeDatabase } from '../../src/host/observability/doctor/database.js'
import type { Finding } from '../../src/host/observability/doctor/finding.js'
import { judgeCertificate } from '../../src/host/observability/doctor/settings.js'
import { migrations } from '../../src/storage/migrations/index.js'
import { startAnaf } from '../standins/anaf/index.js'
import { selfSigned } from '../support/certificate.js'
import { runCli } from '../support/command-line.js'
import { Deployment } from '../support/deployment.js'

const DAY_MS = 86_400_000

const PRODUCTION_CONNECTION = {
  account: 'acc_1',
  environment: 'production',
  id: 'conn_1',
  company_id: 'comp_1',
  country_code: 'RO',
  status: 'active',
  created_at: '2026-11-01T00:00:00Z',
}

t.test('the doctor finds what is wrong with a deployment, and shows no secret', { timeout: 200_000 }, async (t) => {
  const directory = mkdtempSync(join(tmpdir(), 'clearway-doctor-'))
  t.teardown(() => rmSync(directory, { recursive: true }))
  const deployment = await Deployment.create(t, {}, { ownServer: true })
  const examine = async (env: Readonly<Record<string, string>> = {}) => {
    const { status, stdout, stderr } = await runCli(['doctor', '--json'], { ...deployment.env, ...env })
    for (const secret of [deployment.env['SECRETS_KEY'] ?? '', 'OAuthSecret', 'pa55word']) {
      t.notOk((stdout + stderr).includes(secret), 'no secret is shown')
    }
    const { findings } = JSON.parse(stdout) as { readonly findings: readonly Finding[] }
    const worded = (state: Finding['state'], check: string): string =>
      findings
        .filter((finding) => finding.state === state && finding.check === check)
        .map(({ says }) => says)
        .join(' ')
    return { status, worded, findings }
  }

  const { cert } = selfSigned('inbound.test')
  const files = { cert, key: selfSigned('other.test').key, none: 'no key' }
  for (const [name, text] of Object.entries(files)) writeFileSync(join(directory, name), text, { mode: 0o600 })
  const file = (name: string): string => join(directory, name)
  const [empty, nowhere, unset, noSealKey, badSealKey, otherKey] = await Promise.all([
    examine(),
    examine({ DATABASE_URL: 'postgresql://user:pa55word@127.0.0.1:1/none' }),
    examine({ RATE_LIMIT_PER_MINUTE: 'many' }),
    examine({ SEAL_KEY_FILE: file('gone') }),
    examine({ SEAL_KEY_FILE: file('none') }),
    examine({
      INBOUND_PORT: '9999',
      INBOUND_TOKEN: 'a-token-of-many-letters-pa55word',
      INBOUND_TLS_CERT: file('cert'),
      INBOUND_TLS_KEY: file('key'),
    }),
  ])
  t.match(noSealKey.worded('fault', 'seals'), /SEAL_KEY_FILE names .*, which does not exist/)
  t.match(badSealKey.worded('fault', 'seals'), /does not contain an Ed25519 key/)
  t.match(otherKey.worded('fault', 'certificates'), /INBOUND_TLS_KEY is not the key of the first certificate/)
  t.equal(empty.status, 1)
  t.match(empty.worded('fault', 'migrations'), /no service has started/)
  t.equal(nowhere.status, 1)
  t.match(nowhere.worded('fault', 'database'), /can't be reached/)
  t.match(unset.worded('fault', 'settings'), /RATE_LIMIT_PER_MINUTE/)

  const member = await deployment.start('api,projections,processors')
  const sound = await examine({ OPS_PORT: new URL(member.ops).port, WEBHOK_ALLOW_PRIVATE_NETWORK: '1' })
  t.strictSame(
    sound.findings.filter(({ state }) => state === 'fault'),
    [],
    'nothing is wrong',
  )
  t.equal(sound.status, 0)
  t.match(sound.worded('warning', 'settings'), /WEBHOK_ALLOW_PRIVATE_NETWORK is not a setting/)
  t.match(sound.worded('warning', 'settings'), /Webhooks may use private addresses/)
  t.match(sound.worded('warning', 'seals'), /No seal key is configured/)
  t.match(sound.worded('ok', 'service'), /is ready/)
  for (const check of [
    'database',
    'clock',
    'migrations',
    'vault',
    'event store',
    'read models',
    'work',
    'connections',
    'receiving',
    'deliveries',
    'retention',
  ])
    t.not(sound.worded('ok', check), '', check)
  for (const { state, remedy } of sound.findings) t.equal(remedy === null, state === 'ok')

  t.match(sound.worded('ok', 'government clocks'), /No production connection/)
  const anaf = await startAnaf({ now: () => new Date(Date.now() - 40_000) })
  t.teardown(() => anaf.stop())
  await deployment.pool.query(
    `INSERT INTO read.connections SELECT (jsonb_populate_record(NULL::read.connections, $1)).*`,
    [PRODUCTION_CONNECTION],
  )
  const early = await examine({ ...anaf.settings, ANAF_TOKEN_URL: 'http://127.0.0.1:1/token' })
  t.match(early.worded('warning', 'government clocks'), /is (39|40|41) s ahead of that of http:\/\/127\.0\.0\.1:\d+\./)
  t.match(early.worded('warning', 'government clocks'), /http:\/\/127\.0\.0\.1:1 did not answer with its time/)
  await deployment.pool.query('DELETE FROM read.connections')

  const scope = { account: 'acc_1', environment: 'test' } as const
  const vault = new PostgresVault(deployment.pool, parseSecretsKey(deployment.env['SECRETS_KEY'] ?? ''))
  await vault.put(scope, 'connection c', Buffer.from('OAuthSecret'))
  const wrongKey = await examine({ SECRETS_KEY: Buffer.alloc(32, 9).toString('base64') })
  t.equal(wrongKey.status, 1)
  t.match(wrongKey.worded('fault', 'vault'), /1 of 1 secrets are encrypted with another key/)
  await deployment.pool.query(`UPDATE vault.secret SET tag = '\\x00000000000000000000000000000000'`)

  t.equal(await deployment.stop(member), 0)
  await deployment.pool.query(
    `INSERT INTO processing.work (kind, key, account, environment, lane, due_at, position, faults) VALUES
       ('invoices', 'testInvoice-a', 'acc_1', 'test', '', now() - interval '2 hours', 1, 0),
       ('invoices', 'testInvoice-b', 'acc_1', 'test', 'RO test submit', now(), 1, 9)`,
  )
  await deployment.pool.query(
    `INSERT INTO processing.gates (name, failures, closed_until) VALUES ('RO production', 5, now() + interval '1 minute')`,
  )
  await deployment.pool.query(`UPDATE projections.checkpoints SET paused_at = now() WHERE name = 'invoices'`)
  await deployment.pool.query(`DELETE FROM storage.migration WHERE name = $1`, ['0016-requests'])
  const old = await examine()
  t.match(old.worded('fault', 'migrations'), /lacks migrations of this release: 0016-requests/)
  await deployment.pool.query(`INSERT INTO storage.migration (name, checksum) VALUES ('0016-requests', '')`)
  const late = await examine()
  t.match(late.worded('fault', 'vault'), /cannot be decrypted/)
  t.match(late.worded('fault', 'work'), /1 pieces of work \(invoices\) are overdue/)
  t.match(late.worded('fault', 'work'), /1 pieces of work keep failing/)
  t.match(late.worded('warning', 'work'), /RO production does not answer/)
  t.match(late.worded('warning', 'read models'), /invoices has been paused/)
  await deployment.pool.query(`INSERT INTO storage.migration (name, checksum) VALUES ('9999-later', '')`)
  t.match((await examine()).worded('fault', 'migrations'), /newer release/)

  const skewed = await judgeDatabase(deployment.pool, migrations, () => Date.now() + 60_000)
  t.match(
    skewed.find(({ check }) => check === 'clock'),
    { state: 'fault', says: /differ by (59|60)/ },
  )
  t.equal((await judgeDatabase(deployment.pool, migrations, () => Date.now() - 3_000))[1]?.state, 'warning')
})

t.test('a certificate is reported before it expires', (t) => {
  const { cert } = selfSigned('inbound.test')
  const until = Date.now() + DAY_MS
  t.equal(judgeCertificate('INBOUND_TLS_CERT', cert, new Date()).state, 'warning')
  t.equal(judgeCertificate('INBOUND_TLS_CERT', cert, new Date(until - 60 * DAY_MS)).state, 'ok')
  t.match(judgeCertificate('INBOUND_TLS_CERT', cert, new Date(until + 2 * DAY_MS)), {
    state: 'fault',
    says: /expired on/,
  })
  t.equal(judgeCertificate('INBOUND_TLS_CERT', 'no certificate', new Date()).state, 'fault')
  t.equal(judgeCertificate('INBOUND_TLS_CERT', null, new Date()).state, 'fault')
  t.end()
})
