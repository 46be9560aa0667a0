import { createServer, request, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import t from 'tap'
import { startTestConsole, withCookies } from './console-service.js'

const HEADER = 'X-Auth-Request-Email'
const PUBLIC = 'https://clearway.internal.example'
/** The address of the proxy, and of nothing else. */
const PROXY_ADDRESS = '127.0.0.2'
const ANNA = 'anna@example.com'

const { ops, service } = await startTestConsole(t, {
  settings: { OPS_PROXY_USER_HEADER: HEADER, OPS_PROXY_ADDRESSES: ['127.0.0.2/32'], OPS_PROXY_OPERATORS: [ANNA] },
  url: PUBLIC,
})
const console_ = new URL(await ops.listen({ host: '127.0.0.1', port: 0 }))

interface Answer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: string
}
interface Asked {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string | string[]>>
  readonly body?: string
}

function ask(to: URL, path: string, { method = 'GET', headers = {}, body = '' }: Asked, from = '127.0.0.1') {
  return new Promise<Answer>((resolve, reject) => {
    const options = { host: to.hostname, port: to.port, path, method, headers: { ...headers }, localAddress: from }
    const sent = request(options, (answer) => {
      const parts: Buffer[] = []
      answer.on('data', (part: Buffer) => parts.push(part))
      answer.on('end', () => {
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(parts).toString() })
      })
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

/**
 * What oauth2-proxy does once it has signed people in: it names the holder of its cookie in the
 * header, and drops the browser's own value.
 */
const signedIn = new Map([
  ['anna', ANNA],
  ['otto', 'otto@example.com'],
  ['jose', 'josé@example.com'],
])
const proxy = createServer((incoming, outgoing) => {
  const parts: Buffer[] = []
  incoming.on('data', (part: Buffer) => parts.push(part))
  incoming.on('end', () => {
    const who = /_oauth2_proxy=(\w+)/.exec(incoming.headers.cookie ?? '')?.[1] ?? ''
    const email = signedIn.get(who)
    const headers = Object.fromEntries(
      Object.entries(incoming.headers).filter(([name]) => name !== HEADER.toLowerCase()),
    ) as Record<string, string>
    if (email !== undefined) headers[HEADER] = Buffer.from(email).toString('latin1')
    headers.host = new URL(PUBLIC).host
    const asked = { method: incoming.method ?? 'GET', headers, body: Buffer.concat(parts).toString() }
    ask(console_, incoming.url ?? '/', asked, PROXY_ADDRESS).then(
      ({ status, headers, body }) => outgoing.writeHead(status, headers).end(body),
      (error: unknown) => outgoing.writeHead(502).end(String(error)),
    )
  })
})
await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
t.teardown(() => {
  proxy.closeAllConnections()
  proxy.close()
})
const door = new URL(`http://127.0.0.1:${(proxy.address() as AddressInfo).port}`)

/** A browser that the proxy knows, with its cookies and form token. */
class ProxiedBrowser {
  #cookie = ''
  form = ''

  constructor(readonly name: string) {}

  get(path: string, headers: Asked['headers'] = {}): Promise<Answer> {
    return this.#ask(path, { headers })
  }

  post(path: string, fields: Readonly<Record<string, string>>): Promise<Answer> {
    const headers = { origin: PUBLIC, 'content-type': 'application/x-www-form-urlencoded' }
    return this.#ask(path, { method: 'POST', headers, body: new URLSearchParams(fields).toString() })
  }

  async #ask(path: string, asked: Asked): Promise<Answer> {
    const cookie = `_oauth2_proxy=${this.name}; ${this.#cookie}`
    const answer = await ask(door, path, { ...asked, headers: { ...asked.headers, cookie } })
    this.#cookie = withCookies(this.#cookie, answer.headers['set-cookie'] ?? [])
    this.form = /name="form" value="([^"]+)"/.exec(answer.body)?.[1] ?? this.form
    return answer
  }
}

t.test('a user whom the proxy has signed in has their name and role', async (t) => {
  const anna = new ProxiedBrowser('anna')
  const page = await anna.get('/console/projections')
  t.equal(page.status, 200)
  t.match(page.body, /<bdi>anna@example\.com<\/bdi> <small>operator/)
  t.match(page.body, /\/rebuild"/)
  const [cookie = ''] = page.headers['set-cookie'] ?? []
  for (const part of ['__Host-clearway-console=', 'Secure', 'HttpOnly', 'SameSite=Strict']) t.match(cookie, part)
  t.equal((await anna.get('/console')).headers['set-cookie'], undefined, 'the session continues')

  const jose = await new ProxiedBrowser('jose').get('/console')
  t.match(jose.body, /<bdi>josé@example\.com<\/bdi> <small>auditor/, 'names are Unicode')
})

t.test('actions of an operator are recorded under the name from the proxy', async (t) => {
  const anna = new ProxiedBrowser('anna')
  await anna.get('/console/projections')
  const paused = await anna.post('/console/projections/feed/pause', { form: anna.form })
  t.equal(paused.status, 303, paused.body)
  const log = await anna.get('/console/log')
  t.match(log.body, ANNA)
  const { rows } = await service.pool.query<{ data: string }>(
    `SELECT data::text FROM eventstore.events WHERE stream LIKE 'operatorAction-%' AND data::text LIKE '%${ANNA}%'`,
  )
  t.ok(rows.length > 0)
  await anna.get('/console/projections')
  t.equal((await anna.post('/console/projections/feed/resume', { form: anna.form })).status, 303)
})

t.test('a user who is not an operator can read, but not act', async (t) => {
  const otto = new ProxiedBrowser('otto')
  const page = await otto.get('/console/projections')
  t.match(page.body, /<bdi>otto@example\.com<\/bdi> <small>auditor/)
  t.notMatch(page.body, /\/rebuild"/)
  t.equal((await otto.post('/console/projections/feed/pause', { form: otto.form })).status, 403)
})

t.test('no request passes around the proxy, and no user names themselves', async (t) => {
  const past = await ask(console_, '/console', { headers: { [HEADER]: ANNA } })
  t.equal(past.status, 403)
  t.match(past.body, /The proxy did not name you/)
  t.notMatch(past.body, /<bdi>anna/)

  const bypassing = await ask(door, '/console', { headers: { [HEADER]: ANNA } })
  t.equal(bypassing.status, 403, 'the proxy drops what the browser claims')
  const otto = await new ProxiedBrowser('otto').get('/console', { [HEADER]: ANNA })
  t.match(otto.body, /<bdi>otto@example\.com/)

  const host = new URL(PUBLIC).host
  for (const named of [[ANNA, 'otto@example.com'], `${ANNA}, otto@example.com`, '', ' '.repeat(3), 'a'.repeat(201)]) {
    const twice = await ask(console_, '/console', { headers: { host, [HEADER]: named } }, PROXY_ADDRESS)
    t.equal(twice.status, 403, `a proxy that says ${JSON.stringify(named).slice(0, 60)}`)
  }
  t.equal(
    (await ask(console_, '/console/sign-in', { method: 'POST', headers: { host } })).status,
    405,
    'no tokens here',
  )
})

t.test('another user in the same browser has another session', async (t) => {
  const anna = new ProxiedBrowser('anna')
  await anna.get('/console')
  const hers = anna.form
  signedIn.set('anna', 'otto@example.com')
  t.teardown(() => signedIn.set('anna', ANNA))
  t.equal(
    (await anna.post('/console/projections/feed/pause', { form: hers })).status,
    403,
    'the form of one session is not valid in the other',
  )
  t.match((await anna.get('/console')).body, /<bdi>otto@example\.com<\/bdi> <small>auditor/)
  signedIn.delete('anna')
  t.equal((await anna.get('/console')).status, 403, 'signed out at the proxy is signed out here')
})
