import { generateKeyPairSync } from 'node:crypto'
import { appendFileSync, readlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { userInfo } from 'node:os'
import pino from 'pino'
import t, { type Test } from 'tap'
import { PostgresEventStore } from '../../src/eventstore/postgres/postgres.js'
import { LogStreams } from '../../src/audit/retention/log-streams.js'
import { RetentionReport } from '../../src/audit/retention/report.js'
import { retain } from '../../src/audit/retention/retain.js'
import { keySigner, type SealSigner } from '../../src/audit/seals/signing.js'
import { migrate } from '../../src/storage/postgres/migrate.js'
import { RebuildDesk } from '../../src/http/console/rebuilds.js'
import { systemClock } from '../../src/domain/clock.js'
import { createPool } from '../../src/storage/postgres/pool.js'
import { PostgresDocuments } from '../../src/storage/documents/postgres-documents.js'
import { ROLE_NAMES, type RoleName } from '../../src/storage/postgres/roles.js'
import { CERTIFICATE, Receiver } from '../standins/receiver.js'
import { call, dataOf } from '../support/api.js'
import { runCli } from '../support/command-line.js'
import { Deployment } from '../support/deployment.js'
import { invoiceBody } from '../support/invoice-body.js'
import { temporaryDataDir } from '../support/running-service.js'
import { waitFor } from '../support/wait-for.js'

/** An append as the auditor's role may make it, but for one thing each. */
function recordsRefused(): readonly string[] {
  const linked = { prevHash: '1'.repeat(64), hash: '2'.repeat(64), account: 'deployment', actor: 'operator' }
  const append = (streams: readonly string[], type: string, metadata: object, data: object = {}): string => {
    const of = (value: string, cast: string): string => `array_fill('${value}'::${cast}, ARRAY[${streams.length}])`
    return `SELECT * FROM eventstore.append_actions('{${streams.join(',')}}', ${of('-1', 'integer')}, ${of('1', 'integer')},
      ARRAY(SELECT gen_random_uuid() FROM generate_series(1, ${streams.length})), ${of(type, 'text')}, ${of(JSON.stringify(data), 'json')},
      ${of(JSON.stringify(metadata), 'json')}, ${of('1', 'integer')})`
  }
  const tomorrow = `operatorAction-${new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)}`
  const start = { ...linked, prevHash: '0'.repeat(64) }
  return [
    ...[
      'liveInvoice-x',
      'account-x',
      'apiKey-x',
      'erasure-x',
      'seal-2026-11',
      'hold-x',
      'operatorAction-',
      'operatorAction-2026-01-01',
    ].map((stream) => append([stream], 'OperatorActed', start)),
    append([tomorrow, 'testInvoice-x'], 'OperatorActed', start),
    append([tomorrow], 'StreamsErased', start),
    append([tomorrow], 'OperatorActed', linked),
    append([tomorrow], 'OperatorActed', { ...start, account: 'acc_x' }),
    append([tomorrow], 'OperatorActed', { ...start, actor: 'processor:seals' }),
    append([tomorrow], 'OperatorActed', start, { text: 'x'.repeat(262_144) }),
  ]
}

/** An append of one event to a stream. */
function appendTo(stream: string): string {
  return `SELECT * FROM eventstore.append('{${stream}}', '{-1}', '{1}', ARRAY[gen_random_uuid()], '{X}', ARRAY['{}'::json],
    ARRAY['{}'::json], '{1}')`
}

/** Statements that each role is refused. */
const FORBIDDEN: Readonly<Record<RoleName, readonly string[]>> = {
  api: [
    'DELETE FROM documents.document',
    "SELECT eventstore.erase('testInvoice-x')",
    'UPDATE audit.seal SET hash = NULL',
    'UPDATE projections.checkpoints SET position = 0',
    'SELECT * FROM read_invoices_1.invoices',
    "SELECT projections.drop_kept('invoices', 'read_invoices_1')",
    ...['erasure-2026-01-01', 'seal-2026-11', 'testReceiver-x', 'other-x'].map(appendTo),
    "SELECT * FROM eventstore.append_events('{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}')",
    'INSERT INTO eventstore.append_right VALUES (current_user, current_user)',
  ],
  projections: [
    "SELECT * FROM eventstore.append('{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}')",
    'SELECT * FROM vault.secret',
    'SELECT content FROM documents.document',
    'INSERT INTO operations.upload DEFAULT VALUES',
    'DELETE FROM processing.work',
  ],
  processors: [
    'UPDATE audit.leaf SET hash = hash',
    'INSERT INTO read_invoices_1.invoices DEFAULT VALUES',
    ...['account-x', 'apiKey-x', 'hold-x', 'other-x'].map(appendTo),
    ...['operatorAction-2026-01-01', 'account-x', 'apiKey-x', 'hold-x', 'erasure-2026-01-01', 'seal-2026-11']
      .concat('liveWebhook-x', 'liveReceiver-x', 'xliveInvoice-x')
      .map((stream) => `SELECT eventstore.erase('${stream}')`),
  ],
  auditor: [
    "SELECT * FROM eventstore.append('{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}')",
    'SELECT * FROM vault.secret',
    'SELECT key_id FROM vault.secret',
    'SELECT * FROM operations.request',
    'DELETE FROM audit.leaf',
    ...recordsRefused(),
  ],
}
const FORBIDDEN_TO_ALL = [
  'UPDATE eventstore.events SET data = data',
  'DELETE FROM eventstore.events',
  'INSERT INTO eventstore.events SELECT * FROM eventstore.events',
  'UPDATE eventstore.head SET "position" = 0',
  'TRUNCATE eventstore.events',
  'SELECT eventstore.close()',
  'DELETE FROM eventstore.erased',
  'DELETE FROM storage.migration',
  'CREATE SCHEMA mine',
  'DROP VIEW read.invoices',
]

/** Lets the operating system's user of this test be each of the database's roles. */
async function letRolesIn({ pool }: Deployment): Promise<void> {
  const { rows } = await pool.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
  const cluster = readlinkSync(`/proc/${rows[0]?.pid ?? ''}/cwd`)
  appendFileSync(join(cluster, 'pg_ident.conf'), `roles "${userInfo().username}" all\n`)
  appendFileSync(join(cluster, 'pg_hba.conf'), 'local all all peer map=roles\n')
  await pool.query('SELECT pg_reload_conf()')
}

/** The service's database as one of the roles. */
function urlOf({ env }: Deployment, role: RoleName): string {
  return (env['DATABASE_URL'] ?? '').replace(/\/\/\w+@/, `//clearway_${role}@`)
}

async function refused(t: Test, deployment: Deployment, role: RoleName): Promise<void> {
  const pool = createPool({ connectionString: urlOf(deployment, role), applicationName: 'test', size: 1 })
  try {
    for (const statement of [...FORBIDDEN_TO_ALL, ...FORBIDDEN[role]]) {
      await t.rejects(pool.query(statement), { code: '42501' }, `${role}: ${statement}`)
    }
  } finally {
    await pool.end()
  }
}

/** Neither the command nor the console of a process with a separate role can rebuild. */
async function rebuildIsRefused(t: Test, deployment: Deployment): Promise<void> {
  const DATABASE_URL = urlOf(deployment, 'processors')
  const tried = await runCli(['projections', 'rebuild', 'feed'], { ...deployment.env, DATABASE_URL })
  t.equal(tried.status, 1)
  t.match(tried.stderr, /^this process has a database role that may not create tables; .* of the owner$/m)
  const pool = createPool({ connectionString: DATABASE_URL, applicationName: 'test', size: 4 })
  const { store } = deployment
  const stopping = new AbortController().signal
  const desk = new RebuildDesk({ store, slowPool: pool, log: pino({ level: 'silent' }), stopping, clock: systemClock })
  t.ok(desk.begin('feed', 'anna', (work) => work()))
  await waitFor('it says so', () => desk.last?.state === 'failed')
  t.match(desk.last?.reason, /^this process has a database role that may not create tables/)
  await pool.end()
}

/** The end of retention, in a month and a day, with the rights of the processors. */
async function eraseAll(deployment: Deployment, signer: SealSigner): Promise<RetentionReport> {
  const connectionString = urlOf(deployment, 'processors')
  const pool = createPool({ connectionString, applicationName: 'test', size: 4 })
  const store = new PostgresEventStore({ connectionString })
  try {
    const clock = { now: () => new Date(Date.now() + 31 * 86_400_000) }
    const deps = { store, pool, clock, log: pino({ level: 'silent' }), documents: new PostgresDocuments(pool) }
    const report = new RetentionReport()
    const times = { testDays: 30, liveYears: 10 }
    const parts = retain({ ...deps, times, waitsForSeals: false, signer, logs: new LogStreams(deps) }, report, {
      dryRun: false,
      isStopped: () => false,
    })
    while ((await parts.next()).done !== true);
    return report
  } finally {
    await store.close()
    await pool.end()
  }
}

t.test(
  'each part of the service works with a role of its own, which may do nothing else',
  { timeout: 240_000 },
  async (t) => {
    const receiver = await Receiver.listen()
    t.teardown(() => receiver.close())
    const directory = temporaryDataDir(t)
    const ca = join(directory, 'ca.pem')
    writeFileSync(ca, CERTIFICATE.cert)
    const sealKey = join(directory, 'seal.pem')
    const { privateKey } = generateKeyPairSync('ed25519')
    const pem = privateKey.export({ type: 'pkcs8', format: 'pem' })
    writeFileSync(sealKey, pem, { mode: 0o600 })
    const env = { NODE_EXTRA_CA_CERTS: ca, SEAL_KEY_FILE: sealKey }
    const deployment = await Deployment.create(t, env, { ownServer: true })
    const as = (role: RoleName) => ({ ...deployment.env, DATABASE_URL: urlOf(deployment, role) })
    await letRolesIn(deployment)
    await deployment.pool.query('CREATE ROLE clearway_api LOGIN')

    await t.rejects(migrate(urlOf(deployment, 'api')), {
      name: 'StartupError',
      message: /^The role in DATABASE_URL may not migrate .* "clearway database migrate" as the owner/,
    })
    await migrate(deployment.env['DATABASE_URL'] ?? '')
    await t.rejects(migrate(urlOf(deployment, 'api')), {
      name: 'StartupError',
      message: /^The role in DATABASE_URL has no rights .* "clearway database roles --apply"/,
    })

    const made = await runCli(['database', 'roles', '--apply', '--json'], deployment.env)
    t.same(JSON.parse(made.stdout || made.stderr), { roles: ROLE_NAMES.map((role) => `clearway_${role}`) })
    const parts = ['projections', 'processors', 'api'] as const
    const members = await Promise.all(
      parts.map((role) => deployment.start(role, { DATABASE_URL: urlOf(deployment, role) })),
    )
    const api = members[2]
    if (!api) throw new Error('no API')
    const { key } = await deployment.customer(api, receiver.url())
    const post = async (number: string): Promise<string> =>
      dataOf<{ id: string }>(await call(api.url, key, 'POST', '/v1/invoices', invoiceBody(number))).id
    const first = await post('R-1')
    await deployment.verify(t, [first])
    await waitFor('its events are delivered', () => receiver.received.length === 4)
    for (const role of ROLE_NAMES) await refused(t, deployment, role)

    const sealed = await runCli(['seal', 'now'], as('processors'))
    t.equal(sealed.status, 0, sealed.stderr)
    // The auditor records what he is shown, and only that.
    const archive = join(directory, 'first.zip')
    const exported = await runCli(['audit', 'export', '--invoice', first, '-o', archive], as('auditor'))
    t.equal(exported.status, 0, exported.stderr)
    t.equal((await runCli(['audit', 'replay', first], as('auditor'))).status, 0)
    const changed = await runCli(['accounts', 'plan', 'acc_x', 'unlimited'], as('auditor'))
    t.equal(changed.status, 1, 'he changes nothing')
    const log = await runCli(['operators', 'log', '--json'], as('auditor'))
    const { actions } = JSON.parse(log.stdout) as { actions: { action: string; outcome: string; target: string }[] }
    t.match(actions.map(({ action, outcome }) => `${action} ${outcome}`).slice(-5), [
      'audit export begun',
      'audit export done',
      'audit replay done',
      'accounts plan begun',
      'accounts plan failed',
    ])
    for (const args of [[], [archive]]) {
      const verified = await runCli(['audit', 'verify', '--json', ...args], as('auditor'))
      t.equal(verified.status, 0, verified.stdout + verified.stderr)
    }
    const { rows } = await deployment.pool.query<{ gaps: string }>(
      'SELECT (SELECT "position" FROM eventstore.head) - count(*) AS gaps FROM eventstore.events',
    )
    t.equal(rows[0]?.gaps, '0', 'positions have no gaps')

    // The owner builds new tables and views; the others continue with them.
    await rebuildIsRefused(t, deployment)
    const rebuilt = await runCli(['projections', 'rebuild', '--json'], deployment.env)
    t.equal(rebuilt.status, 0, rebuilt.stderr)
    await deployment.verify(t, [await post('R-2')])
    const again = await runCli(['database', 'migrate', '--json'], deployment.env)
    t.match(JSON.parse(again.stdout || again.stderr), { migrations: [], roles: { length: 4 } })
    const third = await post('R-3')
    await deployment.verify(t, [third])

    t.match((await eraseAll(deployment, keySigner(privateKey))).erased.test, { invoices: 3 })
    t.equal((await call(api.url, key, 'GET', `/v1/invoices/${third}`)).status, 404)
    for (const member of members) {
      const logged = member.output()
      t.notMatch(logged, /permission denied|must be owner/, `${member.roles}: nothing was refused`)
      t.equal(await deployment.stop(member), 0)
    }
  },
)

t.test('the SQL of the roles is printed, without a database', async (t) => {
  const printed = await runCli(['database', 'roles', '--prefix', 'shop'], {})
  t.match(printed, { status: 0, stdout: /^BEGIN;[^]*CREATE ROLE shop_api LOGIN[^]*COMMIT;\n$/ })
})
