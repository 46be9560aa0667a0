import { hostname, userInfo } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import t, { type Test } from 'tap'
import { call } from '../support/api.js'
import { runCli } from '../support/command-line.js'
import { Deployment, Load } from '../support/deployment.js'
import { invoiceBody } from '../support/invoice-body.js'
import { startProcess, stopProcess, temporaryDataDir } from '../support/running-service.js'
import { waitFor } from '../support/wait-for.js'

interface Created {
  readonly accountId: string
  readonly testKey: string
  readonly liveKey: string
}

type Env = Readonly<Record<string, string>>

async function operate<T>(t: Test, env: Env, ...args: readonly string[]): Promise<T> {
  const { status, stdout, stderr } = await runCli([...args, '--json'], env)
  t.equal(status, 0, stderr)
  t.equal(stderr, '', args.join(' '))
  return JSON.parse(stdout) as T
}

const status = async (url: string, key: string): Promise<number> =>
  (await call(url, key, 'GET', '/v1/companies')).status

/** Asks twenty times a second, as who uses a key does, so that the service remembers it. */
function inUse(ask: () => Promise<unknown>): { readonly end: () => Promise<void> } {
  let ending = false
  const asking = (async () => {
    while (!ending) await Promise.all([ask(), delay(50)])
  })()
  return {
    end: async () => {
      ending = true
      await asking
    },
  }
}

t.test('beside a busy service, keys work on every process once they are printed', { timeout: 240_000 }, async (t) => {
  const deployment = await Deployment.create(t, {}, { ownServer: true })
  const processing = await deployment.start('projections')
  await deployment.start('processors')
  const apis = [await deployment.start('api'), await deployment.start('api')]
  const { key } = await deployment.customer(apis[0] ?? processing)
  const load = new Load(key, 4, () => apis[0]?.url ?? '')
  await waitFor('the service is busy', () => load.acknowledged.length > 10)
  for (let n = 0; n < 2; n++) {
    const { accountId, testKey, liveKey } = await operate<Created>(
      t,
      deployment.env,
      ...['accounts', 'create', '--name', `N ${n}`],
    )
    for (const { url } of apis) t.strictSame([await status(url, testKey), await status(url, liveKey)], [200, 200])
    const made = await operate<{ id: string; key: string }>(
      t,
      deployment.env,
      ...['keys', 'create', '--account', accountId],
    )
    for (const { url } of apis) t.equal(await status(url, made.key), 200)
    const using = inUse(async () => {
      for (const { url } of apis) await status(url, made.key)
    })
    await operate(t, deployment.env, 'keys', 'revoke', made.id)
    await using.end()
    for (const { url } of apis) t.equal(await status(url, made.key), 401)
  }
  await load.end()
  t.ok(load.acknowledged.length > 50, `${load.acknowledged.length} invoices meanwhile`)
})

t.test('a command ends only when the read models show the key', { timeout: 120_000 }, async (t) => {
  const deployment = await Deployment.create(t, {}, { ownServer: true })
  const { url } = await deployment.start('api,projections,processors')
  // The read model of keys can not continue as long as its checkpoint is held.
  const holding = await deployment.pool.connect()
  await holding.query("BEGIN; SELECT 1 FROM projections.checkpoints WHERE name = 'api_keys' FOR UPDATE")
  let ended = false
  const creating = operate<Created>(t, deployment.env, 'accounts', 'create', '--name', 'Held up').finally(() => {
    ended = true
  })
  await waitFor('it asks whether a service runs', async () => {
    if (ended) throw new Error('it did not wait')
    // On another connection: a transaction sees the sessions as they were at its first look.
    const { rowCount } = await deployment.pool.query(
      `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'clearway command' AND query LIKE '%clearway health%'`,
    )
    return rowCount !== 0
  })
  await holding.query('COMMIT')
  holding.release()
  const { testKey, liveKey } = await creating
  t.strictSame([await status(url, testKey), await status(url, liveKey)], [200, 200])
})

t.test('the operator changes a plan, makes keys, lists and revokes them', { timeout: 120_000 }, async (t) => {
  const env = { DATA_DIR: temporaryDataDir(t), PORT: '0', LOG_LEVEL: 'error' }
  const service = await startProcess(env)
  t.teardown(() => stopProcess(service))
  const { url } = service
  const { accountId, testKey } = await operate<Created>(t, env, 'accounts', 'create', '--name', 'ACME')
  const post = (path: string, body: unknown) => call(url, testKey, 'POST', path, body)
  const company = { name: 'Furnizor SRL', vatNumber: 'RO12345674', country: 'RO' }
  for (let n = 0; n < 10; n++) t.equal((await post('/v1/companies', company)).status, 201)
  t.equal((await post('/v1/companies', company)).status, 403, 'the plan free')
  const using = inUse(() => status(url, testKey))
  t.same(await operate(t, env, 'accounts', 'plan', accountId, 'unlimited'), {
    accountId,
    plan: 'unlimited',
    changed: true,
  })
  await using.end()
  t.equal((await post('/v1/companies', company)).status, 201, 'the new plan')
  t.match(await operate(t, env, 'accounts', 'plan', accountId, 'unlimited'), { changed: false })

  const expiresAt = '2099-01-31'
  const read = await operate<{ id: string; key: string }>(
    t,
    env,
    ...['keys', 'create', '--account', accountId, '--environment', 'production', '--permissions', 'read'],
    ...['--name', 'Auditor', '--expires-at', expiresAt],
  )
  t.match(read, { name: 'Auditor', environment: 'production', expiresAt: '2099-01-31T00:00:00.000Z' })
  t.match(read.key, /^sk_live_/)
  t.equal(await status(url, read.key), 200)
  t.equal((await call(url, read.key, 'POST', '/v1/companies', company)).status, 403, 'it only reads')
  t.match(await operate(t, env, 'keys', 'revoke', read.id), { id: read.id, revoked: true })
  t.equal(await status(url, read.key), 401, 'it is refused')
  const again = await runCli(['keys', 'revoke', read.id, '--json'], env)
  t.match([again.status, JSON.parse(again.stderr)], [1, { error: /already revoked/ }])

  const { keys } = await operate<{ keys: readonly object[] }>(t, env, 'keys', 'list', '--account', accountId)
  t.match(keys, [
    { environment: 'test', permissions: ['full'], revokedAt: null },
    { environment: 'production', permissions: ['full'], revokedAt: null },
    { id: read.id, name: 'Auditor', permissions: ['read'], revokedAt: String, expiresAt: '2099-01-31T00:00:00.000Z' },
  ])
  const connected = dataId(await call(url, testKey, 'GET', '/v1/companies'))
  t.equal((await post('/v1/connections', { companyId: connected, countryCode: 'RO' })).status, 201)
  t.equal((await post('/v1/invoices', invoiceBody('P-1'))).status, 201)
  const { accounts } = await operate<{ accounts: readonly { id: string }[] }>(t, env, 'accounts', 'list')
  t.match(
    accounts.filter(({ id }) => id === accountId),
    [
      {
        name: 'ACME',
        plan: 'unlimited',
        keys: { test: 1, production: 1 },
        invoicesThisMonth: { test: { created: 1, limit: null }, production: { created: 0, limit: null } },
      },
    ],
  )
  const words = await runCli(['accounts', 'list'], env)
  t.match(words.stdout, `${accountId}  ACME\n  plan unlimited, created `)
  t.match(
    (await runCli(['keys', 'list', '--account', accountId], env)).stdout,
    /Auditor\n {2}production, read; .*revoked/,
  )
  t.notMatch(words.stdout + service.output(), read.key, 'a key is shown once')
})

t.test('a missing service or an unknown name is reported', { timeout: 120_000 }, async (t) => {
  const env = { DATA_DIR: temporaryDataDir(t), PORT: '0', LOG_LEVEL: 'error' }
  t.equal(await stopProcess(await startProcess(env)), 0)
  const alone = await runCli(['accounts', 'create', '--name', 'A', '--json'], env)
  t.equal(alone.status, 0)
  // Its log says besides that it started the database itself.
  t.match(JSON.parse(alone.stderr.trim().split('\n').at(-1) ?? ''), {
    note: 'No service is running; the keys work as soon as one runs.',
  })
  const { accountId, testKey } = JSON.parse(alone.stdout) as Created
  t.match(await runCli(['accounts', 'plan', accountId, 'unlimited'], env), {
    status: 0,
    stderr: /^No service is running; the limits of the plan apply as soon as one runs\.$/m,
  })
  const missing = 'acc_0000000000000000000000'
  for (const [args, expected] of [
    [['accounts', 'plan', missing, 'free'], /^There is no account acc_0+; .*\.$/m],
    [['keys', 'create', '--account', 'ACME'], /^There is no account ACME; .*\.$/m],
    [['keys', 'list', '--account', missing], /^There is no account acc_0+; .*\.$/m],
    [['keys', 'revoke', 'key_0000000000000000000000'], /^There is no API key key_0+; .*\.$/m],
    [['keys', 'revoke', testKey], /^This is the key itself, not its id; (?!.*sk_test).*\.$/m],
  ] as const) {
    t.match(await runCli(args, env), { status: 1, stdout: '', stderr: expected }, args.join(' '))
  }
  for (const args of [
    ['--expires-at', '2001-01-01'],
    ['--expires-at', 'soon'],
    ['--name', ' '],
    ['--name', 'A\nB'],
    ['--permissions', 'x'],
  ]) {
    const wrong = await runCli(['keys', 'create', '--account', accountId, ...args], env)
    t.match(wrong, { status: 2, stdout: '' }, args.join(' '))
  }
  const logged = await runCli(['operators', 'log', '--json'], env)
  const { actions } = JSON.parse(logged.stdout) as { actions: unknown }
  t.match(actions, [
    { action: 'accounts create', outcome: 'begun', operator: `${userInfo().username}@${hostname()}`, target: null },
    { action: 'accounts create', outcome: 'done', target: accountId, details: { name: 'A', plan: 'free' } },
    { action: 'accounts plan', outcome: 'begun', target: accountId },
    { action: 'accounts plan', outcome: 'done', details: { plan: 'unlimited', changed: true } },
    { action: 'accounts plan', outcome: 'begun', target: missing },
    { action: 'accounts plan', outcome: 'failed', details: { error: 'StartupError' } },
    { action: 'keys create', outcome: 'begun', target: 'ACME' },
    { action: 'keys create', outcome: 'failed' },
    { action: 'keys revoke', outcome: 'begun' },
    { action: 'keys revoke', outcome: 'failed' },
  ])
  t.notMatch(JSON.stringify(actions), testKey)
  const forged = await runCli(['accounts', 'create', '--name', 'A\u001b[2K'], env)
  t.match(forged, { status: 2, stdout: '', stderr: /no control characters/ })
  const service = await startProcess(env)
  t.teardown(() => stopProcess(service))
  t.equal(await status(service.url, testKey), 200)
})

function dataId({ body }: { readonly body: unknown }): string {
  return (body as { data: readonly { id: string }[] }).data[0]?.id ?? ''
}
