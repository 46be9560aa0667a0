import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import t from 'tap'
import { load } from '../../../src/commands/handle.js'
import { invoice } from '../../../src/domain/invoice.js'
import { signedFile } from '../../support/cades.js'
import { selfSignedAround } from '../../support/certificate.js'
import { connectedCompany, sampleCompany, sampleInvoice } from './samples.js'
import { type Answer, type Client, type Json, startTestService } from './test-service.js'
import { type Finding, inOneLine } from '../../../src/einvoice/rules/judgement.js'

const golden = (file: string): string =>
  readFileSync(new URL(`../../../../test/golden/${file}.xml`, import.meta.url), 'utf8')
const BELGIAN = golden('be/01-domestic')
const FRENCH = golden('fr/01-domestic-services')
const GERMAN_CII = golden('de/01-authority.cii')

const service = await startTestService(t)

async function post(
  client: Client,
  xml: string | Buffer,
  query = '',
  headers: Record<string, string> = {},
  path = '/v1/invoices',
) {
  const answer = await service.app.inject({
    method: 'POST',
    url: `${path}${query}`,
    headers: { 'content-type': 'application/xml', authorization: `Bearer ${client.key}`, ...headers },
    payload: xml,
  })
  return { status: answer.statusCode, headers: answer.headers, body: answer.json<Json>() } satisfies Answer
}

/** An account whose company is connected to these countries. */
async function connected(...countries: readonly string[]) {
  const { id, test } = await service.account('unlimited')
  const { companyId } = await connectedCompany(
    test,
    sampleCompany({ name: 'Maison', vatNumber: 'RO111' }),
    countries[0],
  )
  for (const countryCode of countries.slice(1)) await test.post('/v1/connections', { companyId, countryCode })
  return { account: id, test, companyId }
}

function refusal(path: string, message: RegExp) {
  return { status: 400, body: { error: { type: 'validation_error', details: [{ path, message }] } } }
}

t.test('an invoice is created from a document, with what it says', async (t) => {
  const { test, account, companyId } = await connected('BE', 'FR', 'DE', 'RO')
  const created = await post(test, BELGIAN, '?externalId=mine-1')
  t.match(created, {
    status: 201,
    body: {
      data: {
        country: 'BE',
        status: 'created',
        number: 'BRW-2026-0311',
        externalId: 'mine-1',
        supplierVat: 'BE0749512070',
        invoiceType: 'invoice',
        currency: 'EUR',
        companyId,
      },
    },
  })
  const shown = created.body['data']
  const said = (name: string): string => new RegExp(`<cbc:${name} currencyID="EUR">([^<]+)<`).exec(BELGIAN)?.[1] ?? ''
  t.match(shown, {
    netAmount: said('TaxExclusiveAmount'),
    grossAmount: said('TaxInclusiveAmount'),
    vatAmount: said('TaxAmount'),
  })

  const id = String(shown?.['id'])
  const { body } = await test.get(`/v1/invoices/${id}/documents`)
  const sha256 = createHash('sha256').update(BELGIAN).digest('hex')
  t.match(body['data'], [{ kind: 'xml', mediaType: 'application/xml', sha256, size: Buffer.byteLength(BELGIAN) }])
  t.equal((await test.get(`/v1/invoices/${id}/documents/xml`)).body, BELGIAN)
  const { state } = await load(service.deps.store, invoice, `testInvoice-${id}`)
  t.match(state, {
    facts: { content: { kind: 'xml', document: { sha256 }, read: { kind: 'inline' } }, requestHash: null },
  })
  t.equal(
    (await service.deps.documents.get({ account, environment: 'test' }, sha256))?.length,
    Buffer.byteLength(BELGIAN),
  )

  const listed = await test.get('/v1/invoices?search=mine-1')
  t.match(listed.body['data'], [{ id, number: 'BRW-2026-0311' }])
  t.match(await post(test, GERMAN_CII), { status: 201, body: { data: { country: 'DE', invoiceType: 'invoice' } } })
  t.match(await post(test, FRENCH, '?country=FR'), { status: 201, body: { data: { country: 'FR' } } })
})

t.test('the company is the one whose VAT number the document has, or the one that is named', async (t) => {
  const { test, companyId } = await connected('BE')
  const supplier = /BE0749512070/.exec(BELGIAN)?.[0]
  const own = await connectedCompany(test, sampleCompany({ vatNumber: supplier, country: 'BE' }), 'BE')
  t.match((await post(test, BELGIAN)).body, { data: { companyId: own.companyId } })
  t.match((await post(test, BELGIAN, `?companyId=${companyId}`)).body, { data: { companyId } })
  t.match(await post(test, BELGIAN, '?companyId=comp_x'), refusal('companyId', /does not match a company/))
  const { test: stranger } = await service.account()
  t.match(await post(stranger, BELGIAN), refusal('companyId', /matches no company/))
})

t.test('what is no document that the country takes is refused, and nothing is created', async (t) => {
  const { test } = await connected('RO', 'FR', 'BE', 'DE', 'IT', 'PL')
  const deep = `${'<a>'.repeat(200)}${'</a>'.repeat(200)}`
  const cases: readonly (readonly [payload: string | Buffer, query: string, path: string, message: RegExp])[] = [
    ['no XML at all', '', '', /can't be read: .+\. ./],
    ['', '', '', /can't be read/],
    ['<Invoice', '', '', /can't be read: line 1/],
    ['<html/>', '', '', /can't be read: .*html/],
    [
      '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><Invoice>&e;</Invoice>',
      '',
      '',
      /document type declaration/,
    ],
    [deep, '', '', /can't be read/],
    [Buffer.from(BELGIAN.replace('UTF-8', 'EBCDIC-XY')), '', '', /can't be read/],
    [Buffer.concat([Buffer.from(BELGIAN), Buffer.from([0xff])]), '', '', /can't be read/],
    [FRENCH, '', 'country', /is needed.*country=FR/],
    [GERMAN_CII, '?country=RO', '', /is a Cross Industry Invoice, which Romania does not accept\. Send UBL/],
    [BELGIAN, '?country=IT', '', /is UBL, which Italy does not accept/],
    [BELGIAN, '?country=XX', 'country', /./],
    [BELGIAN, '?countri=BE', 'countri', /./],
    [
      BELGIAN.replace('BRW-2026-0311', 'N'.repeat(101)),
      '',
      '',
      /invoice number \(BT-1\) has 101 characters; at most 100/,
    ],
  ]
  for (const [payload, query, path, message] of cases)
    t.match(await post(test, payload, query), refusal(path, message), `${String(payload).slice(0, 40)} ${query}`)
  t.match(await post(test, BELGIAN, '', { 'content-type': 'application/pdf' }), { status: 415 })
  t.same((await test.get('/v1/invoices')).body['data'], [])
  for (const name of ['country', 'companyId', 'externalId'])
    t.match(await test.post(`/v1/invoices?${name}=BE`, sampleInvoice()), refusal(name, /documents in XML/))
})

t.test('a key makes one invoice of one document and one query', async (t) => {
  const { test } = await connected('BE', 'FR')
  const keyed = (xml: string, query = '') => post(test, xml, query, { 'idempotency-key': 'once' })
  const [first, ...others] = await Promise.all([keyed(BELGIAN), keyed(BELGIAN), keyed(BELGIAN, '?validate=false')])
  t.equal(first.status, 201)
  for (const each of others) t.same([each.status, each.body], [201, first.body])
  t.match((await keyed(BELGIAN)).headers, { 'idempotent-replayed': 'true' })
  for (const other of [keyed(`${BELGIAN}\n`), keyed(BELGIAN, '?externalId=x'), keyed(BELGIAN, '?country=BE')])
    t.match(await other, { status: 409, body: { error: { type: 'conflict_error' } } })
  t.match(await test.post('/v1/invoices', sampleInvoice(), { 'idempotency-key': 'once' }), { status: 409 })
  t.equal((await test.get('/v1/invoices')).body['data']?.length, 1)
})

t.test('judged first, an invalid document is a 400 with element and line, and nothing is created', async (t) => {
  const { test } = await connected('BE', 'RO')
  const broken = BELGIAN.replace(/<cbc:DueDate>.*?<\/cbc:DueDate>\n/, '').replace(
    /unitCode="[^"]*"/,
    'unitCode="HOURS"',
  )
  const answer = await post(test, broken, '?validate=true')
  t.match(answer, {
    status: 400,
    body: {
      error: {
        details: [
          {
            rule: 'BR-CL-23',
            severity: 'fatal',
            path: /cbc:InvoicedQuantity/,
            line: Number,
            term: 'BT-130',
            fix: /BT-130/,
          },
        ],
      },
    },
  })
  t.same((await test.get('/v1/invoices')).body['data'], [])
  t.match(await post(test, broken), { status: 201 })

  // The service's own rules judge it as they judge the JSON.
  const late = golden('ro/01-domestic-services').replace(/<cbc:IssueDate>[^<]*/, '<cbc:IssueDate>2026-03-01')
  const verdict = await post(test, late, '?country=RO', {}, '/v1/invoices/validate')
  t.match(verdict.body, {
    valid: false,
    details: [
      {
        rule: 'CW-RO-ISSUE-DATE',
        severity: 'fatal',
        path: '/ubl:Invoice/cbc:IssueDate',
        line: 5,
        term: 'BT-2',
        fix: /BT-2: cbc:IssueDate/,
      },
    ],
  })
  t.match(await post(test, late, '?validate=true'), { status: 400 })
  t.match(await post(test, BELGIAN, '?validate=true'), { status: 201 })
})

t.test('limits of the plan count documents too', async (t) => {
  const { test } = await service.account()
  await connectedCompany(test, sampleCompany(), 'BE')
  for (let each = 0; each < 50; each += 1) t.equal((await post(test, BELGIAN, `?externalId=${each}`)).status, 201)
  t.match(await post(test, BELGIAN), { status: 403, body: { error: { type: 'usage_limit_exceeded' } } })
  t.match(await post(test, '<x'), { status: 400 }, 'a refusal comes first')
})

t.test('attached files of a document are documents of the invoice', async (t) => {
  const { test } = await connected('BE')
  const reference = (mime: string, name: string, text: string): string =>
    `<cac:AdditionalDocumentReference><cbc:ID>${name}</cbc:ID><cac:Attachment><cbc:EmbeddedDocumentBinaryObject mimeCode="${mime}" filename="${name}">` +
    `${Buffer.from(text).toString('base64')}</cbc:EmbeddedDocumentBinaryObject></cac:Attachment></cac:AdditionalDocumentReference>`
  const place = '<cac:AccountingSupplierParty>'
  const files = `${reference('text/csv', 'a.csv', 'a;b')}${reference('no type\tat all', 'b', 'raw')}`
  const { body } = await post(test, BELGIAN.replace(place, files + place))
  const url = `/v1/invoices/${String(body['data']?.['id'])}/documents`
  // The first is the document's own.
  t.match(await test.get(`${url}/attachment-2`), {
    status: 200,
    body: 'a;b',
    headers: { 'content-type': /^text\/csv/ },
  })
  t.match(await test.get(`${url}/attachment-3`), {
    status: 200,
    headers: { 'content-type': 'application/octet-stream' },
  })
})

t.test('both operations come to the same verdict on a document', async (t) => {
  const { test } = await connected('RO', 'BE', 'DE', 'FR')
  const changes: readonly (readonly [string | RegExp, string])[] = [
    ['', ''],
    [/unitCode="[^"]*"/, 'unitCode="HOURS"'],
    [/(<cbc:IssueDate>)[^<]*/, '$12026-03-31'],
    [/(<cbc:IssueDate>)[^<]*/, '$12020-01-01'],
    [/<cac:BillingReference>[^]*?<\/cac:BillingReference>/, ''],
    [/(<cbc:CompanyID>)[A-Z]{2}/, '$1XX'],
  ]
  let refused = 0
  for (const [country, files] of [
    ['RO', ['ro/01-domestic-services']],
    ['BE', ['be/01-domestic', 'be/02-credit-note']],
    ['DE', ['de/01-authority.cii', 'de/03-credit-note']],
    ['FR', ['fr/02-credit-note', 'fr/03-intra-community.cii']],
  ] as const)
    for (const file of files)
      for (const [what, instead] of changes) {
        const xml = golden(file).replace(what, instead)
        const validated = await service.app.inject({
          method: 'POST',
          url: `/v1/invoices/validate?country=${country}`,
          headers: { 'content-type': 'application/xml', authorization: `Bearer ${test.key}` },
          payload: xml,
        })
        const { valid, errors } = validated.json<{ valid: boolean; errors: readonly string[] }>()
        const created = await post(test, xml, `?country=${country}&validate=true`)
        t.equal(created.status, valid ? 201 : 400, `${file} ${what}`)
        if (valid) continue
        refused += 1
        const details = created.body['error']?.['details'] as unknown as readonly Finding[]
        t.same(details.map(inOneLine), errors, `${file} ${what}`)
      }
  t.ok(refused > 5, `${refused} refused`)
})

t.test('a FatturaPA that comes signed is kept as it came, its signature checked, its content read', async (t) => {
  const { test } = await connected('IT', 'RO')
  const signer = selfSignedAround(service.clock.now(), 'issuer.example')
  const xml = Buffer.from(golden('it/01-services.fatturapa').replace('<Data>2026-11-21', '<Data>2026-03-30'))
  const file = signedFile(xml, signer)
  const P7M = { 'content-type': 'application/pkcs7-mime' }
  const judged = await post(test, file, '', P7M, '/v1/invoices/validate')
  t.match(judged, { status: 200, body: { valid: true, errors: [] } })
  const created = await post(test, file, '?validate=true', P7M)
  const total = /<ImportoTotaleDocumento>([^<]+)</.exec(xml.toString())?.[1]
  const number = /<Numero>([^<]+)</.exec(xml.toString())?.[1]
  t.match(created, { status: 201, body: { data: { country: 'IT', number, grossAmount: total } } })
  const { id } = created.body['data'] as unknown as { readonly id: string }
  const answer = await service.app.inject({
    url: `/v1/invoices/${id}/documents/xml`,
    headers: { authorization: `Bearer ${test.key}` },
  })
  t.ok(answer.rawPayload.equals(file), 'byte for byte')
  t.equal(answer.headers['content-type'], 'application/pkcs7-mime')
  t.match(answer.headers['content-disposition'], /\.xml\.p7m$/)
  const converted = await post(test, file, '?to=json', P7M, '/v1/convert')
  t.equal(converted.status, 200)
  t.match(JSON.stringify(converted.body), new RegExp(`number[^,]*${number}`))

  const changed = Buffer.from(file)
  changed[changed.indexOf('<Descrizione>') + 14] = 0x58
  const refused = await post(test, changed, '', P7M, '/v1/invoices/validate')
  t.match(refused, { body: { valid: false, errors: [/^CW-SIGNATURE: .*changed after it was signed/] } })
  t.match(await post(test, changed, '?validate=true', P7M), {
    status: 400,
    body: { error: { details: [{ rule: 'CW-SIGNATURE' }] } },
  })
  t.match(
    await post(test, signedFile(Buffer.from(BELGIAN), signer), '?country=BE', P7M),
    refusal('', /no government accepts signed/),
  )
  const old = signedFile(xml, selfSignedAround(new Date('2020-01-01T00:00:00Z')))
  t.match(await post(test, old, '', P7M, '/v1/invoices/validate'), {
    body: { valid: false, errors: [/^CW-SIGNATURE-EXPIRED: .*2019-12-31 to 2020-01-02/] },
  })
})

t.test('an enveloped signature is checked as well', async (t) => {
  const { test } = await connected('IT')
  const xml = golden('it/01-services.fatturapa')
  const broken = xml.replace(
    '</p:FatturaElettronica>',
    '<ds:Signature xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><ds:SignedInfo/></ds:Signature></p:FatturaElettronica>',
  )
  const judged = await post(test, broken, '', {}, '/v1/invoices/validate')
  t.ok((judged.body['errors'] as readonly string[]).some((each) => each.startsWith('CW-SIGNATURE: ')))
})
