import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import t from 'tap'
import { COUNTRY_CODES } from '../../../src/countries/registry.js'
import { builtFile } from '../../../src/http/html/built-file.js'
import { ApiDocument } from '../api/api-document.js'
import { startTestService } from '../api/test-service.js'

const service = await startTestService(t)
const get = (url: string, headers: Readonly<Record<string, string>> = { accept: 'text/html' }) =>
  service.app.inject({ url, headers })

const document = await ApiDocument.of(service.app)
const operations = document.operations.map(({ operation }) => `/docs/api/${operation.operationId}`)
const CHAPTERS = [
  '/docs/guide',
  '/docs/cases',
  '/docs/small-businesses',
  '/docs/symptoms',
  '/docs/operations',
  '/docs/countries/fields',
].concat(COUNTRY_CODES.map((code) => `/docs/countries/${code.toLowerCase()}`))
const PAGES = ['/docs', '/docs/errors', '/docs/webhooks', '/docs/search?q=vat', ...CHAPTERS, ...operations]

/** The addresses that a page names. */
function linksIn(body: string): ReadonlySet<string> {
  return new Set([...body.matchAll(/\s(?:src|href|action)="([^"]*)"/g)].map(([, link = '']) => link))
}

t.test('every page comes from the service, under a policy that lets nothing else in', async (t) => {
  const seen = new Map<string, string>()
  for (const url of PAGES) {
    const { statusCode, headers, body } = await get(url)
    t.equal(statusCode, 200, url)
    t.equal(headers['content-type'], 'text/html; charset=utf-8')
    t.equal(
      headers['content-security-policy'],
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    )
    t.notMatch(body, /<script(?! src=)|\son\w+="|\sstyle=|<style/, `${url}: nothing inline`)
    t.match(body, /<title>[^<]+ · Clearway<\/title>/)
    for (const link of linksIn(body)) {
      if (/^https?:/.test(link)) continue
      t.notMatch(link, /^\w+:|^\//, 'relative to the page')
      const { pathname, search, hash } = new URL(link, `http://service.example${url}`)
      seen.set(pathname + search + hash, url)
    }
  }
  const bodies = new Map<string, string>()
  for (const [link, from] of seen) {
    const [path = '', fragment = ''] = link.split('#')
    if (!bodies.has(path)) {
      const { statusCode, body } = await get(path)
      t.ok(statusCode === 200 || (path === '/' && statusCode === 302), `${path}, named by ${from}`)
      bodies.set(path, body)
    }
    if (fragment !== '') t.match(bodies.get(path), ` id="${decodeURIComponent(fragment)}"`, `${link}, named by ${from}`)
  }
})

t.test('every invoice on the page of small businesses is valid', async (t) => {
  const { test } = await service.account()
  const invoices = [
    ...builtFile('docs/small-businesses.md')
      .toString()
      .matchAll(/```json\n(.*?)```/gs),
  ]
  t.equal(invoices.length, COUNTRY_CODES.length)
  for (const [, text = ''] of invoices) {
    const { body } = await test.post('/v1/invoices/validate', text)
    t.match(body, { valid: true, errors: [] }, text)
  }
})

t.test('the root leads to the documentation, also without a body', async (t) => {
  t.match(await get('/'), { statusCode: 302, headers: { location: 'docs' } })
  t.match(await service.app.inject({ method: 'HEAD', url: '/' }), { statusCode: 302, body: '' })
  t.match(await get('/docs/'), { statusCode: 302, headers: { location: '../docs' } })
  t.match(await get('/docs/guide/'), { statusCode: 302, headers: { location: '../guide' } })
})

t.test('an operation shows what the OpenAPI document says of it', async (t) => {
  for (const { method, path, operation } of document.operations) {
    const { body } = await get(`/docs/api/${operation.operationId}`)
    t.match(body, `<code>${path}</code>`)
    t.match(body, `<span class="method ${method.toLowerCase()}">${method}</span> <code>${path}`)
    for (const { in: place, name } of operation.parameters ?? []) t.match(body, `<li id="${place}-${name}">`)
    for (const status of Object.keys(operation.responses))
      t.match(body, new RegExp(`<span class="status(?: ok)?">${status}<`))
  }
  const { body } = await get('/docs/api/createInvoice')
  t.match(body, /<li id="body-lines-unitPrice">.*?<span class="demand">required<\/span>/s)
  t.match(body, /<li id="body-customer-vatNumber">.*?required unless consumer is true/s)
  t.match(body, /<li id="body-withholdings">.*?<span class="country">IT<\/span>/s)
  t.match(body, /<li id="body-lines">.*?up to 9,999 entries/s)
  t.notMatch(body, /value="order-4711"/, 'no idempotency key is filled in')
  t.match(body, 'Needs an API key with the permission full.')
  t.match((await get('/docs/api/validateInvoice')).body, 'Accepts any API key.')
})

t.test('a sample is chosen by the address; what there is not becomes the first', async (t) => {
  const sample = async (query: string) => {
    const { body } = await get(`/docs/api/createInvoice${query}`)
    return /aria-label="Sample in [^"]+"\s*>(.*?)<\/pre>/s.exec(body)?.[1]?.replace(/<[^>]+>/g, '') ?? ''
  }
  t.match(await sample(''), /^curl .*&quot;country&quot;: &quot;RO&quot;/s)
  t.match(await sample('?example=germanyCii'), '&quot;country&quot;: &quot;DE&quot;')
  const node = await sample('?example=germany&language=node')
  t.match(node, /await fetch\(`\$\{process\.env\.API\}\/v1\/invoices`/)
  t.match(node, /&#x27;X-Idempotency-Key&#x27;: invoice\.number/, 'made from the number of the invoice')
  t.match(await sample('?example=germany&language=python'), /urllib\.request\.Request/)
  t.equal(await sample('?example=toString&language=constructor'), await sample(''))
})

t.test('what is not there is a page for browsers, and JSON for programs', async (t) => {
  for (const url of [
    '/docs/nothing',
    '/docs/api/toString',
    '/docs/assets/none.js',
    '/docs/countries/xx',
    '/docs/a/b/c',
  ]) {
    t.equal((await get(url)).statusCode, 404, url)
    t.match((await get(url, {})).json(), { error: { type: 'not_found' } })
  }
  const { body } = await get('/docs/a/b/<script>')
  t.match(body, /No such page/)
  t.match(body, 'href="../../../docs"')
  t.notMatch(body, '<script>')
  t.match((await get('/docs/nothing', { accept: 'application/json' })).json(), { error: { type: 'not_found' } })
})

t.test('the search finds operations, fields, headings, events, errors and rules', async (t) => {
  const found = async (query: string) => {
    const url = `/docs/search?q=${encodeURIComponent(query)}`
    const { data } = (await get(url, { accept: 'application/json' })).json<{ data: readonly Place[] }>()
    const html = (await get(url)).body
    for (const { path } of data) t.match(html, `href="../${path}"`, 'the page shows the same')
    return data.map(({ title, path }) => `${title} ${path}`)
  }
  t.equal((await found('create an invoice'))[0], 'Create an invoice docs/api/createInvoice')
  t.equal((await found('unitPrice'))[0], 'lines[].unitPrice docs/api/createInvoice#body-lines-unitPrice')
  t.match((await found('unit')).slice(0, 2), [/^lines\[\]\.unit/, /^lines\[\]\.unit/], 'how a name begins')
  t.ok((await found('going live')).includes('Going live docs/guide#going-live'))
  t.ok((await found('invoice.accepted')).includes('invoice.accepted docs/webhooks#invoice.accepted'))
  t.ok((await found('rate limited')).includes('429 RateLimited docs/errors#RateLimited'))
  t.equal((await found('br-co-15'))[0], 'BR-CO-15 docs/rules/BR-CO-15')
  t.ok((await found('leitweg')).some((each) => each.includes('docs/api/createInvoice#body-customer-leitwegId')))
  t.same(await found('xyzzy plugh'), [])
  // In the languages of the six countries, with or without accents.
  for (const [query, path] of [
    ['storno', 'docs/guide#number-series-of-a-company'],
    ['avoir', 'docs/guide#number-series-of-a-company'],
    ['nota credito', 'docs/guide#number-series-of-a-company'],
    ['Kleinunternehmer', 'docs/guide#parties-without-a-vat-number'],
    ['franchise en base', 'docs/guide#parties-without-a-vat-number'],
    ['acconto', 'docs/guide#advances-and-their-final-invoice'],
    ['zaliczka', 'docs/guide#advances-and-their-final-invoice'],
    ['płatność', 'docs/api/createInvoice#body-paymentMeans'],
    ['bijlage', 'docs/api/createInvoice#body-attachments'],
  ] as const)
    t.ok(
      (await found(query)).slice(0, 12).some((each) => each.endsWith(` ${path}`)),
      query,
    )
  t.equal(
    (await found('export customer without VAT number'))[0],
    'Parties without a VAT number docs/guide#parties-without-a-vat-number',
  )
  t.match((await get('/docs/search?q=webhook+xyzzy')).body, /No place contains all words of .* These contain most/)
  t.same(await found('  '), [])
  const hostile = `"><img src=x onerror=alert(1)>'&`
  t.notMatch((await get(`/docs/search?q=${encodeURIComponent(hostile)}`)).body, '<img src=x')
  t.equal((await get(`/docs/search?q=${'a'.repeat(101)}`)).statusCode, 400)
})

t.test('the page of the search shows how much there is, and shows code as code', async (t) => {
  const { body } = await get('/docs/search?q=the')
  const [, total = '', shown = ''] =
    /<p>(\d+) places contain all words of “the”. These are the first (\d+)\.</.exec(body) ?? []
  t.ok(Number(total) > Number(shown), `${total} of which ${shown}`)
  t.equal(body.split('<ul class="found">')[1]?.match(/<li>/g)?.length, Number(shown))
  t.match((await get('/docs/search?q=vatCollection')).body, '<code>split_payment</code>')
})

interface Place {
  readonly title: string
  readonly path: string
}

t.test('what is the same for everybody is compressed, and not sent twice', async (t) => {
  for (const url of ['/docs', '/docs/api/createInvoice', '/docs/rules', '/docs/rules/BR-01', '/openapi.json']) {
    const plain = await get(url)
    t.equal(plain.headers['content-encoding'], undefined)
    t.match(plain.headers.vary, /Accept-Encoding/)
    const gzipped = await get(url, { accept: 'text/html', 'accept-encoding': 'gzip' })
    t.equal(gzipped.headers['content-encoding'], 'gzip')
    t.equal(gunzipSync(gzipped.rawPayload).toString(), plain.body)
    const brotli = await get(url, { accept: 'text/html', 'accept-encoding': 'gzip, deflate, br' })
    t.equal(brotli.headers['content-encoding'], 'br')
    t.equal(brotliDecompressSync(brotli.rawPayload).toString(), plain.body)
    t.ok(brotli.rawPayload.length < plain.rawPayload.length / 3, url)
    const { etag = '' } = plain.headers
    t.equal(brotli.headers.etag, etag)
    const again = await get(url, { accept: 'text/html', 'if-none-match': `"other", ${etag}` })
    t.match(again, { statusCode: 304, body: '' })
    t.equal((await get(url, { accept: 'text/html', 'if-none-match': '"other"' })).statusCode, 200)
  }
  t.equal(
    (await get('/docs', { accept: 'text/html', 'accept-encoding': 'br;q=0, *;q=0.5' })).headers['content-encoding'],
    'gzip',
  )
  t.equal(
    (await get('/docs', { accept: 'text/html', 'accept-encoding': 'identity' })).headers['content-encoding'],
    undefined,
  )
  const missing = await get('/docs/nothing', { accept: 'text/html', 'if-none-match': '*' })
  t.equal(missing.statusCode, 404, 'only what is there is not sent again')
})

t.test('answers with anything of an account are never compressed', async (t) => {
  const { test } = await service.account()
  const headers = { authorization: `Bearer ${test.key}`, 'accept-encoding': 'gzip, br' }
  t.equal((await get('/v1/api-keys', headers)).headers['content-encoding'], undefined)
})

t.test('script and style sheet are kept for ever under an address that changes with them', async (t) => {
  const { body } = await get('/docs')
  const assets = [...linksIn(body)].filter((link) => link.startsWith('docs/assets/'))
  t.equal(assets.length, 2)
  for (const path of assets) {
    const { headers } = await get(`/${path}`)
    t.equal(headers['cache-control'], 'public, max-age=31536000, immutable')
    const older = await get(`/${path.replace(/[0-9a-f]{16}/, '0123456789abcdef')}`)
    t.match(older, { statusCode: 200, headers: { 'cache-control': 'no-cache' } }, 'a page of another release asks')
  }
})

t.test('answers differ by origin where other pages may call the API', async (t) => {
  const app = await service.secondApp({ config: { corsOrigins: ['https://app.example.com'] } })
  const { headers } = await app.inject({ url: '/docs', headers: { accept: 'text/html' } })
  t.equal(headers.vary, 'Origin, Accept, Accept-Encoding')
})
