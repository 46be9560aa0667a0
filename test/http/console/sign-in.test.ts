import t from 'tap'
import { Browser, consoleOver, startTestConsole, TOKENS } from './console-service.js'

const { ops, service, as } = await startTestConsole(t)

t.test('nothing is shown without signing in', async (t) => {
  const browser = new Browser(ops)
  for (const path of ['/console', '/console/invoices?status=error', '/console/projections', '/console/nothing']) {
    const answer = await browser.get(path)
    t.equal(answer.statusCode, 303, path)
    t.match(answer.headers.location, /^\/console\/sign-in/)
    t.equal(answer.body, '')
  }
  const root = await browser.get('/')
  t.equal(root.headers.location, '/console')
  t.equal((await browser.get('/health')).statusCode, 200, 'orchestrators need no sign-in')
})

t.test('a token signs its owner in, leads to the requested page, and out again', async (t) => {
  const browser = new Browser(ops)
  const asked = await browser.get('/console/invoices?status=error')
  const form = await browser.get(String(asked.headers.location))
  t.match(form.body, /name="next" value="\/console\/invoices\?status=error"/)
  const wrong = await browser.post('/console/sign-in', { token: 'not-a-token-of-anybody-here' })
  t.equal(wrong.statusCode, 401)
  t.match(wrong.body, /aria-invalid="true"/)
  t.match(wrong.body, /<title>Error: sign in/)
  const right = await browser.post('/console/sign-in', { token: TOKENS.anna, next: '/console/invoices?status=error' })
  t.equal(right.headers.location, '/console/invoices?status=error')
  const cookie = right.headers['set-cookie']
  t.type(cookie, 'string', 'one cookie alone')
  for (const part of ['HttpOnly', 'SameSite=Strict', 'Path=/']) t.match(cookie, part)
  t.notMatch(cookie, /Secure/, 'the browser would not send it over http')
  t.match((await browser.get('/console')).body, /<bdi>anna<\/bdi> <small>operator/)

  const old = browser.cookie
  const elsewhere = new Browser((await consoleOver(t, service)).ops)
  elsewhere.cookie = old
  t.equal((await elsewhere.get('/console')).statusCode, 200)
  t.equal((await browser.post('/console/sign-out')).headers.location, '/console/sign-in')
  t.equal((await elsewhere.get('/console')).statusCode, 303, 'the session is over in every process')
  browser.cookie = old
  t.equal((await browser.get('/console')).statusCode, 303, 'the session is over, for every holder of the cookie')
  t.notOk(
    service.log.some((line) => line.includes(TOKENS.anna)),
    'no token is logged',
  )
})

t.test('signing in redirects to no other site', async (t) => {
  const hostile = [
    'https://evil.example/',
    '//evil.example',
    '/console/../x',
    '/consoleevil',
    '/console\\..',
    '/console/sign-out',
  ]
  for (const next of hostile) {
    const answer = await new Browser(ops).post('/console/sign-in', { token: TOKENS.anna, next })
    t.match(answer.headers.location, /^\/console(\/\.\.\/x)?$/, next)
  }
})

t.test('a session ends after an hour without a click, and after eight hours in all', async (t) => {
  const browser = await as('anna')
  service.clock.advance(59 * 60_000)
  t.equal((await browser.get('/console/projections')).statusCode, 200)
  service.clock.advance(60 * 60_000)
  t.equal((await browser.get('/console/projections')).statusCode, 303, 'idle for an hour')
  const busy = await as('anna')
  for (let half = 0; half < 15; half++) {
    service.clock.advance(30 * 60_000)
    t.equal((await busy.get('/console/projections')).statusCode, 200)
  }
  service.clock.advance(30 * 60_000)
  t.equal((await busy.get('/console/projections')).statusCode, 303)
})

t.test('guessing is slowed down', async (t) => {
  service.clock.advance(120_000)
  const browser = new Browser(ops)
  for (let n = 0; n < 10; n++) {
    t.equal((await browser.post('/console/sign-in', { token: `guess-number-${n}-of-many-more` })).statusCode, 401)
  }
  const refused = await browser.post('/console/sign-in', { token: TOKENS.anna })
  t.equal(refused.statusCode, 429, 'also with the right token: the answer does not show that it is right')
  t.ok(Number(refused.headers['retry-after']) > 0)
  service.clock.advance(60_000)
  t.equal((await browser.post('/console/sign-in', { token: TOKENS.anna })).statusCode, 303)
})

t.test('forms of other sites are refused', async (t) => {
  const browser = await as('anna')
  await browser.get('/console/projections')
  const path = '/console/projections/feed/rebuild'
  const origins: Record<string, string>[] = [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: 'http://127.0.0.1:9914', 'sec-fetch-site': 'same-site' },
  ]
  for (const headers of origins)
    t.equal((await browser.post(path, {}, headers)).statusCode, 403, JSON.stringify(headers))
  t.equal((await browser.post(path, { form: 'x' })).statusCode, 403, 'without the token of the form')
  t.equal(
    (await browser.post('/console/sign-in', { token: TOKENS.anna }, { origin: 'https://evil.example' })).statusCode,
    403,
  )
})

t.test('an auditor can view pages, but not act', async (t) => {
  const browser = await as('otto')
  const page = await browser.get('/console/projections')
  t.equal(page.statusCode, 200)
  t.notMatch(page.body, /\/rebuild"/)
  const refused = await browser.post('/console/projections/feed/rebuild')
  t.equal(refused.statusCode, 403)
  t.match(refused.body, /Auditors cannot change anything/)
})

t.test('an unknown host name is refused', async (t) => {
  const browser = await as('anna')
  t.equal((await browser.get('/console', { host: 'evil.example' })).statusCode, 421)
  t.equal((await browser.get('/console', { host: 'localhost:9914' })).statusCode, 200)
  t.equal((await browser.get('/console', { host: '[::1]:9914' })).statusCode, 200)
})

t.test('no page may be kept, framed, or load anything from elsewhere', async (t) => {
  const browser = await as('anna')
  for (const path of ['/console', '/console/sign-in', '/console/nothing', '/console/invoices/x']) {
    const { headers } = await browser.get(path)
    t.equal(headers['cache-control'], 'no-store', path)
    t.match(headers['content-security-policy'], /default-src 'none'.*frame-ancestors 'none'/)
    t.notMatch(headers['content-security-policy'], /script|unsafe|\*/)
    t.equal(headers['x-content-type-options'], 'nosniff')
  }
})

t.test('any process accepts a session, and another token ends it', async (t) => {
  const browser = await as('anna')
  const elsewhere = async (OPS_TOKEN: string) => {
    const settings = { OPS_TOKEN, OPS_PROXY_ADDRESSES: [], OPS_PROXY_OPERATORS: [] }
    const other = new Browser((await consoleOver(t, service, { settings })).ops)
    other.cookie = browser.cookie
    return other.get('/console/projections')
  }
  t.equal((await elsewhere(`anna:operator:${TOKENS.anna}`)).statusCode, 200, 'after a restart, or in another process')
  t.equal((await elsewhere('anna:operator:a-new-token-of-anna-herself')).statusCode, 303, 'her token was changed')
  t.equal((await elsewhere(`ben:operator:${TOKENS.anna}`)).statusCode, 303, 'her name is not given to another')
  t.match(
    (await elsewhere(`anna:auditor:${TOKENS.anna}`)).body,
    /<bdi>anna<\/bdi> <small>auditor/,
    'her role has changed',
  )
})

t.test('a session cannot be forged or changed', async (t) => {
  const browser = await as('otto')
  const own = browser.cookie
  const [text = '', mac = ''] = own.replace(/^clearway-console=/, '').split('.')
  const session = JSON.parse(Buffer.from(text, 'base64url').toString()) as [string, string, number, number]
  const forged = (...changed: unknown[]): string => Buffer.from(JSON.stringify(changed)).toString('base64url')
  const cookies = [
    `${forged('anna', ...session.slice(1))}.${mac}`,
    `${forged(session[0], session[1], session[2] + 1, session[3])}.${mac}`,
    `${text}.`,
    text,
    `${forged({ name: 'otto' })}.${mac}`,
    `${Buffer.from('null').toString('base64url')}.${mac}`,
    '.',
    'x'.repeat(4_000),
  ]
  for (const cookie of cookies) {
    browser.cookie = `clearway-console=${cookie}`
    t.equal((await browser.get('/console/projections')).statusCode, 303, cookie)
  }
  browser.cookie = `${own}; clearway-console-notice=${'x'.repeat(200)}`
  const page = await browser.get('/console/projections')
  t.equal(page.statusCode, 200)
  t.notMatch(page.body, 'class="notice')
})
