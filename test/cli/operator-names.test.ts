import { createCompany, setCompanyReceiving } from '../../src/commands/company.js'
import { handle } from '../../src/commands/handle.js'
import { company } from '../../src/domain/company.js'
import { systemClock } from '../../src/domain/clock.js'
import { generateKeyPairSync } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { hostname, userInfo } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import { operatorOfProcess } from '../../src/cli/acting.js'
import { PostgresEventStore } from '../../src/eventstore/postgres/postgres.js'
import { runCli } from '../support/command-line.js'
import { acceptedInvoice, History } from '../support/history.js'
import { temporaryDataDir } from '../support/running-service.js'
import { databaseSettings, startHere } from '../support/service-here.js'
import { RECORDED } from './recorded-commands.js'

/** Those that move the events, or change the whole server: the first has a test of its own. */
const ELSEWHERE: readonly string[] = ['database roles', 'migrate-events']

interface Logged {
  readonly operator: string
  readonly action: string
  readonly details: Readonly<Record<string, unknown>>
}

t.test('every command that is recorded names the operator of --as', { timeout: 120_000 }, async (t) => {
  const folder = temporaryDataDir(t)
  const keyFile = join(folder, 'seal.pem')
  const { privateKey } = generateKeyPairSync('ed25519')
  writeFileSync(keyFile, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 })
  const settings = await databaseSettings(t)
  const env = { ...settings, SEAL_KEY_FILE: keyFile }
  await startHere(t, env)
  const store = new PostgresEventStore({ connectionString: settings.DATABASE_URL })
  t.teardown(() => store.close())
  const history = new History(store)
  const { id } = await history.invoice(await history.account(), acceptedInvoice('F-1'))
  await receivingCompany(store, 'comp_0000000000000000000000')
  const created = await runCli(['--as', 'Maria Pop', 'accounts', 'create', '--name', 'A', '--json'], env)
  t.equal(created.status, 0, created.stderr)
  const { accountId } = JSON.parse(created.stdout) as { readonly accountId: string }
  const hold = ['--account', accountId, '--reason', 'Case 1']
  const argsOf: Readonly<Record<string, readonly string[]>> = {
    'accounts plan': [accountId, 'unlimited'],
    'accounts policy': [accountId, '--test-keys-manage-live', 'allow'],
    'keys create': ['--account', accountId],
    'keys list': ['--account', accountId],
    'keys revoke': ['key_0000000000000000000000'],
    'audit export': ['--account', accountId, '--environment', 'production', '-o', join(folder, 'all.zip')],
    'audit replay': [id],
    'connection test': ['conn_0000000000000000000000'],
    'peppol registration': ['comp_0000000000000000000000'],
    'projections roll-back': ['invoices'],
    'projections pause': ['invoices'],
    'projections resume': ['invoices'],
    'retention hold': hold,
    'retention release': hold,
  }
  for (const command of RECORDED) {
    if (command === 'accounts create' || ELSEWHERE.includes(command)) continue
    await runCli([...command.split(' '), ...(argsOf[command] ?? []), '--as', 'Maria Pop'], env)
  }
  const { stdout } = await runCli(['operators', 'log', '--json'], env)
  const { actions } = JSON.parse(stdout) as { readonly actions: readonly Logged[] }
  const silent = RECORDED.filter((command) => !actions.some(({ action }) => action === command))
  t.strictSame(silent, ELSEWHERE)
  for (const { operator, action, details } of actions) {
    t.equal(operator, 'Maria Pop', action)
    t.match(details, { host: hostname(), systemUser: userInfo().username }, `${action}: any name can be given`)
  }
  const holds = await runCli(['retention', 'holds', 'all', '--json'], env)
  t.match(holds.stdout, /Maria Pop/)
})

/** A live company that is a participant of Peppol. */
async function receivingCompany(store: PostgresEventStore, companyId: string): Promise<void> {
  const scope = { account: 'acc_1', environment: 'production' } as const
  const context = { ...scope, actor: 'operator', correlationId: 'c', causationId: 'c' } as const
  const details = { name: 'Koper NV', vatNumber: 'BE0403170701', country: 'BE', currency: 'EUR' } as const
  const stream = `liveCompany-${companyId}`
  const deps = { store, clock: systemClock }
  await handle(deps, context, company, stream, createCompany({ companyId, ...details }))
  const wanted = { peppolIds: ['0208:0403170701'], since: null }
  await handle(deps, context, company, stream, setCompanyReceiving(wanted, new Date().toISOString()))
}

t.test('without a name it is the user of the system with the host, and after sudo the one who called it', async (t) => {
  const [user, host] = [userInfo().username, hostname()]
  t.strictSame(operatorOfProcess({ a: 1 }, { env: {}, operator: null }), {
    operator: `${user}@${host}`,
    details: { a: 1, host },
  })
  const { operator, details } = operatorOfProcess({}, { env: { SUDO_USER: 'maria' }, operator: null })
  t.equal(operator, user === 'root' ? `maria@${host}` : `${user}@${host}`)
  t.match(details, { host, sudoUser: 'maria', ...(user === 'root' && { systemUser: 'root' }) })
  t.match(operatorOfProcess({}, { env: {}, operator: 'Maria' }), { operator: 'Maria', details: { systemUser: user } })
})

t.test('a name that would not show in a list is refused', async (t) => {
  for (const name of ['', ' ', 'a\nb', 'anna\u202e', 'x'.repeat(201)])
    t.match(await runCli(['accounts', 'list', '--as', name], {}), { status: 2, stdout: '', stderr: /--as/ })
})
