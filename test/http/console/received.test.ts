import t from 'tap'
import { arrived, dataIn, goldenXml, receivingCompany } from '../api/receiving-company.js'
import { startTestConsole } from './console-service.js'

const { service, as } = await startTestConsole(t)
const { id: account, test } = await service.account('unlimited')
const companyId = await receivingCompany(test, 'RO')
const PLAIN = goldenXml('ro/13-authority.xml').replace(
  /<cbc:IssueDate>[^<]+<\/cbc:IssueDate>/,
  '$&<cbc:DueDate>2026-12-21</cbc:DueDate>',
)
const HOSTILE = '&lt;script&gt;alert(1)&lt;/script&gt;"\' \u202Egnirts'

/** The same invoice with other texts. */
function changed(...changes: readonly (readonly [string, string])[]): string {
  return changes.reduce((xml, [from, to]) => {
    if (!xml.includes(from)) throw new Error(`the document has no ${from}`)
    return xml.replaceAll(from, to)
  }, PLAIN)
}

const number = /<cbc:ID>([^<]+)<\/cbc:ID>/.exec(PLAIN)?.[1] ?? ''
const name = /<cac:AccountingSupplierParty>.*?<cbc:RegistrationName>([^<]+)</s.exec(PLAIN)?.[1] ?? ''
const iban = /<cac:PayeeFinancialAccount>\s*<cbc:ID>([^<]+)</.exec(PLAIN)?.[1] ?? ''
const first = String((await arrived(test, companyId, PLAIN))['id'])
service.clock.advance(1_000)
const second = String(
  (
    await arrived(
      test,
      companyId,
      changed([iban, 'RO09BCYP0000001234567890'], ['lista-participanti.csv', '../../x\u202Efdp.exe'], [name, HOSTILE]),
    )
  )['id'],
)
service.clock.advance(1_000)
const garbage = String((await arrived(test, companyId, '<html><script>alert(2)</script></html>', 'RO'))['id'])

t.test('a received invoice is found by each filter', async (t) => {
  const browser = await as('otto')
  const found = async (query: Record<string, string>): Promise<readonly boolean[]> => {
    const { body, statusCode } = await browser.get(`/console/received?${new URLSearchParams(query).toString()}`)
    t.equal(statusCode, 200, JSON.stringify(query))
    return [first, second, garbage].map((id) => body.includes(`href="/console/received/${id}"`))
  }
  const other = await service.account()
  const both = [true, true, false]
  const scope = { account, environment: 'test' }
  t.same(await found({}), [true, true, true])
  t.same(await found({ account }), [true, true, true])
  t.same(await found({ account: other.id }), [false, false, false])
  t.same(await found({ environment: 'production' }), [false, false, false])
  t.same(await found({ company: companyId }), [true, true, true])
  t.same(await found({ company: 'comp_0000000000000000000000' }), [false, false, false])
  t.same(await found({ country: 'RO', status: 'received' }), [true, true, true])
  t.same(await found({ country: 'BE' }), [false, false, false])
  t.same(await found({ status: 'answered' }), [false, false, false])
  const vat = String((await test.get(`/v1/received/${first}`)).body['data']?.['supplierVat'])
  t.same(await found({ supplier: vat.toLowerCase() }), both)
  t.same(await found({ supplier: 'RO1' }), [false, false, false])
  t.same(await found({ q: number }), both)
  t.same(await found({ q: vat }), both)
  t.same(await found({ q: second }), [false, true, false])
  t.same(await found({ q: name.slice(2, 9) }), [false, false, false], 'a part is searched for within one account')
  t.same(await found({ q: name.slice(2, 9).toUpperCase(), ...scope }), [true, false, false])
  const govId = String((await test.get(`/v1/received/${garbage}`)).body['data']?.['govId'])
  t.same(await found({ q: govId }), [false, false, true])
  t.same(await found({ from: '2026-03-31', until: '2026-03-31' }), [true, true, true])
  t.same(await found({ until: '2026-03-30' }), [false, false, false])
})

t.test('invalid filters are reported, field by field', async (t) => {
  const query = new URLSearchParams({ q: 'a\0b', company: 'ACME', from: '2026-02-30', status: 'x', account: 'y' })
  const page = await (await as('otto')).get(`/console/received?${query.toString()}`)
  t.equal(page.statusCode, 400)
  for (const field of ['q', 'company', 'from', 'status', 'account']) t.match(page.body, `id="${field}-fault"`)
})

t.test('pages of the list follow each other without gaps', async (t) => {
  const one = await service.account('unlimited')
  const receiver = await receivingCompany(one.test, 'RO')
  for (let n = 0; n < 53; n += 1) await one.test.post('/v1/test/received', { companyId: receiver, sample: 'RO' })
  const browser = await as('otto')
  for (const query of [`account=${one.id}`, `company=${receiver}`, `account=${one.id}&environment=test`]) {
    const ids = new Set<string>()
    let next: string | undefined = `/console/received?${query}`
    for (let pages = 0; next !== undefined; pages += 1) {
      t.ok(pages < 2)
      const { body } = await browser.get(next.replaceAll('&amp;', '&'))
      for (const [, id = ''] of body.matchAll(/href="\/console\/received\/(rcv_\w+)"/g)) ids.add(id)
      next = /href="(\/console\/received\?[^"]*after=[^"]+)" rel="next"/.exec(body)?.[1]
    }
    t.equal(ids.size, 53, query)
  }
})

t.test('the page has what an accountant reads', async (t) => {
  const browser = await as('otto')
  const { body } = await browser.get(`/console/received/${first}`)
  t.match(body, `<h1>\n        Invoice <bdi>${number}</bdi>`)
  t.match(body, `<bdi>${name}</bdi>`)
  t.match(body, /<dt>Due<\/dt>\s*<dd><strong>\d{4}-\d\d-\d\d<\/strong>/)
  t.match(body, /<dt>Gross<\/dt>\s*<dd><strong>[\d,]+\.\d\d RON<\/strong>/)
  t.match(body, `<code>${iban}</code>`)
  t.match(body, /<dt>Channel<\/dt>\s*<dd>simulated/)
  t.match(body, 'Net amount', 'what each line comes to')
  t.match(body, /VAT as the document states it.*S, 21 %/s)
  t.match(body, 'names another buyer', 'findings are sentences')
  t.match(body, /<a href="https:\/\/api\.example\.com\/docs\/rules\/CW-OTHER-BUYER">/)
  t.match(body, /Invoice .* came for the company/, 'the timeline')
  t.match(body, /chain sound/)
  t.match(body, 'Others came later', 'the first of two names the second')
  t.match(body, `href="/console/received/${second}"`)
  t.notMatch(body, 'New bank account', 'never on the first')
})

t.test('a changed bank account and a duplicate are warnings', async (t) => {
  const { body } = await (await as('otto')).get(`/console/received/${second}`)
  t.match(body, /New bank account:<\/strong> <bdi>[^<]*RO09BCYP0000001234567890/)
  t.match(body, `<a href="/console/received/${first}">the first invoice with this supplier`)
  t.match((await (await as('otto')).get(`/console/received?account=${account}`)).body, /duplicate/)
})

t.test('texts of suppliers are escaped, and hidden characters are visible', async (t) => {
  const browser = await as('otto')
  for (const path of [`/console/received?account=${account}`, `/console/received/${second}`]) {
    const { body } = await browser.get(path)
    t.match(body, '<bdi>&lt;script&gt;alert(1)&lt;/script&gt;')
    t.notMatch(body, '<script')
    t.match(body, '\\u{202e}gnirts')
    t.notMatch(body, '\u202E')
  }
})

t.test('a document that could not be read is shown as one', async (t) => {
  const browser = await as('otto')
  const { body, statusCode } = await browser.get(`/console/received/${garbage}`)
  t.equal(statusCode, 200)
  t.match(body, 'Unreadable document')
  t.match(body, 'CW-UNREADABLE')
  t.notMatch(body, 'documents/pdf"')
  t.equal((await browser.get(`/console/received/${garbage}/documents/pdf`)).statusCode, 404)
  const bytes = await browser.get(`/console/received/${garbage}/documents/xml`)
  t.equal(bytes.body, '<html><script>alert(2)</script></html>')
  t.equal(bytes.headers['content-type'], 'application/octet-stream')
})

t.test('documents are downloads, and each is recorded', async (t) => {
  const browser = await as('otto')
  const address = `/console/received/${second}/documents`
  const pdf = await browser.get(`${address}/pdf`)
  t.match(pdf.body, /^%PDF-/)
  const file = await browser.get(`${address}/attachment-1`)
  t.match(file.body, /^nume;prezenta/)
  for (const { headers } of [pdf, file, await browser.get(`${address}/xml`)]) {
    t.equal(headers['content-type'], 'application/octet-stream')
    t.match(headers['content-disposition'], /^attachment/)
    t.equal(headers['x-content-type-options'], 'nosniff')
  }
  t.match(file.headers['content-disposition'], "attachment; filename*=UTF-8''xfdp.exe")
  for (const kind of ['original', 'attachment-2', 'toString', '..%2f..%2fxml'])
    t.equal((await browser.get(`${address}/${kind}`)).statusCode, 404, kind)
  t.match((await browser.get('/console/actions')).body, /documents download.*otto.*kind: attachment-1/s)
  for (const id of ['rcv_0000000000000000000000', "'; DROP", 'inv_0000000000000000000000'])
    t.equal((await browser.get(`/console/received/${encodeURIComponent(id)}`)).statusCode, 404)
})

t.test('the supplier’s own PDF stands beside ours', async (t) => {
  const receiver = await receivingCompany(test, 'FR')
  const supplierPdf = Buffer.from('%PDF-1.7\n%%EOF\n').toString('base64')
  const xml = PLAIN.replace(
    'mimeCode="text/csv" filename="lista-participanti.csv"',
    'mimeCode="application/pdf" filename="factura.pdf"',
  ).replace(/(<cbc:EmbeddedDocumentBinaryObject[^>]*>)[^<]+/, `$1${supplierPdf}`)
  const { id } = await arrived(test, receiver, xml, 'FR')
  const page = await (await as('otto')).get(`/console/received/${String(id)}`)
  t.match(page.body, /documents\/pdf" download>The invoice as a PDF<\/a>, made from the document/)
  t.match(page.body, /documents\/attachment-1" download>The supplier’s own PDF<\/a\s*>: <bdi>factura.pdf<\/bdi>/)
})

t.test('an operator marks it as read, an auditor can’t, and no foreign page can', async (t) => {
  const [anna, otto] = [await as('anna'), await as('otto')]
  const path = `/console/received/${first}`
  t.match((await anna.get(path)).body, 'Mark as read')
  t.notMatch((await otto.get(path)).body, 'Mark as read')
  t.equal((await otto.post(`${path}/read`)).statusCode, 403)
  t.equal((await anna.post(`${path}/read`, { form: 'forged' })).statusCode, 403)
  t.equal((await anna.post(`${path}/read`, {}, { origin: 'https://evil.example' })).statusCode, 403)
  t.match((await test.get(`/v1/received/${first}`)).body['data'], { status: 'received', readAt: null })
  for (let time = 0; time < 2; time += 1) {
    const sent = await anna.post(`${path}/read`)
    t.equal(sent.statusCode, 303)
    t.equal(sent.headers.location, path)
    service.clock.advance(60_000)
  }
  const { body } = await anna.get(path)
  t.match(body, 'The invoice is marked as read.')
  t.match(body, /Marked as read at .*09:30:02/s, 'the second time changed nothing')
  t.match(body, 'It was marked as read.')
  t.match((await anna.get('/console/actions')).body, /received read.*anna/s)
  t.match((await test.get(`/v1/received/${first}`)).body['data'], { status: 'read' })
  t.equal((await anna.post('/console/received/rcv_0000000000000000000000/read')).statusCode, 404)
})

t.test('an operator answers in the codes of the country, an auditor can’t', async (t) => {
  const receiver = await receivingCompany(test, 'BE')
  const { id } = dataIn(await test.post('/v1/test/received', { companyId: receiver, sample: 'BE' }))
  const path = `/console/received/${String(id)}`
  const [anna, otto] = [await as('anna'), await as('otto')]
  const answers = async (): Promise<unknown> => (await test.get(`/v1/received/${String(id)}/responses`)).body['data']
  const once = async (): Promise<string> => /name="once" value="([^"]+)"/.exec((await anna.get(path)).body)?.[1] ?? ''
  const refused = async (fields: Record<string, string>, why: string | RegExp): Promise<void> => {
    const sent = await anna.post(`${path}/answer`, { once: await once(), ...fields })
    t.equal(sent.statusCode, 303)
    t.match((await anna.get(path)).body, why)
    t.same(await answers(), [], JSON.stringify(fields))
  }

  const { body } = await anna.get(path)
  t.match(body, '<option value="approved" >approved (AP, ')
  t.notMatch(body, '<option value="suspended"', 'the network has no such code')
  t.match(body, /Code of the reason \(OPStatusReason\)/)
  t.notMatch((await otto.get(path)).body, 'Answer the supplier')
  t.equal((await otto.post(`${path}/answer`, { code: 'approved' })).statusCode, 403)
  t.equal((await anna.post(`${path}/answer`, { form: 'forged', code: 'approved' })).statusCode, 403)
  t.equal((await anna.post(`${path}/answer`, { code: 'approved' }, { origin: 'https://evil.example' })).statusCode, 403)
  t.same(await answers(), [])

  await refused({}, 'Choose an answer.')
  await refused({ code: 'suspended' }, /code is none that Belgium has: acknowledged, in_process/)
  await refused({ code: 'accept' }, /The answer must be one of/)
  await refused({ code: 'rejected', reason: '  ' }, /reason is needed with the code rejected/)
  await refused({ code: 'rejected', reason: 'x'.repeat(5_001) }, /at most 5000 characters/)
  await refused({ code: 'rejected', reason: 'a\u0007b' }, /control character/)
  await refused({ code: 'rejected', reason: 'No', reasonCode: 'NONE' }, /reasonCode is none of the list/)
  await refused({ code: 'paid', amount: '0.00' }, /The amount must be a number above 0/)
  await refused({ code: 'paid', date: '2026-02-30' }, /The day must be a day/)

  const form = {
    once: await once(),
    code: 'disputed',
    reason: 'Two <b>chairs</b>\r\nare \u202Emissing',
    amount: '25.50',
    date: '2026-04-01',
  }
  for (let time = 0; time < 2; time += 1) {
    const sent = await anna.post(`${path}/answer`, form)
    t.equal(sent.headers.location, `${path}#answers`)
  }
  t.match(await answers(), [
    { code: 'disputed', nationalCode: 'UQ', reasonCode: 'OTH', amount: '25.50', date: '2026-04-01' },
  ])
  t.equal(((await answers()) as unknown[]).length, 1, 'the same form sent twice is one answer')
  const after = (await anna.get(path)).body
  t.match(after, 'The answer is on its way')
  t.match(after, 'Two &lt;b&gt;chairs&lt;/b&gt;</bdi><br /><bdi>are \\u{202e}missing')
  t.match(after, /25\.50 EUR/)
  t.match((await anna.get('/console/actions')).body, /received answer.*anna.*code: disputed/s)
  await anna.post(`${path}/answer`, { once: await once(), code: 'approved' })
  const approved = (await anna.get(path)).body
  t.match(approved, '<option value="paid" >')
  t.notMatch(approved, '<option value="rejected"', 'after an approval only the payment may follow')
  await anna.post(`${path}/answer`, { once: await once(), code: 'rejected', reason: 'Late' })
  t.match((await anna.get(path)).body, /already has a final answer/)
  await anna.post(`${path}/answer`, { once: await once(), code: 'paid' })
  t.match((await anna.get(path)).body, 'The final answer was given')
})

t.test('where a country has no answers, the page says so', async (t) => {
  const receiver = await receivingCompany(test, 'PL')
  const { id } = dataIn(await test.post('/v1/test/received', { companyId: receiver, sample: 'PL' }))
  const anna = await as('anna')
  const { body } = await anna.get(`/console/received/${String(id)}`)
  t.match(body, 'Poland has no answers to received invoices')
  const sent = await anna.post(`/console/received/${String(id)}/answer`, { code: 'approved' })
  t.equal(sent.statusCode, 303)
  t.same((await test.get(`/v1/received/${String(id)}/responses`)).body['data'], [])
})
