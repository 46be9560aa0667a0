import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Webhook } from 'standardwebhooks'
import t, { type Test } from 'tap'
import { verifyWebhook } from '../../clients/typescript/src/index.js'
import { call, dataOf } from '../support/api.js'
import { beginCli, runCli } from '../support/command-line.js'
import { guideSnippets } from '../support/guide.js'
import { invoiceBody } from '../support/invoice-body.js'
import { plainReceiver, type PlainRequest } from '../support/plain-receiver.js'
import { type CliProcess, freePort, startCli, temporaryDataDir } from '../support/running-service.js'
import { startHere, databaseSettings } from '../support/service-here.js'
import { waitFor } from '../support/wait-for.js'

const SECRET = `whsec_${Buffer.alloc(32, 9).toString('base64')}`

function listen(t: Test, args: readonly string[], env: Readonly<Record<string, string>>): CliProcess {
  const listener = startCli(['listen', ...args], env)
  t.teardown(() => listener.process.kill('SIGKILL'))
  return listener
}

async function interrupt({ process: child }: CliProcess): Promise<number | null> {
  child.kill('SIGINT')
  const [status] = (await once(child, 'close')) as [number | null]
  return status
}

interface Line {
  readonly event: { readonly id: string; readonly type: string; readonly data: { readonly id: string } }
  readonly delivery: { readonly statusCode: number | null; readonly attempts: number } | null
}

const linesOf = ({ stdout }: CliProcess): readonly Line[] =>
  stdout()
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Line)

/** Whether the guide's own function in Python takes it; true where there is no Python. */
function pythonTakes(directory: string, { body, headers }: PlainRequest, secret: string): boolean {
  if (spawnSync('python3', ['--version']).status !== 0) return true
  const snippet = guideSnippets().find(({ language, code }) => language === 'python' && code.includes('is_genuine'))
  const file = join(directory, 'verify.py')
  writeFileSync(
    file,
    `${snippet?.code ?? ''}\nimport sys\nassert is_genuine(sys.argv[1].encode(), sys.argv[2], sys.argv[3])\n`,
  )
  return spawnSync('python3', [file, body, String(headers['x-service-signature']), secret]).status === 0
}

t.test('what is forwarded equals a real delivery, and a receiver verifies it', { timeout: 240_000 }, async (t) => {
  const directory = temporaryDataDir(t)
  const port = await freePort()
  const env = {
    ...(await databaseSettings(t)),
    PORT: String(port),
    SIMULATED_DECISION_SECONDS: '0',
    WEBHOOK_ALLOW_PRIVATE_NETWORK: 'true',
  }
  const service = await startHere(t, env)
  const key = service.demo.testKey
  const receiver = await plainReceiver(t)
  const real = (): readonly PlainRequest[] => receiver.received.filter(({ path }) => path === '/real')
  const forwarded = (): readonly PlainRequest[] => receiver.received.filter(({ path }) => path === '/listened/')
  const post = (path: string, body: unknown) => call(service.url, key, 'POST', path, body)
  const company = { name: 'Furnizor SRL', vatNumber: 'RO12345674', country: 'RO' }
  const { id: companyId } = dataOf<{ id: string }>(await post('/v1/companies', company))
  dataOf(await post('/v1/connections', { companyId, countryCode: 'RO' }))
  dataOf(await post('/v1/webhooks', { url: `${receiver.base}/real` }))
  writeFileSync(join(directory, 'key'), `${key}\n`)

  const asked = ['--forward', `${receiver.base}/listened/`, '--api-key-file', join(directory, 'key')]
  const listener = listen(t, [...asked, '--json'], { CLEARWAY_API: service.url, CLEARWAY_WEBHOOK_SECRET: SECRET })
  await waitFor('it listens', () => listener.stderr().includes('"listening"'))
  t.match(JSON.parse(listener.stderr()), { listening: { environment: 'test', secret: SECRET, api: service.url } })
  const accepted = (id: string): boolean =>
    linesOf(listener).some(({ event }) => event.data.id === id && event.type === 'invoice.accepted')
  const invoice = async (name: string): Promise<string> => {
    const { id } = dataOf<{ id: string }>(await post('/v1/invoices', invoiceBody(name)))
    await waitFor(`${name} is accepted`, () => accepted(id), 60_000)
    return id
  }
  const ids = [await invoice('N-1')]
  // It continues where it was, regardless of the service.
  await service.stop()
  await waitFor('it notices', () => listener.stderr().includes('The service is unreachable'))
  await startHere(t, env)
  ids.push(await invoice('N-2'))
  await waitFor('the real deliveries', () => real().length >= 8)
  t.equal(await interrupt(listener), 0)
  t.match(listener.stderr(), '{"note":"The service answers again."}')

  const lines = linesOf(listener)
  for (const id of ids) {
    t.strictSame(
      lines.filter(({ event }) => event.data.id === id).map(({ event }) => event.type),
      ['invoice.created', 'invoice.validated', 'invoice.submitted', 'invoice.accepted'],
    )
  }
  t.equal(new Set(lines.map(({ event }) => event.id)).size, lines.length, 'none twice')
  t.match(JSON.parse(listener.stderr().trim().split('\n').at(-1) ?? ''), {
    summary: { events: lines.length, taken: lines.length, failed: 0 },
  })
  t.strictSame(
    forwarded().map(({ body }) => (JSON.parse(body) as { id: string }).id),
    lines.map(({ event }) => event.id),
    'in order',
  )

  for (const request of forwarded()) {
    const { id, type } = verifyWebhook(request.body, String(request.headers['x-service-signature']), SECRET)
    t.equal(request.headers['x-service-event'], type)
    t.equal(request.headers['webhook-id'], request.headers['x-service-delivery-id'])
    const standard = new Webhook(SECRET)
    t.same(standard.verify(request.body, request.headers as Record<string, string>), JSON.parse(request.body))
    t.throws(() => verifyWebhook(`${request.body} `, String(request.headers['x-service-signature']), SECRET))
    const delivered = real().find(({ body }) => (JSON.parse(body) as { id: string }).id === id)
    if (delivered === undefined) continue
    t.equal(request.body, delivered.body, `the same bytes as the delivery of ${type}`)
    t.strictSame(Object.keys(request.headers).sort(), Object.keys(delivered.headers).sort())
    for (const name of ['content-type', 'user-agent', 'x-service-event', 'content-length'])
      t.equal(request.headers[name], delivered.headers[name], name)
  }
  const [first] = forwarded()
  t.ok(first && pythonTakes(directory, first, SECRET))
  t.notOk(first && pythonTakes(directory, { ...first, body: 'x' }, SECRET) && spawnSync('python3', ['-V']).status === 0)
})

t.test('shows only, replays, names a receiver that is down, and ends where the key is refused', async (t) => {
  const service = await startHere(t, { ...(await databaseSettings(t)), SIMULATED_DECISION_SECONDS: '0' })
  const key = service.demo.testKey
  const post = (path: string, body: unknown) => call(service.url, key, 'POST', path, body)
  const company = { name: 'Furnizor SRL', vatNumber: 'RO12345674', country: 'RO' }
  const { id: companyId } = dataOf<{ id: string }>(await post('/v1/companies', company))
  const connection = dataOf<{ id: string }>(await post('/v1/connections', { companyId, countryCode: 'RO' }))
  const made = dataOf<{ id: string; key: string }>(
    await post('/v1/api-keys', { name: 'Listener', permissions: ['read'] }),
  )

  const shown = beginCli(['listen', '--from', '2020-01-01', '--api', service.url], { CLEARWAY_API_KEY: made.key })
  const line = new RegExp(String.raw`^\S+Z {2}connection\.active {2}${connection.id} {2}active$`, 'm')
  await waitFor('the event of before', () => line.test(shown.stdout()), 30_000)
  t.match(
    shown.stdout(),
    /^Listening to http:\S+ \(test environment\) from 2020-01-01T00:00:00\.000Z; Ctrl-C stops it\.\n/,
  )
  t.notMatch(shown.stdout(), /whsec_/, 'nothing is signed')

  const nowhere = `http://127.0.0.1:${await freePort()}/hook`
  const down = beginCli(['listen', '--from', '2020-01-01', '--forward', nowhere, '--events', 'connection.active'], {
    CLEARWAY_API_KEY: made.key,
    CLEARWAY_API: `${service.url}/`,
  })
  await waitFor('it gave up', () => down.stdout().includes('→ failed, the connection was refused'), 30_000)
  t.match(down.stdout(), /signed with this secret:\n {2}whsec_[A-Za-z0-9+/]{43}=\n/)
  t.equal(down.stderr().split('the connection was refused; sent again in ').length, 4, down.stderr())
  down.interrupt()
  t.equal(await down.ended, 0)
  t.match(down.stdout(), /\n1 event; 0 forwarded, 1 failed\.\n$/)

  await call(service.url, key, 'DELETE', `/v1/api-keys/${made.id}`)
  t.equal(await shown.ended, 1)
  t.match(shown.stderr(), /^http:\S+ refuses the API key: [^\n]*\n$/)
})

t.test('what it can not work with is one sentence, without the value of a secret', async (t) => {
  for (const [args, env, status, expected] of [
    [[], {}, 1, /^No API key: [^\n]*--api-key-file\.\n$/],
    [[], { CLEARWAY_API_KEY: 'hunter2' }, 1, /^CLEARWAY_API_KEY is not an API key: [^\n]*\n$/],
    [['--api-key-file', '/nope'], {}, 1, /^The file \/nope cannot be read \(ENOENT\)\.\n$/],
    [['--secret', 'hunter2'], {}, 2, /--secret must be whsec_/],
    [[], { CLEARWAY_WEBHOOK_SECRET: 'hunter2' }, 2, /CLEARWAY_WEBHOOK_SECRET must be whsec_/],
    [['--forward', 'http://me:hunter2@localhost/'], {}, 2, /--forward must not contain a user name or password/],
    [['--forward', 'ftp://localhost/'], {}, 2, /--forward must begin with https:\/\/ or http:\/\//],
    [['--api', 'localhost'], {}, 2, /--api must be/],
    [['--from', 'yesterday'], {}, 2, /--from must be an ISO 8601 time/],
  ] as const) {
    const ended = await runCli(['listen', ...args], env)
    t.match(ended, { status, stdout: '', stderr: expected }, args.join(' '))
    t.notMatch(ended.stderr, /hunter2/)
  }
})
