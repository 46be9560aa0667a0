import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { call, dataOf } from '../support/api.js'
import { runCli } from '../support/command-line.js'
import { invoiceBody } from '../support/invoice-body.js'
import { type Ended, startCli, temporaryDataDir } from '../support/running-service.js'
import { startHere, databaseSettings } from '../support/service-here.js'

interface Line {
  readonly file: string
  readonly key: string
  readonly status: number | null
  readonly replayed: boolean
  readonly id: string | null
  readonly invoiceStatus: string | null
  readonly error: { readonly message: string; readonly type?: string } | null
}

const linesOf = ({ stdout }: Ended): readonly Line[] =>
  stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Line)
const summaryOf = ({ stderr }: Ended): unknown =>
  stderr
    .split('\n')
    .filter((line) => line.includes('"summary"'))
    .map((line) => (JSON.parse(line) as { summary: unknown }).summary)[0]

t.test('send takes files, folders and standard input, and sends nothing twice', { timeout: 240_000 }, async (t) => {
  const directory = temporaryDataDir(t)
  const service = await startHere(t, { ...(await databaseSettings(t)), SIMULATED_DECISION_SECONDS: '0' })
  const key = service.demo.testKey
  const company = { name: 'Furnizor SRL', vatNumber: 'RO12345674', country: 'RO' }
  const { id: companyId } = dataOf<{ id: string }>(await call(service.url, key, 'POST', '/v1/companies', company))
  dataOf(await call(service.url, key, 'POST', '/v1/connections', { companyId, countryCode: 'RO' }))
  const env = { CLEARWAY_API: service.url, CLEARWAY_API_KEY: key }
  const send = (args: readonly string[], stdin = ''): Promise<Ended> => runCli(['send', ...args], env, stdin)
  const count = async (): Promise<number> =>
    dataOf<unknown[]>(await call(service.url, key, 'GET', '/v1/invoices?limit=100')).length

  const folder = join(directory, 'out')
  mkdirSync(join(folder, 'deeper'), { recursive: true })
  const one = join(folder, 'a.json')
  writeFileSync(one, JSON.stringify(invoiceBody('one'), null, 2))
  writeFileSync(
    join(folder, 'b.ndjson'),
    `${JSON.stringify(invoiceBody('two'))}\n\n${JSON.stringify(invoiceBody('two'))}\r\n`,
  )
  writeFileSync(join(folder, 'notes.txt'), 'not sent')
  writeFileSync(join(folder, 'deeper', 'c.json'), JSON.stringify(invoiceBody('deeper')))

  const first = await send(['--json', folder])
  t.equal(first.status, 0, first.stderr)
  t.match(linesOf(first), [
    { file: one, status: 201, replayed: false, id: /^inv_/, invoiceStatus: 'created', error: null },
    { file: /b\.ndjson:1$/, status: 201, replayed: false },
    { file: /b\.ndjson:3$/, status: 201, replayed: false },
  ])
  t.match(summaryOf(first), { sent: 3, created: 3, replayed: 0, refused: 0, unanswered: 0 })
  t.equal(await count(), 3)

  // The same invoice in another order of fields and with other white space, elsewhere.
  mkdirSync(join(directory, 'elsewhere'))
  const moved = join(directory, 'elsewhere', 'a.json')
  writeFileSync(moved, JSON.stringify(Object.fromEntries(Object.entries(invoiceBody('one')).reverse())))
  const again = await send([folder, moved])
  t.equal(again.status, 0, again.stderr)
  t.match(again.stdout, /4 invoices: 0 created, 4 already existed\.\n$/)
  t.equal(await count(), 3)
  t.match((await send(['--key-prefix', 'second-', one])).stdout, /a\.json: created, inv_\w+\n1 invoice: 1 created\.\n$/)
  t.equal(await count(), 4)

  const piped = await send(
    ['--json', '--validate', '-'],
    JSON.stringify({ ...invoiceBody('piped-1'), idempotencyKey: 'mine' }),
  )
  t.match(linesOf(piped), [{ file: 'standard input', key: 'mine', status: 201 }])
  const refused = await send(
    ['--validate', '-'],
    `${JSON.stringify(invoiceBody('x', { currency: 'EUR' }))}\n{"country":\n`,
  )
  t.equal(refused.status, 1)
  t.match(refused.stdout, /standard input:1: refused \(400\): .*BR-RO/)
  t.match(refused.stdout, /standard input:2: refused \(400\): The body is not valid JSON/)
  t.match(refused.stdout, /2 invoices: 0 created, 2 refused\.\n$/)

  const waiting = join(directory, 'waiting.ndjson')
  const bodies = [invoiceBody('good-1'), invoiceBody('SIM-REJECT-CUI')]
  writeFileSync(waiting, bodies.map((body) => JSON.stringify(body)).join('\n'))
  const decided = await send(['--json', '--wait', waiting])
  t.equal(decided.status, 1)
  t.match(linesOf(decided), [{ invoiceStatus: 'accepted' }, { invoiceStatus: 'rejected' }])
  t.match(summaryOf(decided), { sent: 2, created: 2, accepted: 1, rejected: 1 })
  const good = join(directory, 'good.json')
  writeFileSync(good, JSON.stringify(invoiceBody('SIM-SLOW-1')))
  const accepted = await send(['--wait', good])
  t.same([accepted.status, accepted.stderr], [0, ''])
  t.match(accepted.stdout, /good\.json: created, inv_\w+, accepted\n1 invoice: 1 created, 1 accepted\.\n$/)
  const slow = join(directory, 'slow.json')
  writeFileSync(slow, JSON.stringify(invoiceBody('SIM-SLOW-600')))
  t.match(await send(['--wait', '--timeout', '1', slow]), { status: 1, stdout: /1 undecided/ })

  const missing = await send([join(directory, 'none.json'), one])
  t.match([missing.status, missing.stderr, missing.stdout], [1, /none\.json cannot be read/, /1 already existed/])
  const wrongKey = await runCli(['send', one], { ...env, CLEARWAY_API_KEY: `sk_test_${'x'.repeat(40)}` })
  t.match(wrongKey, { status: 1, stderr: /refuses the API key/ })
  t.notMatch(wrongKey.stderr, /xxxx/)
  t.equal((await send(['--timeout', 'soon', one])).status, 2)
  t.equal((await send(['--key-prefix', 'a b', one])).status, 2)
})

type Handler = (request: IncomingMessage, response: ServerResponse, body: string) => void

/** A service of which only what it answers is real. */
async function standIn(t: Test, handle: Handler): Promise<string> {
  const server = createServer((request, response) => {
    void request.toArray().then((chunks) => handle(request, response, Buffer.concat(chunks as Buffer[]).toString()))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  return `http://127.0.0.1:${address === null || typeof address === 'string' ? '' : address.port}`
}

const API_KEY = `sk_test_${'0123456789'.repeat(4)}`
const created = (line: number): string =>
  `${JSON.stringify({ line, status: 201, data: { id: `inv_${line}`, createdAt: '2026-03-31T09:30:00.000Z' } })}\n`

t.test('what is away, busy or breaks off is asked again, for what is open only', async (t) => {
  const bodies: string[][] = []
  const api = await standIn(t, (_request, response, body) => {
    bodies.push(body.split('\n'))
    const answer = (status: number, text: string, headers = {}): void =>
      void response.writeHead(status, { 'content-type': 'application/x-ndjson', ...headers }).end(text)
    switch (bodies.length) {
      case 1:
        return answer(503, '{"error":{"message":"later"}}', { 'retry-after': '0' })
      case 2:
        response.socket?.destroy()
        return
      case 3:
        response.writeHead(200, { 'content-type': 'application/x-ndjson' })
        response.write(created(1))
        setTimeout(() => response.socket?.destroy(), 50)
        return
      case 4:
        return answer(200, `${created(1)}${JSON.stringify({ line: 2, status: 503, error: { message: 'busy' } })}\n`)
      default:
        return answer(200, created(1))
    }
  })
  const directory = temporaryDataDir(t)
  const file = join(directory, 'three.ndjson')
  writeFileSync(file, ['one', 'two', 'three'].map((id) => JSON.stringify(invoiceBody(id))).join('\n'))
  const ended = await runCli(['send', '--json', file], { CLEARWAY_API: api, CLEARWAY_API_KEY: API_KEY })
  t.equal(ended.status, 0, ended.stderr)
  t.same(
    bodies.map(({ length }) => length),
    [3, 3, 3, 2, 1],
  )
  t.match(linesOf(ended), [{ status: 201 }, { status: 201 }, { status: 201 }])
  t.equal(new Set(bodies.flat().map((line) => (JSON.parse(line) as { idempotencyKey: string }).idempotencyKey)).size, 3)
  t.match(ended.stderr, /has not taken 3 yet \(it answered 503\)/)
})

t.test('an address where nothing answers is named at once, and given up soon', async (t) => {
  const directory = temporaryDataDir(t)
  const file = join(directory, 'one.json')
  writeFileSync(file, JSON.stringify(invoiceBody('one')))
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const api = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
  server.close()
  await once(server, 'close')
  const { process: child, stderr } = startCli(['send', file], { CLEARWAY_API: api, CLEARWAY_API_KEY: API_KEY })
  const begun = performance.now()
  const [status] = (await once(child, 'close')) as [number | null]
  t.equal(status, 1)
  t.ok(performance.now() - begun < 60_000)
  const problem = `${api} does not answer: the connection was refused.`
  t.equal(
    stderr(),
    `${problem} Retrying in 1 s.\n${problem} Retrying in 2 s.\n${problem} Start the service there, or correct --api or CLEARWAY_API.\n`,
  )

  const unknown = 'http://no-such-host.invalid'
  const ended = await runCli(['send', '--json', '--api', unknown, file], { CLEARWAY_API_KEY: API_KEY })
  t.equal(ended.status, 1)
  t.match(ended.stderr, `"error":"${unknown} does not answer: the host name could not be resolved. `)
})

t.test('XML goes one by one, with its key, as it is', async (t) => {
  const seen: unknown[] = []
  const api = await standIn(t, ({ method, url, headers }, response, body) => {
    seen.push([method, url, headers['content-type'], /^[0-9a-f]{64}$/.test(String(headers['x-idempotency-key'])), body])
    const isGood = body.includes('good')
    const { status, ...answer } = isGood
      ? { status: 201, data: { id: 'inv_1', createdAt: '2026-03-31T09:30:00.000Z' } }
      : { status: 415, error: { type: 'validation_error', message: 'The body must be JSON', requestId: 'req_1' } }
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
  })
  const directory = temporaryDataDir(t)
  writeFileSync(join(directory, 'a.xml'), '<?xml version="1.0"?>\n<good/>')
  writeFileSync(join(directory, 'b.xml'), '<bad/>')
  const ended = await runCli(['send', '--validate', directory], { CLEARWAY_API: api, CLEARWAY_API_KEY: API_KEY })
  t.equal(ended.status, 1)
  t.match(
    ended.stdout,
    /a\.xml: created, inv_1\n.*b\.xml: refused \(415\): The body must be JSON\n2 invoices: 1 created, 1 refused\.\n$/,
  )
  const path = '/v1/invoices?validate=true'
  t.same(seen, [
    ['POST', path, 'application/xml', true, '<?xml version="1.0"?>\n<good/>'],
    ['POST', path, 'application/xml', true, '<bad/>'],
  ])
})

t.test('another service is rejected at once, and an interrupted command reports what is open', async (t) => {
  const directory = temporaryDataDir(t)
  const file = join(directory, 'one.json')
  writeFileSync(file, JSON.stringify(invoiceBody('one')))
  const page = await standIn(t, (_request, response) => void response.writeHead(404).end('<html>'))
  t.match(await runCli(['send', file], { CLEARWAY_API: page, CLEARWAY_API_KEY: API_KEY }), {
    status: 1,
    stderr: /is not a Clearway service/,
  })
  let asked = (): void => undefined
  const isAsked = new Promise<void>((resolve) => (asked = resolve))
  const silent = await standIn(t, () => asked())
  const { process: child, stdout } = startCli(['send', file], { CLEARWAY_API: silent, CLEARWAY_API_KEY: API_KEY })
  await isAsked
  child.kill('SIGINT')
  const [status] = (await once(child, 'close')) as [number | null]
  t.equal(status, 1)
  t.match(stdout(), /1 not answered \(send them again; nothing is created twice\)/)
})
