import t from 'tap'
import { connectedCompany, sampleCompany, sampleInvoice } from './samples.js'
import { type Answer, type Client, startTestService } from './test-service.js'

const service = await startTestService(t)

const numberOf = (answer: Answer) => answer.body['data']?.['number'] ?? JSON.stringify(answer.body).slice(0, 300)
const post = async (client: Client, changes: Record<string, unknown> = {}, key?: string) =>
  client.post('/v1/invoices', sampleInvoice(changes), key === undefined ? {} : { 'idempotency-key': key })

/** A company with a series, and the path of its numbering. */
async function numbered(client: Client, numbering: object = { pattern: 'RE-{YYYY}-{0000}' }) {
  const { companyId } = await connectedCompany(client)
  const path = `/v1/companies/${companyId}/numbering`
  const set = await client.send('PUT', path, numbering)
  t.equal(set.status, 200, JSON.stringify(set.body))
  return { companyId, path, set }
}

t.test('a series is set, shown and removed', async (t) => {
  const { test } = await service.account('unlimited')
  const { companyId } = await connectedCompany(test)
  const path = `/v1/companies/${companyId}/numbering`
  t.same((await test.get(path)).body['data'], { companyId })
  const both = { pattern: 'RE-{YYYY}-{0000}', creditNotePattern: 'GS-{YYYY}-{000}' }
  const shown = { companyId, ...both, next: 'RE-2026-0001', nextCreditNote: 'GS-2026-001' }
  t.same((await test.send('PUT', path, both)).body['data'], shown)
  t.same((await test.get(path)).body['data'], shown)
  const other = { pattern: '{YY}{MM}/{00}' }
  t.same((await test.send('PUT', path, other)).body['data'], { companyId, ...other, next: '2603/01' })
  t.same((await test.send('DELETE', path)).body['data'], { companyId })
  t.same((await test.get(path)).body['data'], { companyId })
  t.same((await test.send('DELETE', path)).body['data'], { companyId })
  t.equal((await test.send('PUT', '/v1/companies/comp_0000000000000000000000/numbering', other)).status, 404)
  t.equal((await test.get('/v1/companies/comp_0000000000000000000000/numbering')).status, 404)
  t.equal((await test.send('DELETE', '/v1/companies/comp_0000000000000000000000/numbering')).status, 404)
  await test.send('PUT', path, other)
  await test.delete(`/v1/companies/${companyId}`)
  t.same((await test.get(path)).body['data'], { companyId, ...other, next: '2603/01' }, 'to be read')
  t.equal((await test.send('PUT', path, other)).status, 409)
  t.equal((await test.send('DELETE', path)).status, 409)
})

t.test('a pattern whose numbers the country refuses is refused', async (t) => {
  const { test } = await service.account('unlimited')
  const { companyId } = await connectedCompany(test)
  const italian = await test.post('/v1/companies', sampleCompany({ vatNumber: 'IT01879020517', country: 'IT' }))
  const french = await test.post('/v1/companies', sampleCompany({ vatNumber: 'FR64404833048', country: 'FR' }))
  for (const [company, body, paths] of [
    [companyId, { pattern: 'RE-2026' }, ['pattern']],
    [companyId, { pattern: 'x'.repeat(27) + '{0000}' }, ['pattern']],
    [italian.body['data']?.['id'], { pattern: 'x'.repeat(17) + '{0000}' }, ['pattern']],
    [
      french.body['data']?.['id'],
      { pattern: 'F.{0000}', creditNotePattern: 'A.{0}' },
      ['pattern', 'creditNotePattern'],
    ],
    [companyId, { pattern: 'R{0}', creditNotePattern: 'R{000}' }, ['creditNotePattern']],
    [companyId, { pattern: 'R{0}', creditNoteStart: 2 }, ['creditNoteStart']],
    [companyId, { pattern: 'R{0}', start: 0 }, ['start']],
    [companyId, { pattern: 'x'.repeat(28) + '{00}', start: 100 }, ['start']],
    [companyId, {}, ['pattern']],
  ] as const)
    t.match(
      await test.send('PUT', `/v1/companies/${String(company)}/numbering`, body),
      { status: 400, body: { error: { details: paths.map((path) => ({ path })) } } },
      JSON.stringify(body),
    )
})

t.test('invoices get the next number; a number of their own is refused', async (t) => {
  const { test, live } = await service.account('unlimited')
  const { path, companyId } = await numbered(test)
  t.equal(numberOf(await post(test)), 'RE-2026-0001')
  t.equal(numberOf(await post(test, { externalId: 'order-1' })), 'RE-2026-0002', 'an external id is no number')
  const own = await post(test, { number: 'RE-2026-0099' })
  t.match(own, { status: 400, body: { error: { details: [{ path: 'number' }] } } })
  t.match(own.body['error']?.['details']?.[0]?.['message'], /leave it out, or remove the series with DELETE/)
  t.match(await test.post('/v1/invoices/validate', sampleInvoice({ number: 'x1' })), {
    status: 400,
    body: { error: { details: [{ path: 'number' }] } },
  })
  t.match(await test.post('/v1/invoices/validate', sampleInvoice()), { status: 200, body: { valid: true } })
  t.match((await test.get(path)).body, { data: { next: 'RE-2026-0003' } }, 'a validation reserves nothing')
  t.equal(numberOf(await post(test, { companyId })), 'RE-2026-0003')
  t.equal((await live.get(path)).status, 404, 'a company is of one environment')
  await test.send('DELETE', path)
  t.equal(numberOf(await post(test, { number: 'own-1' })), 'own-1')
  await test.send('PUT', path, { pattern: 'RE-{YYYY}-{00000}' })
  t.equal(numberOf(await post(test)), 'RE-2026-00004', 'the series continues, with more digits, too')
})

t.test('the counter begins again with the period of the issue date; credit notes may count apart', async (t) => {
  const { test } = await service.account('unlimited')
  service.clock.set('2026-04-02T09:30:00.000Z')
  t.teardown(() => {
    service.clock.set('2026-03-31T09:30:00.000Z')
  })
  const { path } = await numbered(test, { pattern: 'F{YY}/{MM}-{00}' })
  const april = { issueDate: '2026-04-02' }
  t.equal(numberOf(await post(test)), 'F26/03-01')
  t.equal(numberOf(await post(test, april)), 'F26/04-01')
  t.equal(numberOf(await post(test)), 'F26/03-02')
  t.equal(numberOf(await post(test, { issueDate: undefined })), 'F26/04-02', 'the day of its creation')
  const note = { invoiceType: 'credit_note', precedingInvoice: { number: 'F26/03-01', issueDate: '2026-03-31' } }
  t.equal(numberOf(await post(test, note)), 'F26/03-03', 'numbered with the invoices')
  await test.send('PUT', path, { pattern: 'F{YY}/{MM}-{00}', creditNotePattern: 'G-{0}', creditNoteStart: 5 })
  t.equal(numberOf(await post(test, note)), 'G-5')
  t.equal(numberOf(await post(test, { typeCode: '381', precedingInvoice: note.precedingInvoice })), 'G-6')
  t.equal(numberOf(await post(test)), 'F26/03-04')
})

t.test('a series that was begun elsewhere starts later, and never earlier', async (t) => {
  const { test } = await service.account('unlimited')
  service.clock.set('2026-04-02T09:30:00.000Z')
  t.teardown(() => {
    service.clock.set('2026-03-31T09:30:00.000Z')
  })
  const pattern = 'RE-{YYYY}{MM}-{000}'
  const { path, set } = await numbered(test, { pattern, start: 18 })
  t.match(set.body, { data: { next: 'RE-202604-018' } })
  const april = { issueDate: '2026-04-02' }
  t.equal(numberOf(await post(test, april)), 'RE-202604-018')
  t.equal(numberOf(await post(test)), 'RE-202603-001', 'the start is that of the period of today')
  const early = await test.send('PUT', path, { pattern, start: 18 })
  t.match(early, { status: 400, body: { error: { details: [{ path: 'start' }] } } })
  t.match(early.body['error']?.['details']?.[0]?.['message'], /RE-202604-018 was assigned already; give 19 or more/)
  t.equal((await test.send('PUT', path, { pattern, start: 40 })).status, 200)
  t.equal(numberOf(await post(test, april)), 'RE-202604-040', 'after a restore, numbers can be left out')
})

t.test('a series does not begin with a number that an invoice has', async (t) => {
  const { test } = await service.account('unlimited')
  const { companyId } = await connectedCompany(test)
  const path = `/v1/companies/${companyId}/numbering`
  const used = await post(test, { number: 'RE-2026-0001' })
  const refused = await test.send('PUT', path, { pattern: 'RE-{YYYY}-{0000}' })
  t.match(refused, { status: 400, body: { error: { details: [{ path: 'start' }] } } })
  t.ok(String(refused.body['error']?.['details']?.[0]?.['message']).includes(String(used.body['data']?.['id'])))
  t.match(await test.send('PUT', path, { pattern: 'G{0}', creditNotePattern: 'RE-{YYYY}-{0000}' }), {
    status: 400,
    body: { error: { details: [{ path: 'creditNoteStart' }] } },
  })
  const set = await test.send('PUT', path, { pattern: 'RE-{YYYY}-{0000}', start: 2 })
  t.match(set, { status: 200, body: { data: { next: 'RE-2026-0002' } } })
  t.equal(numberOf(await post(test)), 'RE-2026-0002')
})

t.test('an invalid invoice uses no number, though nothing asks for its validation', async (t) => {
  const { test } = await service.account('unlimited')
  await numbered(test)
  const broken = { lines: [{ description: 'x', unitPrice: 1, vatRate: 21, vatCategory: 'E' }] }
  const refused = await post(test, broken)
  t.equal(refused.status, 400, JSON.stringify(refused.body))
  t.equal(numberOf(await post(test)), 'RE-2026-0001')
})

t.test('the same key gets the same number, also at the same time; others follow without a gap', async (t) => {
  const { test } = await service.account('unlimited')
  await numbered(test)
  const other = test.on(await service.secondApp())
  const answers = await Promise.all(
    Array.from({ length: 24 }, (_, n) => post(n % 3 === 0 ? other : test, {}, `key-${Math.floor(n / 2)}`)),
  )
  t.same(
    answers.map(({ status }) => status),
    answers.map(() => 201),
  )
  const numbers = answers.map(numberOf)
  t.same(
    [...new Set(numbers)].sort(),
    Array.from({ length: 12 }, (_, n) => `RE-2026-${String(n + 1).padStart(4, '0')}`),
  )
  for (const [n, number] of numbers.entries()) t.equal(number, numbers[n ^ 1])
  const again = await post(other, {}, 'key-3')
  t.same([numberOf(again), again.headers['idempotent-replayed']], [numbers[6], 'true'])
  t.equal((await post(test, { note: 'other' }, 'key-3')).status, 409)
  t.equal(numberOf(await post(test)), 'RE-2026-0013')
})

t.test('a batch numbers its lines', async (t) => {
  const { test } = await service.account('unlimited')
  await numbered(test)
  const lines = [
    {},
    { number: 'mine' },
    {},
    { lines: [{ description: 'x', unitPrice: 1, vatRate: 21, vatCategory: 'E' }] },
  ]
  const answer = await test.app.inject({
    method: 'POST',
    url: '/v1/invoices/batch',
    headers: { authorization: `Bearer ${test.key}`, 'content-type': 'application/x-ndjson' },
    payload: lines.map((line) => JSON.stringify(sampleInvoice(line))).join('\n'),
  })
  const results = answer.body
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { status: number; data?: { number: string } })
  t.same(
    results.map(({ status }) => status),
    [201, 400, 201, 400],
  )
  t.same(results.flatMap(({ data }) => data?.number ?? []).sort(), ['RE-2026-0001', 'RE-2026-0002'])
})

t.test('a large invoice is stored with its number', async (t) => {
  const { test } = await service.account('unlimited')
  await numbered(test)
  const lines = Array.from({ length: 2_500 }, (_, n) => ({
    description: `${n} `.padEnd(90, 'x'),
    unitPrice: 1,
    vatRate: 21,
  }))
  const posted = await post(test, { lines })
  t.equal(numberOf(posted), 'RE-2026-0001')
  const { content } = (await service.deps.store.readStream(`testInvoice-${String(posted.body['data']?.['id'])}`))[0]
    ?.data as { content: { kind: string; document: { sha256: string } } }
  t.equal(content.kind, 'document')
  const { rows } = await service.pool.query<{ account: string }>('SELECT account FROM read.invoices WHERE id = $1', [
    posted.body['data']?.['id'],
  ])
  const scope = { account: rows[0]?.account ?? '', environment: 'test' } as const
  const stored = await service.deps.documents.get(scope, content.document.sha256)
  t.match(JSON.parse(Buffer.from(stored ?? []).toString()), { number: 'RE-2026-0001' })
})

t.test('invoices of other suppliers, of the customer and in XML have numbers of their own', async (t) => {
  const { test } = await service.account('unlimited')
  const { companyId } = await numbered(test)
  const other = sampleInvoice()['customer'] as object
  t.equal(numberOf(await post(test, { companyId, supplier: other, number: 'other-1' })), 'other-1')
  const made = await test.post('/v1/convert?to=ubl', sampleInvoice({ number: 'RE-2026-0007' }))
  const send = async (xml: string) =>
    test.app.inject({
      method: 'POST',
      url: '/v1/invoices?country=RO',
      headers: { authorization: `Bearer ${test.key}`, 'content-type': 'application/xml' },
      payload: xml,
    })
  const xml = String(made.body['data']?.['document'])
  const taken = await send(xml)
  t.match([taken.statusCode, taken.body], [400, /"path":"number".*RE-2026-0007 is one that/])
  t.equal((await send(xml.replaceAll('RE-2026-0007', 'ERP-2026-7'))).statusCode, 201)
})

t.test('after a restore of the event store the series is paused until it is set again', async (t) => {
  const { test } = await service.account('unlimited')
  const numbering = { pattern: 'RE-{YYYY}-{0000}' }
  const { path } = await numbered(test, numbering)
  t.equal(numberOf(await post(test, {}, 'before')), 'RE-2026-0001')
  // The read models have followed it already.
  const restores = async (count: number): Promise<void> => {
    await service.pool.query(
      `WITH gone AS (DELETE FROM storage.restore WHERE number > ${count}),
         noted AS (INSERT INTO storage.restore SELECT 1, $1, 'a test', 'nothing' WHERE ${count} = 1)
       UPDATE projections.checkpoints SET restores = ${count}`,
      ['2026-03-31T09:45:00.000Z'],
    )
  }
  await restores(1)
  t.teardown(async () => {
    service.clock.set('2026-03-31T09:30:00.000Z')
    await restores(0)
  })
  service.clock.set('2026-03-31T10:00:00.000Z')
  t.match((await test.get(path)).body, { data: { pausedSince: '2026-03-31T09:45:00.000Z' } })
  const refused = await post(test)
  t.match(refused, {
    status: 409,
    body: { error: { message: /numbers after RE-2026-0001 may have been used before/ } },
  })
  t.equal(numberOf(await post(test, {}, 'before')), 'RE-2026-0001', 'what exists is returned')
  t.match(await test.post('/v1/invoices/validate', sampleInvoice()), { status: 200, body: { valid: true } })
  const set = await test.send('PUT', path, { ...numbering, start: 7 })
  t.same(set.body['data'], { companyId: set.body['data']?.['companyId'], ...numbering, next: 'RE-2026-0007' })
  t.equal(numberOf(await post(test)), 'RE-2026-0007')
})
