import { generateKeyPairSync } from 'node:crypto'
import { pino } from 'pino'
import t from 'tap'
import { leafHash, verifyInclusion } from '../../../src/audit/seals/merkle.js'
import { operatorLog } from '../../../src/audit/operator-log.js'
import type { InvoiceProof } from '../../../src/audit/seals/proof.js'
import { Sealing } from '../../../src/audit/seals/sealing.js'
import { keySigner } from '../../../src/audit/seals/signing.js'
import { deliveryIdOf } from '../../../src/commands/delivery.js'
import { accept, handle } from '../../../src/commands/handle.js'
import { operatorContext } from '../../../src/commands/use-cases/operator.js'
import { erasures } from '../../../src/domain/erasure.js'
import { erasureStream } from '../../../src/domain/streams.js'
import { connectedCompany, sampleInvoice } from '../api/samples.js'
import { acceptedInvoice, History } from '../../support/history.js'
import { waitFor } from '../../support/wait-for.js'
import { PURPOSES } from '../../../src/http/console/routes/projections.js'
import { PROJECTIONS } from '../../../src/projections/registry.js'
import { startTestConsole } from './console-service.js'
import { deadDelivery } from './dead-delivery.js'

const { service, as } = await startTestConsole(t)
const { id: account, test } = await service.account('unlimited')
await connectedCompany(test)
const HOSTILE = '<script>alert(1)</script>"\'&amp; \u202Egnirts \u{1F4A9}'
const created = await test.post(
  '/v1/invoices',
  sampleInvoice({ externalId: 'order-77', customer: { ...(sampleInvoice()['customer'] as object), name: HOSTILE } }),
)
const invoiceId = String(created.body['data']?.['id'])
const number = String(created.body['data']?.['number'])

t.test('the overview counts invoices, and shows what is wrong', async (t) => {
  const page = await (await as('otto')).get('/console')
  t.equal(page.statusCode, 200)
  t.match(page.body, /one event is set aside/)
  t.match(page.body, /href="\/console\/invoices\?country=RO&amp;status=created">1</)
  t.match(page.body, /<svg class="chart"[^>]+role="img"/)
  t.match(page.body, /<caption/)
})

t.test('an invoice is found by its number, its id, and by what its account can search for', async (t) => {
  const browser = await as('otto')
  const found = async (query: Record<string, string>): Promise<boolean> =>
    (await browser.get(`/console/invoices?${new URLSearchParams(query).toString()}`)).body.includes(invoiceId)
  t.ok(await found({}))
  t.ok(await found({ q: number }))
  t.ok(await found({ q: invoiceId }))
  t.ok(await found({ q: 'der-77', account, environment: 'test' }))
  t.notOk(await found({ q: 'der-77' }), 'a part is searched for within one account')
  t.ok(await found({ q: 'ORDER-77' }), 'a whole external id is searched for in all accounts')
  t.ok(await found({ q: 'RO87654329' }), 'as is a VAT number')
  t.ok(await found({ q: 'ro87654329', environment: 'test' }))
  t.notOk(await found({ q: 'RO87654329', environment: 'production' }))
  t.notOk(await found({ q: 'RO8765432' }))
  t.notOk(await found({ q: 'order-77', account, environment: 'production' }))
  t.ok(await found({ country: 'RO', status: 'created', from: '2026-03-31', until: '2026-03-31' }))
  t.notOk(await found({ until: '2026-03-30' }))
  t.notOk(await found({ status: 'accepted' }))
})

t.test('the page of a final invoice leads to its advance, and back', async (t) => {
  const history = new History(service.deps.store)
  const scope = { account, environment: 'test' } as const
  const advance = await history.invoice(scope, acceptedInvoice('A-1'))
  const final = await history.invoice(scope, acceptedInvoice('F-1'))
  const advances = [{ invoiceId: advance.id, number: 'A-1' }]
  await history.older(scope, final.stream, {
    type: 'InvoiceValidated',
    data: { rulesChecked: 1, format: 'UBL', advances },
  })
  await history.older(
    scope,
    advance.stream,
    { type: 'InvoiceAccepted', data: { govId: '1', govMessage: 'ok', receipt: null } },
    { type: 'FinalInvoiceIssued', data: { invoiceId: final.id, number: 'F-1' } },
  )
  const browser = await as('otto')
  const shown = (id: string): Promise<string> =>
    waitFor('the page of the invoice', async () => {
      const { statusCode, body } = await browser.get(`/console/invoices/${id}`)
      return statusCode === 200 && body
    })
  t.match(await shown(final.id), `<a href="/console/invoices/${advance.id}"><bdi>A-1</bdi></a>`)
  t.match(await shown(advance.id), `<a href="/console/invoices/${final.id}"><bdi>F-1</bdi></a>`)
})

t.test('invalid filters are reported, field by field', async (t) => {
  const browser = await as('otto')
  const query = new URLSearchParams({ q: 'a\0b', account: 'ACME', from: '2026-02-30', status: 'x', after: 'y' })
  const page = await browser.get(`/console/invoices?${query.toString()}`)
  t.equal(page.statusCode, 400)
  for (const field of ['q', 'account', 'from', 'status']) {
    t.match(page.body, `<a href="#${field}">`)
    t.match(page.body, `id="${field}-fault"`, 'the field shows it too')
  }
  t.match(page.body, 'This page does not exist: follow a link of the list.')
  t.match(page.body, /<title>Error: Invoices/)
  for (const far of [
    'from=0000-01-01',
    'until=9999-12-31',
    'after=0000-01-01T00:00:00.000Z inv_0000000000000000000000',
  ]) {
    t.equal((await browser.get(`/console/invoices?${far.replaceAll(' ', '%20')}`)).statusCode, 400, far)
  }
  const half = await browser.get('/console/invoices?q=%ED%A0%80')
  t.equal(half.statusCode, 200)
})

t.test('foreign texts are escaped, and hidden characters are visible', async (t) => {
  const browser = await as('otto')
  for (const path of ['/console/invoices', `/console/invoices/${invoiceId}`]) {
    const { body } = await browser.get(path)
    t.match(body, '&lt;script&gt;alert(1)&lt;/script&gt;')
    t.notMatch(body, '<script')
    t.match(body, '\\u{202e}gnirts \u{1F4A9}')
    t.notMatch(body, '\u202E')
  }
})

t.test('pages of a list follow each other without gaps', async (t) => {
  service.clock.advance(1_000)
  for (let n = 0; n < 60; n++) await test.post('/v1/invoices', sampleInvoice({ number: `P-${n}` }))
  const browser = await as('otto')
  const ids = (body: string): string[] =>
    [...body.matchAll(/href="\/console\/invoices\/(inv_\w+)"/g)].map(([, id = '']) => id)
  const first = await browser.get('/console/invoices')
  const next = /href="(\/console\/invoices\?after=[^"]+)"/.exec(first.body)?.[1] ?? ''
  const second = await browser.get(next.replaceAll('&amp;', '&'))
  t.equal(ids(first.body).length, 50)
  t.equal(new Set([...ids(first.body), ...ids(second.body)]).size, 50 + ids(second.body).length)
  t.ok(ids(second.body).includes(invoiceId), 'the oldest is on the last page')
  t.match(second.body, /This is the last page/)
})

t.test('an invoice shows its events, its chain, and its state after each event', async (t) => {
  const browser = await as('otto')
  const path = `/console/invoices/${invoiceId}`
  const now = await browser.get(path)
  t.match(now.body, /chain sound/)
  t.match(now.body, /0\. InvoiceCreated/)
  const then = await browser.get(`${path}?at=0`)
  t.match(then.body, /As it was at .*2026-03-31 09:30:00/s)
  for (const at of ['9', '-1', 'x', '1e3']) t.notMatch((await browser.get(`${path}?at=${at}`)).body, /As it was/)
  t.equal((await browser.get('/console/invoices/inv_0000000000000000000000')).statusCode, 404)
  t.equal((await browser.get("/console/invoices/'; DROP")).statusCode, 404)
})

t.test('an invoice shows its content, its amounts, its PDF, and each finding with the page of its rule', async (t) => {
  const browser = await as('otto')
  const { body } = await browser.get(`/console/invoices/${invoiceId}`)
  t.match(body, /Of <strong><bdi>Exemplu SRL<\/bdi><\/strong>/)
  t.match(body, /<bdi>Consulting<\/bdi>.*150\.5.*21 %/s)
  t.match(body, /1,\d{3}\.\d{2} RON/, 'thousands are separated')
  const pdf = await browser.get(`/console/invoices/${invoiceId}/documents/pdf`)
  t.equal(pdf.statusCode, 200)
  t.match(pdf.body, /^%PDF-/)

  const history = new History(service.deps.store)
  const scope = { account, environment: 'test' } as const
  const failed = await history.invoice(scope, acceptedInvoice('E-1'))
  await history.older(scope, failed.stream, {
    type: 'InvoiceFailed',
    data: {
      reason: 'rules',
      errorMessage: 'BR-10: The buyer has no address.\nBR-RO-082: The street is missing.',
      errorTranslated: 'It breaks 2 rules.',
      errorFix: 'customer.address: Give it.\ncustomer.address.street: Give it.',
    },
  })
  const page = await waitFor('the invoice in error', async () => {
    const answer = await browser.get(`/console/invoices/${failed.id}`)
    return answer.body.includes('What to do') && answer.body
  })
  t.notMatch(page, '\\u{a}')
  t.notMatch(page, "In the government's words".replace("'", '&#39;'))
  t.match(page, '<a href="https://api.example.com/docs/rules/BR-RO-082">BR-RO-082</a>')
})

t.test('an invoice shows the request of each delivery, and which of them wait behind another', async (t) => {
  const { body } = await test.get(`/v1/invoices/${invoiceId}/events`)
  const event = String(body['data']?.[0]?.['id'])
  const id = deliveryIdOf({ account, environment: 'test' }, event)
  await service.pool.query(
    `INSERT INTO read.deliveries (id, account, environment, event_id, type, invoice_id, url, status, attempts, next_attempt_at, created_at)
     VALUES ($1, $2, 'test', $3, 'invoice.created', $4, 'https://receiver.example.com', 'pending', '[]', $5, $5)`,
    [id, account, event, invoiceId, '2026-03-31T09:00:00.000Z'],
  )
  const page = (await (await as('otto')).get(`/console/invoices/${invoiceId}`)).body
  t.match(page, `X-Service-Delivery-Id: ${id}`)
  t.match(page, `&quot;id&quot;: &quot;${event}&quot;,\n  &quot;type&quot;: &quot;invoice.created&quot;`)
  t.match(page, 'waits behind an earlier delivery')
  await service.pool.query('DELETE FROM read.deliveries WHERE id = $1', [id])
})

t.test('every read model is explained', async (t) => {
  t.same(Object.keys(PURPOSES).sort(), PROJECTIONS.map(({ name }) => name).sort())
  t.match((await (await as('otto')).get('/console/projections')).body, /the work list of the pipeline/)
})

t.test('an invoice shows which seal covers its events, and offers the proof', async (t) => {
  const { deps, pool, clock } = service
  const scope = { account, environment: 'production' } as const
  const { id, position } = await new History(deps.store, clock).invoice(scope, acceptedInvoice('L-1'))
  await deps.freshness.waitFor(position, ['invoices'])
  const browser = await as('otto')
  const path = `/console/invoices/${id}`
  t.match((await browser.get(path)).body, /not sealed.*after the newest seal are not sealed yet/s)
  const signer = keySigner(generateKeyPairSync('ed25519').privateKey)
  const log = pino({ level: 'silent' })
  const sealing = new Sealing({ store: deps.store, clock, pool, log, signer, everyMinutes: 60, timeStamper: null })
  await sealing.sealNow('operator', new AbortController().signal)
  t.match((await browser.get(path)).body, /Covered by seal 1,.*by seal 1/s)
  const download = await browser.get(`${path}/proof`)
  t.match(download.headers['content-disposition'], `${id}-proof.json`)
  const proof = JSON.parse(download.body) as InvoiceProof
  t.match(proof, { invoiceId: id, sealed: true, seal: { sequence: 1 }, events: [{ sealed: true }] })
  const [event] = proof.events
  const isIncluded = verifyInclusion({
    leaf: leafHash(Buffer.from(event?.hash ?? '', 'hex')),
    index: event?.leafIndex ?? -1,
    size: proof.seal?.size ?? 0,
    path: (event?.path ?? []).map((hash) => Buffer.from(hash, 'hex')),
    root: Buffer.from(proof.seal?.root ?? '', 'hex'),
  })
  t.ok(isIncluded, 'the path leads to the root of the seal')
  t.match((await browser.get('/console/actions')).body, /proof download/)
  t.match((await browser.get(`/console/invoices/${invoiceId}`)).body, /test environment are not sealed/)
  t.equal((await browser.get('/console/invoices/inv_0000000000000000000000/proof')).statusCode, 404)
})

t.test('an event that was changed in the store is found', async (t) => {
  const answer = await test.post('/v1/invoices', sampleInvoice({ number: 'T-1' }))
  const id = String(answer.body['data']?.['id'])
  await service.pool.query(
    `UPDATE eventstore.events SET data = jsonb_set(data::jsonb, '{grossAmount}', '"1.00"')::json WHERE stream = $1`,
    [`testInvoice-${id}`],
  )
  const page = await (await as('otto')).get(`/console/invoices/${id}`)
  t.match(page.body, /chain broken.*From event 0 on/s)
})

t.test('a key is created, shown once, and revoked; every action is recorded', async (t) => {
  const browser = await as('anna')
  const path = `/console/accounts/${account}`
  await browser.get(path)
  const made = await browser.post(`${path}/keys`, { name: 'For the auditor', environment: 'test', permission: 'read' })
  t.equal(made.headers.location, path)
  const shown = await browser.get(path)
  const key = /<code class="secret">(sk_test_\w+)<\/code>/.exec(shown.body)?.[1] ?? ''
  t.match(key, /^sk_test_/)
  t.notMatch((await browser.get(path)).body, key, 'shown once')
  const keyId = /keys\/(key_\w+)\/revoke/.exec(shown.body.slice(shown.body.indexOf('For the auditor')))?.[1] ?? ''
  await browser.post(`${path}/keys/${keyId}/revoke`)
  t.match((await browser.get(path)).body, /is revoked/)
  const again = await browser.post(`${path}/keys/${keyId}/revoke`)
  t.equal(again.statusCode, 303)
  t.match((await browser.get(path)).body, /Not done/)

  const acts = []
  for await (const { operator, action, outcome } of operatorLog(service.deps.store, '2026-03-31', '2026-03-31'))
    if (operator === 'anna') acts.push(`${operator} ${action} ${outcome}`)
  t.same(acts.slice(0, 4), [
    'anna keys create begun',
    'anna keys create done',
    'anna keys revoke begun',
    'anna keys revoke done',
  ])
  t.match((await browser.get('/console/actions')).body, /keys revoke/)
  t.notOk(
    service.log.some((line) => line.includes(key)),
    'no key is logged',
  )
})

t.test('a delivery that failed permanently is sent again', async (t) => {
  await deadDelivery(service, test, account)
  const browser = await as('anna')
  await waitFor('the dead delivery', async () =>
    (await browser.get('/console/deliveries')).body.includes('Send all again'),
  )
  const sent = await browser.post('/console/deliveries/redeliver', { account, environment: 'test' })
  t.equal(sent.headers.location, '/console/deliveries')
  t.match((await browser.get('/console/deliveries')).body, /1 deliveries are sent again/)
  t.match((await browser.get('/console/deliveries?status=pending')).body, /dlv_/)
  t.match((await browser.get('/console/deliveries')).body, /dlv_/, 'all states, unless one is chosen')
  t.equal((await browser.post('/console/deliveries/redeliver', { account: 'x' })).statusCode, 400)
  t.equal((await browser.post('/console/deliveries/dlv_0000000000000000000000/redeliver')).statusCode, 404)
})

t.test('a read model is paused, resumed and rebuilt', async (t) => {
  const browser = await as('anna')
  const path = '/console/projections'
  await browser.get(path)
  await browser.post(`${path}/feed/pause`)
  t.match((await browser.get(path)).body, /feed is paused/)
  await browser.post(`${path}/feed/resume`)
  t.notMatch((await browser.get(path)).body, /badge warn/)
  await browser.post(`${path}/timeline/rebuild`)
  await waitFor('the rebuild', async () => (await browser.get(path)).body.includes('was rebuilt from'))
  t.equal((await browser.post(`${path}/nothing/rebuild`)).statusCode, 404)
  t.match((await browser.get(path)).body, new RegExp('/timeline/roll-back'), 'the previous table is kept')
  await browser.post(`${path}/timeline/roll-back`)
  t.match((await browser.get(path)).body, /timeline uses the table from before its last rebuild again/)
  await browser.post(`${path}/feed/roll-back`)
  t.match((await browser.get(path)).body, /No table of feed from before a rebuild is kept/)
})

t.test('governments and seals', async (t) => {
  const browser = await as('otto')
  await service.pool.query(
    `INSERT INTO processing.gates (name, failures, closed_until) VALUES ('RO test', 5, '2026-03-31T09:31:00Z')`,
  )
  const page = await browser.get('/console/governments')
  t.match(page.body, /Romania.*?1 active/s)
  t.match(page.body, /not in use/)
  t.match(page.body, /<code>ANAF_CLIENT_ID<\/code>\s*<code>ANAF_CLIENT_SECRET<\/code>/, 'what is configured')
  t.notMatch(page.body, /of-anaf/, 'no value')
  t.match(page.body, /no answer.*5 times in a row, not called until.*09:31:00/s)
  await service.pool.query(`DELETE FROM processing.gates`)
  t.match((await browser.get('/console/governments')).body, /not called yet.*never/s)
  await service.pool.query(`INSERT INTO processing.answers VALUES ('RO test', '2026-03-31T09:12:00Z')`)
  t.match((await browser.get('/console/governments')).body, /open.*2026-03-31 09:12:00/s)
  t.match((await browser.get('/console/seals?month=2026-02')).body, /No seal was made in this month/)
  t.match((await browser.get('/console/seals?month=2026-13')).body, /<a href="#month">/)
})

t.test('a legal hold is placed and released, and due and past erasures are shown', async (t) => {
  const anna = await as('anna')
  const path = '/console/retention'
  t.match((await anna.get(path)).body, /Nothing is held.*Nothing is due.*Nothing was erased/s)
  const hold = { kind: 'invoice', id: invoiceId, reason: `Case 12 ${HOSTILE}`.slice(0, 40) }
  t.equal((await anna.post(`${path}/hold`, hold)).headers.location, path)
  const held = await anna.get(path)
  t.match(held.body, `The invoice ${invoiceId} is held from now on.`)
  t.match(held.body, /Case 12 &lt;script&gt;/)
  await anna.post(`${path}/hold`, hold)
  t.match((await anna.get(path)).body, 'is already held')
  for (const wrong of [{ kind: 'invoice', id: 'inv_x' }, { kind: 'deployment' }, { reason: '' }, { id: account }]) {
    await anna.post(`${path}/hold`, { ...hold, ...wrong })
    t.match((await anna.get(path)).body, 'Not done.', JSON.stringify(wrong))
  }
  const otto = await as('otto')
  t.notMatch((await otto.get(path)).body, /<button>(?:Place|Yes)/)
  t.equal((await otto.post(`${path}/release`, hold)).statusCode, 403)
  await anna.post(`${path}/release`, { ...hold, reason: 'Closed' })
  t.match((await anna.get(path)).body, /is no longer held.*Nothing is held/s)
  const log = (await anna.get('/console/actions')).body
  for (const action of ['hold', 'release']) t.match(log, `<code>retention ${action}</code>`)

  service.clock.advance(31 * 86_400_000)
  const data = {
    rule: { environment: 'test', days: 30 },
    before: service.clock.now().toISOString(),
    streams: [
      { stream: 'testInvoice-inv_1', account, environment: 'test', revision: 3, hash: 'a'.repeat(64) },
      { stream: 'testDelivery-dlv_1', account, environment: 'test', revision: 1, hash: 'b'.repeat(64) },
    ],
    documents: [],
  } as const
  const context = operatorContext(account, service.deps.random)
  const day = erasureStream(service.clock.now().toISOString().slice(0, 10))
  await handle(service.deps, context, erasures, day, () => accept({ type: 'StreamsErased', data }))
  const later = await waitFor('the counts', async () => {
    const { body } = await (await as('otto')).get(path)
    return /Invoices whose retention period is over: [1-9]/.test(body) && body.includes('1 in all') && body
  })
  t.match(later, /Due within 7 days/)
})
