import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { COUNTRY_CODES } from '../../src/countries/registry.js'
import { call, dataOf } from '../support/api.js'
import { runCli } from '../support/command-line.js'
import { databaseSettings, startHere } from '../support/service-here.js'
import { waitFor } from '../support/wait-for.js'
import { ROOT } from '../countries/accepted-sample.js'

interface Shown {
  readonly id: string
  readonly number: string
  readonly status: string
  readonly govId: string | null
  readonly errorMessage: string | null
  readonly errorFix: string | null
}

interface Listed {
  readonly kind: string
  readonly sha256: string | null
  readonly size: number | null
}

/** The day on which the documents are issued, in the calendars of all these countries. */
const TODAY = new Date().toISOString().slice(0, 10)

function golden(file: string): string {
  const issued = (separator: string): string => `$1${TODAY.replaceAll('-', separator)}`
  return readFileSync(join(ROOT, 'test', 'golden', `${file}.xml`), 'utf8')
    .replace(/(<cbc:IssueDate>)[^<]*/, issued('-'))
    .replace(/(<ram:IssueDateTime>\s*<udt:DateTimeString format="102">)[^<]*/, issued(''))
    .replace(/(<(?:P_1|DatiGeneraliDocumento>[^]*?<Data)>)[^<]*/, issued('-'))
}

/** A document under another number, since governments take each number once. */
function numbered(xml: string, number: string): string {
  return xml
    .replace(/(<cbc:CustomizationID>[^]*?<cbc:ID>)[^<]*/, `$1${number}`)
    .replace(/(<rsm:ExchangedDocument>\s*<ram:ID>)[^<]*/, `$1${number}`)
}

t.test('documents of the caller go to the governments byte for byte', { timeout: 180_000 }, async (t) => {
  const env = { ...(await databaseSettings(t)), SIMULATED_DECISION_SECONDS: '0' }
  const service = await startHere(t, env)
  const account = await runCli(['accounts', 'create', '--name', 'Own', '--plan', 'unlimited', '--json'], env)
  const { testKey } = JSON.parse(account.stdout) as { testKey: string }
  const send = (method: string, path: string, body?: unknown) => call(service.url, testKey, method, path, body)
  const headers = { Authorization: `Bearer ${testKey}` }
  const company = { name: 'Own documents', vatNumber: 'RO123456', country: 'RO' }
  const { id: companyId } = dataOf<Shown>(await send('POST', '/v1/companies', company))
  for (const countryCode of COUNTRY_CODES) await send('POST', '/v1/connections', { companyId, countryCode })

  const posted = async (xml: string | Buffer, query = ''): Promise<Shown> => {
    const answer = await fetch(`${service.url}/v1/invoices${query}`, {
      method: 'POST',
      headers: { ...headers, 'Content-Type': 'application/xml' },
      body: xml,
    })
    const { data, error } = (await answer.json()) as { data?: Shown; error?: unknown }
    if (data === undefined) throw new Error(JSON.stringify(error))
    return data
  }
  const decided = (id: string): Promise<Shown> =>
    waitFor('the decision', async () => {
      const shown = dataOf<Shown>(await send('GET', `/v1/invoices/${id}`))
      return ['accepted', 'rejected', 'error'].includes(shown.status) && shown
    })
  const fetched = async (id: string, kind: string): Promise<Buffer> => {
    const answer = await fetch(`${service.url}/v1/invoices/${id}/documents/${kind}`, { headers })
    if (answer.status !== 200) throw new Error(`${kind}: ${answer.status}`)
    return Buffer.from(await answer.arrayBuffer())
  }
  const accepted = async (xml: string | Buffer, query: string, label: string): Promise<Shown> => {
    const bytes = Buffer.from(xml)
    const shown = await decided((await posted(bytes, query)).id)
    t.match(shown, { status: 'accepted', govId: /./, errorMessage: null }, label)
    t.ok((await fetched(shown.id, 'xml')).equals(bytes), `${label}: the bytes are the same`)
    const { body } = await send('GET', `/v1/invoices/${shown.id}/documents`)
    const documents = (body as { data: readonly Listed[] }).data
    t.match(
      documents.find(({ kind }) => kind === 'xml'),
      { sha256: createHash('sha256').update(bytes).digest('hex'), size: bytes.length },
      label,
    )
    return shown
  }

  await t.test('in every syntax that a country takes', async () => {
    for (const [file, query] of [
      ['ro/01-domestic-services', ''],
      ['be/01-domestic', ''],
      ['be/02-credit-note', '?country=BE'],
      ['de/01-authority', ''],
      ['de/02-business-skonto.cii', ''],
      ['fr/01-domestic-services', '?country=FR'],
      ['fr/03-intra-community.cii', '?country=FR'],
      ['it/01-services.fatturapa', ''],
      ['it/23-every-term.fatturapa', '?country=IT'],
      ['pl/01-domestic.fa3', ''],
      ['pl/16-every-term.fa3', '?country=PL'],
    ] as const)
      await accepted(golden(file), query, file)
  })

  await t.test('in every encoding, with all that XML may have around an invoice', async () => {
    const plain = golden('be/01-domestic')
    const around = (xml: string): string =>
      `${xml.replace('?>', '?><?xml-stylesheet href="x"?><!-- before -->')}<!-- after -->\n\n`
    const forms: readonly (readonly [string, (xml: string) => string])[] = [
      ['LF', (xml) => xml],
      ['CRLF', (xml) => xml.replaceAll('\n', '\r\n')],
      ['comments, a prolog and an epilog', around],
    ]
    const encodings: readonly (readonly [string, (xml: string) => Buffer])[] = [
      ['UTF-8', (xml) => Buffer.from(xml)],
      ['UTF-8 with a byte order mark', (xml) => Buffer.from(`\uFEFF${xml}`)],
      ['UTF-16LE', (xml) => Buffer.from(`\uFEFF${xml.replace('UTF-8', 'UTF-16')}`, 'utf16le')],
      ['UTF-16BE', (xml) => Buffer.from(`\uFEFF${xml.replace('UTF-8', 'UTF-16')}`, 'utf16le').swap16()],
      ['ISO-8859-1', (xml) => Buffer.from(xml.replace('UTF-8', 'ISO-8859-1').replaceAll(/[^\t-\xff]/g, '?'), 'latin1')],
    ]
    for (const [place, [form, formed]] of forms.entries())
      for (const [index, [encoding, encoded]] of encodings.entries())
        await accepted(encoded(formed(numbered(plain, `FORM-${place}-${index}`))), '', `${form}, ${encoding}`)
  })

  await t.test('broken rules end in an error that names elements, and a retry judges again', async (t) => {
    const broken = numbered(golden('be/01-domestic'), 'BROKEN-1').replace(/unitCode="[^"]*"/, 'unitCode="HOURS"')
    const shown = await decided((await posted(broken)).id)
    t.match(shown, { status: 'error', errorMessage: /^BR-CL-23: /, errorFix: /cbc:InvoicedQuantity/ })
    t.equal(String(await fetched(shown.id, 'xml')), broken)
    t.match(String(await fetched(shown.id, 'pdf')), /^%PDF/)
    await send('POST', `/v1/invoices/${shown.id}/retry`)
    t.match(await decided(shown.id), { status: 'error', errorMessage: /^BR-CL-23: / })
  })

  await t.test('magic values, numbers used before and pages work as for JSON', async (t) => {
    const xml = golden('de/08-exempt.cii')
    const rejected = await decided((await posted(numbered(xml, 'MAGIC-1'), '?externalId=SIM-REJECT-MLS-RE')).id)
    t.match(rejected, { status: 'rejected', number: 'MAGIC-1', errorMessage: /./ })
    const first = await accepted(numbered(xml, 'TWICE-1'), '', 'the first')
    t.match(await decided((await posted(numbered(xml, 'TWICE-1'))).id), { status: 'rejected' })
    t.match(String(await fetched(first.id, 'factur-x')), /^%PDF/)
    const events = await send('GET', `/v1/invoices/${first.id}/events`)
    t.match(events.body, {
      data: [
        { event: 'invoice.created' },
        { event: 'invoice.validated', metadata: { format: 'CII D16B XRechnung 3.0', rulesChecked: Number } },
        { event: 'invoice.submitted' },
        { event: 'invoice.accepted' },
      ],
    })
  })

  await t.test('a document too large for one event', async () => {
    const xml = numbered(golden('be/01-domestic'), 'LARGE-1')
    const note = `<cbc:Note>${'x'.repeat(400_000)}</cbc:Note>\n`
    await accepted(
      xml
        .replace(/(<cbc:DocumentCurrencyCode>)/, xml.includes('<cbc:Note>') ? '$1' : `${note}$1`)
        .replace(/<cbc:Note>[^<]*/, `<cbc:Note>${'x'.repeat(400_000)}`),
      '',
      'a large note',
    )
  })
})
