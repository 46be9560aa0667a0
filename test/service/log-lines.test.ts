import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import t from 'tap'
import { VERSION } from '../../src/version.js'
import { ROOT } from '../countries/accepted-sample.js'
import { call, dataOf } from '../support/api.js'
import { invoiceBody } from '../support/invoice-body.js'
import { startProcess, stopProcess, temporaryDataDir } from '../support/running-service.js'

type Line = Readonly<Record<string, unknown>>

t.test('the log says what runs, what each request was about, and when and how fast the service stopped', async (t) => {
  const service = await startProcess({
    DATA_DIR: temporaryDataDir(t),
    PORT: '0',
    LOG_LEVEL: 'info',
    WEBHOOK_ALOW_PRIVATE_NETWORK: 'true',
  })
  t.teardown(() => stopProcess(service))
  const key = /test key\s+(\S+)/.exec(service.output())?.[1] ?? ''
  t.same(await (await fetch(`${service.url}/health`)).json(), { status: 'ok', version: VERSION })

  const post = (path: string, body: unknown) => call(service.url, key, 'POST', path, body)
  const company = { name: 'Furnizor SRL', vatNumber: 'RO12345674', country: 'RO' }
  const { id: companyId } = dataOf<{ id: string }>(await post('/v1/companies', company))
  dataOf(await post('/v1/connections', { companyId, countryCode: 'RO' }))
  const { id } = dataOf<{ id: string }>(await post('/v1/invoices', invoiceBody('L-1')))
  t.equal((await call(service.url, key, 'GET', `/v1/invoices/${id}`)).status, 200)
  t.equal((await call(service.url, key, 'GET', '/v1/invoices/Mr%20Smith')).status, 404)
  t.equal(await stopProcess(service), 0)

  const lines = service
    .output()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Line)
  for (const { time } of lines) t.match(time, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  t.match(lines[0], { version: VERSION, msg: 'Clearway starts', roles: ['api', 'projections', 'processors'] })
  const unknown = lines.filter(({ setting }) => setting !== undefined)
  t.equal(unknown.length, 1, 'once')
  t.match(unknown[0], { level: 40, msg: /WEBHOOK_ALOW_PRIVATE_NETWORK.*did you mean WEBHOOK_ALLOW_PRIVATE_NETWORK\?/ })

  const about = (method: string, route: string): readonly unknown[] =>
    lines.filter((line) => line['method'] === method && line['route'] === route).map(({ invoiceId }) => invoiceId)
  t.strictSame(about('POST', '/v1/invoices'), [id])
  t.strictSame(about('GET', '/v1/invoices/:id'), [id, undefined], 'what is no id stays out of the log')
  t.strictSame(about('POST', '/v1/companies'), [undefined])

  const [stops, stopped] = lines.slice(-2)
  t.match(stops, { level: 30, signal: 'SIGTERM', msg: 'the service stops' })
  t.match(stopped, { level: 30, signal: 'SIGTERM', seconds: Number, msg: 'the service has stopped' })
})

t.test('a stop before the service has started is logged too, and leaves no database server', async (t) => {
  const dataDir = temporaryDataDir(t)
  const env = { PATH: process.env['PATH'], DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'info' }
  const child = spawn(process.execPath, [join(ROOT, 'dist', 'src', 'main.js')], {
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  t.teardown(() => child.kill('SIGKILL'))
  let log = ''
  child.stderr.on('data', (chunk) => {
    log += String(chunk)
    // The database server runs, the read models do not exist yet.
    if (String(chunk).includes('database migrated')) child.kill('SIGTERM')
  })
  const [status] = (await once(child, 'close')) as [number | null]
  t.equal(status, 0)
  t.match(JSON.parse(log.trim().split('\n').at(-1) ?? ''), {
    signal: 'SIGTERM',
    msg: 'the service stops before it has started',
  })

  const again = await startProcess({ DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'info' })
  t.equal(await stopProcess(again), 0)
  t.notMatch(again.output(), /left behind/)
})
