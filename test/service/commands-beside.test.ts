import { randomUUID } from 'node:crypto'
import t from 'tap'
import { call } from '../support/api.js'
import { runCli } from '../support/command-line.js'
import { startProcess, stopProcess, temporaryDataDir } from '../support/running-service.js'
import { databaseSettings, startHere } from '../support/service-here.js'

interface Account {
  readonly accountId: string
  readonly testKey: string
  readonly liveKey: string
}

t.test(
  'commands that come beside the service, while it starts again, and after it, all find their database',
  async (t) => {
    const env = { DATA_DIR: temporaryDataDir(t), PORT: '0', LOG_LEVEL: 'error' }
    const create = async (): Promise<Account> => {
      const ended = await runCli(['accounts', 'create', '--name', randomUUID(), '--json'], env)
      t.equal(ended.status, 0, ended.stderr)
      return JSON.parse(ended.stdout) as Account
    }
    const once = await startProcess(env)
    const before = await create()
    t.equal(await stopProcess(once), 0)
    // All at once: who is first is a matter of luck.
    const [service, ...meanwhile] = await Promise.all([startProcess(env), create(), create()])
    t.teardown(() => stopProcess(service))
    const after = await create()
    for (const { testKey, liveKey } of [before, ...meanwhile, after]) {
      for (const key of [testKey, liveKey]) {
        t.equal((await call(service.url, key, 'GET', '/v1/companies')).status, 200)
      }
    }
    t.match(once.output(), 'Demo')

    // The doctor is asked about the service, not about the shell in which it runs.
    const doctor = await runCli(['doctor', '--json'], { DATA_DIR: env.DATA_DIR, LOG_LEVEL: 'silent', OPS_PROT: '1' })
    const { findings } = JSON.parse(doctor.stdout) as { findings: { check: string; state: string; says: string }[] }
    const says = findings.map((each) => `${each.check} ${each.says}`).join('\n')
    t.match(says, /^settings The settings are those of the running service \(process \d+, started at /)
    t.match(says, new RegExp(`service The process at PORT \\(${new URL(service.url).port}\\) is ready`))
    t.notMatch(says, /LOG_LEVEL|OPS_PROT/)
    t.notMatch(service.output(), 'Demo', 'a store with an account gets no other')
  },
)

t.test('wrong use of a command says what is there, with status 2', async (t) => {
  const env = { DATA_DIR: temporaryDataDir(t) }
  t.match(await runCli(['accounts', 'create'], env), { status: 2, stderr: /--name/ })
  t.match(await runCli(['accounts', 'create', '--name', 'x', '--plan', 'gold'], env), { status: 2, stderr: /free/ })
  t.match(await runCli(['invent'], env), { status: 2, stderr: /unknown command/ })
  t.match(await runCli(['--help'], env), { status: 0, stdout: /accounts.*projections/s })
})

t.test('a connection of any account is tested beside the service', async (t) => {
  const env = await databaseSettings(t)
  const service = await startHere(t, env)
  const created = await runCli(['accounts', 'create', '--name', 'A', '--json'], env)
  const { accountId, testKey, liveKey } = JSON.parse(created.stdout) as Account
  const connect = async (key: string): Promise<string> => {
    const company = { name: 'Seller', vatNumber: 'PL5260250274', country: 'PL' }
    const { body } = await call(service.url, key, 'POST', '/v1/companies', company)
    const wanted = { companyId: (body as { data: { id: string } }).data.id, countryCode: 'PL' }
    const connected = await call(service.url, key, 'POST', '/v1/connections', wanted)
    return (connected.body as { data: { id: string } }).data.id
  }
  const simulated = await connect(testKey)
  const works = await runCli(['connection', 'test', simulated, '--json'], env)
  t.equal(works.status, 0, works.stderr)
  t.match(JSON.parse(works.stdout), {
    id: simulated,
    account: accountId,
    environment: 'test',
    countryCode: 'PL',
    status: 'active',
    ok: true,
    checkedAt: /^20/,
    message: /^Works/,
  })
  const pending = await connect(liveKey)
  t.match(await runCli(['connection', 'test', pending], env), {
    status: 1,
    stdout: /pending_setup.*(no credentials yet|no way to the government)/s,
  })
  t.match(await runCli(['connection', 'test', 'conn_0000000000000000000000'], env), {
    status: 1,
    stderr: /There is no connection conn_0/,
  })
})
