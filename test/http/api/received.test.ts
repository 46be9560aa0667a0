import t from 'tap'
import { COUNTRY_CODES } from '../../../src/countries/registry.js'
import { SHOWN_OF_RECEIVED } from '../../../src/domain/public-events/event-kinds.js'
import { arrived, dataIn, goldenXml, receivingCompany } from './receiving-company.js'
import { type Client, type Json, startTestService } from './test-service.js'

const service = await startTestService(t)
const XML = goldenXml('ro/13-authority.xml')
const IBAN = 'RO49AAAA1B31007593840000'

/** The same invoice with other texts. */
function changed(...changes: readonly (readonly [string, string])[]): string {
  return changes.reduce((xml, [from, to]) => {
    if (!xml.includes(from)) throw new Error(`the document has no ${from}`)
    return xml.replaceAll(from, to)
  }, XML)
}

/** Fields of a table by RFC 4180. */
function rowsOf(csv: string): readonly (readonly string[])[] {
  const rows: string[][] = [[]]
  for (const [, quoted, plain, end] of csv.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g)) {
    rows.at(-1)?.push(quoted === undefined ? (plain ?? '') : quoted.replaceAll('""', '"'))
    if (end !== ',') rows.push([])
  }
  return rows.slice(0, -1)
}

async function findingsOf(client: Client, { id }: Json): Promise<readonly Json[]> {
  return dataIn(await client.get(`/v1/received/${String(id)}`))['findings'] ?? []
}

t.test('the table has the fields of the list, in their order, and runs no formula', async (t) => {
  const { test } = await service.account('unlimited')
  const companyId = await receivingCompany(test, 'RO')
  const csv = async (query = ''): Promise<string> => {
    const answer = await test.app.inject({
      url: `/v1/received.csv${query}`,
      headers: { authorization: `Bearer ${test.key}` },
    })
    t.equal(answer.statusCode, 200, query)
    t.equal(answer.headers['content-type'], 'text/csv; charset=utf-8')
    return answer.body
  }
  t.equal(await csv(), `${SHOWN_OF_RECEIVED.join(',')}\r\n`, 'without invoices')

  const names = [
    '=HYPERLINK("https://evil.example")',
    '+1',
    '-2',
    '@SUM(A1)',
    'Plain, "quoted"',
    "'=1",
    ' =1',
    '\uFF1D1',
  ]
  for (const [index, name] of names.entries()) {
    const escaped = name.replaceAll('"', '&quot;')
    const number = `${index % 2 === 0 ? '=' : ''}${index}`
    await arrived(test, companyId, changed(['Atelierul Digital Someș S.R.L.', escaped], ['>2026-0213<', `>${number}<`]))
    service.clock.advance(1_000)
  }
  const credit = changed(['Atelierul Digital Someș S.R.L.', 'Minus SRL']).replaceAll(
    /(<cbc:(?:LineExtension|TaxExclusive|TaxInclusive|Payable|Taxable|Tax)Amount currencyID="RON">)/g,
    '$1-',
  )
  await arrived(test, companyId, credit)
  service.clock.advance(1_000)
  const garbage = await arrived(test, companyId, 'none', 'RO')
  const [head, ...rows] = rowsOf(await csv())
  t.same(head, SHOWN_OF_RECEIVED)
  t.equal(rows.length, names.length + 2)
  for (const row of rows) t.equal(row.length, SHOWN_OF_RECEIVED.length)
  const column = (name: (typeof SHOWN_OF_RECEIVED)[number]) =>
    rows.map((row) => row[SHOWN_OF_RECEIVED.indexOf(name)] ?? '')
  const listed = dataIn(await test.get('/v1/received?limit=100')) as unknown as readonly Json[]
  t.same(
    column('id'),
    listed.map(({ id }) => id),
    'in the order of the list',
  )
  for (const text of [...column('supplierName'), ...column('number')]) t.notMatch(text, /^[=+\-@\t\r]/)
  t.ok(column('supplierName').includes(`'=HYPERLINK("https://evil.example")`))
  t.ok(column('supplierName').includes('Plain, "quoted"'))
  t.match(column('grossAmount')[1], /^-\d/, 'an amount is a number')
  const unreadable = rows[column('id').indexOf(String(garbage['id']))] ?? []
  for (const name of ['number', 'issueDate', 'supplierName', 'supplierVat', 'grossAmount', 'readAt'] as const)
    t.equal(unreadable[SHOWN_OF_RECEIVED.indexOf(name)], '', name)
  t.equal(unreadable[SHOWN_OF_RECEIVED.indexOf('valid')], 'false')
})

t.test('the table obeys the filters of the list, and refuses its other parameters', async (t) => {
  const { test, live } = await service.account('unlimited')
  const [first, second] = [await receivingCompany(test, 'RO'), await receivingCompany(test, 'BE')]
  await arrived(test, first, XML)
  service.clock.advance(60_000)
  const between = service.clock.now().toISOString()
  service.clock.advance(60_000)
  const read = await test.post('/v1/test/received', { companyId: second, sample: 'BE' })
  await test.post(`/v1/received/${String(dataIn(read)['id'])}/read`)
  const count = async (query: string, client = test): Promise<number> => {
    const headers = { authorization: `Bearer ${client.key}` }
    const { body: csv } = await client.app.inject({ url: `/v1/received.csv?${query}`, headers })
    const { body } = await client.get(`/v1/received?${query}`)
    const rows = rowsOf(csv).length - 1
    t.equal(rows, body['data']?.length, `as the list: ${query}`)
    return rows
  }
  t.equal(await count(''), 2)
  t.equal(await count(`companyId=${first}`), 1)
  t.equal(await count('country=BE'), 1)
  t.equal(await count('status=read'), 1)
  t.equal(await count('supplierVat=RO18547290'), 1)
  t.equal(await count('search=aTELIERUL'), 1)
  t.equal(await count('search=%25'), 0, 'no pattern')
  t.equal(await count(`dateFrom=${between}`), 1)
  t.equal(await count(`dateTo=${between}`), 1)
  t.equal(await count(`dateFrom=${between}&country=RO`), 0)
  t.equal(await count('', live), 0)
  t.equal(await count('', (await service.account()).test), 0)
  for (const query of [
    'limit=1',
    'cursor=x',
    'status=new',
    'dateFrom=2026-02-30',
    'dateFrom=2026-02-02&dateTo=2026-02-01',
  ])
    t.equal((await test.get(`/v1/received.csv?${query}`)).status, 400, query)
})

t.test('the table ends after 10,000 rows', { timeout: 120_000 }, async (t) => {
  const { test } = await service.account('unlimited')
  const companyId = await receivingCompany(test, 'RO')
  const { id } = await arrived(test, companyId, XML)
  await service.pool.query(
    `INSERT INTO read.received
     SELECT (jsonb_populate_record(r, jsonb_build_object('id', 'rcv_' || n, 'created_at', r.created_at - n * interval '1 second'))).*
     FROM read.received r, generate_series(1, 10050) n WHERE r.id = $1`,
    [id],
  )
  const { body } = await test.app.inject({
    url: '/v1/received.csv',
    headers: { authorization: `Bearer ${test.key}` },
  })
  const rows = rowsOf(body)
  t.equal(rows.length, 10_001)
  t.equal(rows[1]?.[0], id, 'the newest are there')
})

t.test('a second invoice of a supplier with the number of the first names it', async (t) => {
  const { test } = await service.account('unlimited')
  const [mine, sister] = [await receivingCompany(test, 'RO'), await receivingCompany(test, 'BE', ['RO'])]
  const arrive = async (xml: string, company = mine): Promise<Json> => {
    service.clock.advance(1_000)
    return arrived(test, company, xml, 'RO')
  }
  const first = await arrive(XML)
  t.equal(first['duplicateOf'], null)
  t.equal((await arrive(`${XML}\n`))['duplicateOf'], first['id'])
  t.equal((await arrive(`${XML}\n\n`))['duplicateOf'], first['id'], 'the first, not the second')
  t.equal((await arrive(XML, sister))['duplicateOf'], null, 'another company')
  t.equal((await arrive(changed(['>2026-0213<', '>2026-0214<'])))['duplicateOf'], null, 'another number')
  t.equal((await arrive(changed(['RO18547290', 'RO9010105'])))['duplicateOf'], null, 'another supplier')
  const lastYear = XML.replace(/<cbc:IssueDate>2026/, '<cbc:IssueDate>2025')
  t.equal((await arrive(lastYear))['duplicateOf'], null, 'another year')
  const note = goldenXml('ro/02-credit-note.xml').replace(/<cbc:ID>[^<]+/, '<cbc:ID>2026-0213')
  const credit = await arrive(note)
  t.match(credit, { invoiceType: 'credit_note', number: '2026-0213', supplierVat: 'RO18547290', duplicateOf: null })
  t.equal((await arrive(`${note}\n`))['duplicateOf'], credit['id'], 'a credit note twice')
  const other = await service.account('unlimited')
  t.equal((await arrived(other.test, await receivingCompany(other.test, 'RO'), XML))['duplicateOf'], null)
  t.equal((await arrive('none'))['duplicateOf'], null)
  t.equal((await arrive('nothing'))['duplicateOf'], null, 'what could not be read is like nothing')
})

t.test('a bank account that the supplier never named before is a warning', async (t) => {
  const { test } = await service.account('unlimited')
  const [mine, sister] = [await receivingCompany(test, 'RO'), await receivingCompany(test, 'BE', ['RO'])]
  const fresh = async (xml: string, company = mine): Promise<string | null> => {
    service.clock.advance(1_000)
    const findings = await findingsOf(test, await arrived(test, company, xml, 'RO'))
    const found = findings.find(({ rule }) => rule === 'CW-NEW-ACCOUNT')
    if (found !== undefined) t.match(found, { severity: 'warning', fix: /Ask the supplier/ })
    return found === undefined ? null : String(found['message'])
  }
  const to = (iban: string, number: string): string => changed([IBAN, iban], ['>2026-0213<', `>${number}<`])
  const [other, third] = ['RO09BCYP0000001234567890', 'RO66BACX0000001234567890']
  t.equal(await fresh(to(IBAN, '1')), null, 'never on the first')
  t.equal(await fresh(to(IBAN, '2')), null, 'the same again')
  t.equal(await fresh(to('RO49 AAAA 1B31 0075 9384 0000', '3')), null, 'the same in groups')
  t.match(await fresh(to(other, '4')), other)
  t.equal(await fresh(to(other, '5')), null, 'it was named once')
  t.equal(await fresh(to(IBAN, '6')), null, 'as was this one')
  t.match(await fresh(to(third, '7')), third)
  t.equal(await fresh(to(other, '8'), sister), null, 'the first for another company')
  t.match(await fresh(to(IBAN, '9'), sister), IBAN)
  const stranger = changed(['RO18547290', 'RO9010105'], ['Atelierul Digital', 'Alt Atelier'])
  t.equal(await fresh(stranger.replaceAll(IBAN, third)), null, 'the first of another supplier')
  const nameless = XML.replaceAll(/<cac:PaymentMeans>.*?<\/cac:PaymentMeans>/gs, '').replace('>2026-0213<', '>10<')
  t.equal(await fresh(nameless), null, 'it names no account')
})

t.test('the page of each country’s invoice is in the language of its reader', { timeout: 120_000 }, async (t) => {
  const { test } = await service.account('unlimited')
  const companyId = await receivingCompany(
    test,
    'FR',
    COUNTRY_CODES.filter((code) => code !== 'FR'),
  )
  for (const sample of [...COUNTRY_CODES, 'IT-PA']) {
    const { id, number } = dataIn(await test.post('/v1/test/received', { companyId, sample }))
    const address = `/v1/received/${String(id)}/documents/pdf`
    const get = (url: string) => test.app.inject({ url, headers: { authorization: `Bearer ${test.key}` } })
    const pdf = await get(address)
    t.equal(pdf.statusCode, 200, sample)
    t.equal(pdf.headers['content-type'], 'application/pdf')
    t.equal(pdf.headers['content-disposition'], `attachment; filename="${String(number)}.pdf"`)
    const languageOf = ({ rawPayload }: typeof pdf): string | undefined =>
      /\/Lang \(([^)]+)\)/.exec(rawPayload.toString('latin1'))?.[1]
    t.match(languageOf(pdf), /fr/, `${sample}: a French company reads it`)
    t.match(languageOf(await get(`${address}?language=pl`)), /pl/)
    t.equal((await get(`${address}?language=xx`)).statusCode, 400)
  }
})
