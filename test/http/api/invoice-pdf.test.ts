import t from 'tap'
import { handle } from '../../../src/commands/handle.js'
import { invoice, type InvoiceEvent } from '../../../src/domain/invoice.js'
import { JudgingBusy } from '../../../src/documents/judging/port.js'
import { renderInProcess } from '../../../src/documents/rendering/in-process.js'
import { RenderingLimit } from '../../../src/documents/rendering/port.js'
import { readPdf, textOf } from '../../support/pdf.js'
import { connectedCompany, sampleInvoice } from './samples.js'
import { startTestService } from './test-service.js'

let failing: Error | null = null
const service = await startTestService(t, {
  rendering: {
    ...renderInProcess,
    async pages(caller, request) {
      if (failing !== null) throw failing
      return renderInProcess.pages(caller, request)
    },
  },
})

const { id: account, test, live } = await service.account()
await connectedCompany(test)
const created = await test.post('/v1/invoices', sampleInvoice({ number: 'RE-1' }))
const id = String(created.body['data']?.['id'])
const url = `/v1/invoices/${id}/documents/pdf`

async function pdf(path: string) {
  const { key } = test
  const answer = await service.app.inject({ url: path, headers: { authorization: `Bearer ${key}` } })
  return { status: answer.statusCode, headers: answer.headers, bytes: answer.rawPayload }
}

t.test('an invoice is a PDF in any status, and lists it', async (t) => {
  const { status, headers, bytes } = await pdf(url)
  t.equal(status, 200)
  t.match(headers, { 'content-type': 'application/pdf', 'content-disposition': 'attachment; filename="RE-1.pdf"' })
  const read = readPdf(bytes)
  t.ok(textOf(read).includes('RE-1') && textOf(read).includes('Factură'), 'in the language of Romania')
  t.strictSame(read.files, [], 'there is no XML yet')
  t.ok(bytes.equals((await pdf(url)).bytes), 'the same bytes again')
  const listed = await test.get(`/v1/invoices/${id}/documents`)
  t.strictSame(listed.body['data'], [
    { kind: 'pdf', filename: null, mediaType: 'application/pdf', size: null, sha256: null },
  ])
})

t.test('a character that no font has is a warning in the header', async (t) => {
  t.equal((await pdf(url)).headers['x-missing-characters'], undefined)
  const lines = [{ description: 'Rune ᚠ, 日本語, 𓀀', quantity: 1, unitPrice: 10, vatRate: 21 }]
  const { body } = await test.post('/v1/invoices', sampleInvoice({ number: 'RE-2', lines }))
  const { headers, bytes } = await pdf(`/v1/invoices/${String(body['data']?.['id'])}/documents/pdf`)
  t.equal(headers['x-missing-characters'], 'U+16A0, U+13000')
  t.ok(textOf(readPdf(bytes)).includes('Rune\uFFFD,日本語,\uFFFD'))
})

t.test('the language is one of those that there are', async (t) => {
  t.ok(textOf(readPdf((await pdf(`${url}?language=de`)).bytes)).includes('Rechnung'))
  for (const query of ['language=xx', 'language=', 'language=DE', 'languages=de']) {
    const { status, bytes } = await pdf(`${url}?${query}`)
    t.equal(status, 400, query)
    if (query === 'language=xx') t.match(bytes.toString(), /"path":"language".*en, ro, it, fr, nl, de/)
  }
})

t.test('no other account gets it', async (t) => {
  const other = await service.account()
  for (const client of [other.test, live]) {
    t.equal((await client.get(url)).status, 404)
    t.equal((await client.get(`${url}?language=de`)).status, 404)
  }
  t.equal((await test.get('/v1/invoices/inv_0000000000000000000000/documents/pdf')).status, 404)
})

t.test('too much at a time, or too much work, is a 503 that says what to do', async (t) => {
  failing = new JudgingBusy('too many')
  t.match(await test.get(url), { status: 503, headers: { 'retry-after': /\d/ } })
  failing = new RenderingLimit('the document took longer than 30 s')
  t.match(await test.get(url), { status: 503, body: { error: { message: /longer than 30 s.*XML/ } } })
  failing = null
})

/** Brings an invoice to its acceptance, with this for its XML. */
async function accept(invoiceId: string, xml: Buffer): Promise<void> {
  const document = await service.deps.documents.put({ account, environment: 'test' }, xml, 'application/xml')
  const environment = 'test' as const
  const context = { account, environment, actor: 'operator' as const, correlationId: invoiceId, causationId: invoiceId }
  const events: readonly InvoiceEvent[] = [
    { type: 'InvoiceValidated', data: { rulesChecked: 1, format: 'f' } },
    { type: 'InvoiceConverted', data: { format: 'f', document } },
    { type: 'SubmissionStarted', data: { attemptId: 'a' } },
    { type: 'InvoiceSubmitted', data: { attemptId: 'a', uploadId: 'u', govEndpoint: 'x' } },
    { type: 'InvoiceAccepted', data: { govId: '5014987', govMessage: 'ok', receipt: null } },
  ]
  await handle(service.deps, context, invoice, `testInvoice-${invoiceId}`, () => ({ kind: 'accept', events }))
}

t.test('with the XML and the number of the government, once there are', async (t) => {
  const xml = Buffer.from('<Invoice>ș</Invoice>')
  await accept(id, xml)
  const read = readPdf((await pdf(`${url}?language=en`)).bytes)
  t.strictSame(read.files, [{ name: 'invoice.xml', relationship: 'Source', bytes: xml }])
  t.ok(textOf(read).includes('Accepted') && textOf(read).includes('5014987'))
})

t.test('Factur-X is the Cross Industry Invoice in a PDF, and what is sent is that invoice', async (t) => {
  const german = { vatNumber: 'DE136695976', name: 'Muster', address: { city: 'Berlin', country: 'DE' } }
  await connectedCompany(test, { name: 'Muster', vatNumber: german.vatNumber, country: 'DE' }, 'DE')
  const posted = async (changes: object) => {
    const body = { ...sampleInvoice(), country: 'DE', supplier: german, companyId: undefined, ...changes }
    const answer = await test.post('/v1/invoices', JSON.parse(JSON.stringify(body)))
    return String(answer.body['data']?.['id'])
  }
  const [hybrid, ubl] = [await posted({ format: 'factur-x' }), await posted({})]
  const address = (of: string, kind = 'factur-x'): string => `/v1/invoices/${of}/documents/${kind}`
  t.equal((await pdf(address(hybrid))).status, 404, 'its XML is not made yet')
  const xml = Buffer.from('<CrossIndustryInvoice/>')
  for (const each of [hybrid, ubl]) await accept(each, xml)
  const { status, headers, bytes } = await pdf(address(hybrid))
  t.equal(status, 200)
  t.match(headers['content-disposition'], /filename="[^"]+-factur-x.pdf"/)
  t.strictSame(readPdf(bytes).files, [{ name: 'xrechnung.xml', relationship: 'Alternative', bytes: xml }])
  t.strictSame(readPdf((await pdf(address(hybrid, 'pdf'))).bytes).files[0]?.relationship, 'Source')
  const kinds = async (of: string) =>
    ((await test.get(`/v1/invoices/${of}/documents`)).body['data'] as unknown as { kind: string }[]).map(
      ({ kind }) => kind,
    )
  t.strictSame(await kinds(hybrid), ['xml', 'pdf', 'factur-x'])
  t.strictSame(await kinds(ubl), ['xml', 'pdf'])
  t.equal((await pdf(address(ubl))).status, 404)
  t.equal((await live.get(address(hybrid))).status, 404)
  const extended = await posted({ format: 'factur-x' })
  const extension = 'urn:cen.eu:en16931:2017#conformant#urn.cpro.gouv.fr:1p0:extended-ctc-fr'
  const guideline = 'GuidelineSpecifiedDocumentContextParameter'
  await accept(extended, Buffer.from(`<I><${guideline}><ID>${extension}</ID></${guideline}></I>`))
  t.match(await test.get(address(extended)), {
    status: 406,
    body: { error: { type: 'validation_error', message: /EXTENDED-CTC-FR, .* Factur-X has no level/ } },
  })
  const refused = await test.post('/v1/invoices', sampleInvoice({ format: 'factur-x' }))
  t.match(refused, { status: 400, body: { error: { details: [{ path: 'format', message: /factur-x for RO/ }] } } })
})
