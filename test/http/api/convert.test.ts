import { readFileSync } from 'node:fs'
import t from 'tap'
import { JudgingInThreads } from '../../../src/documents/judging/threads.js'
import { foreignPdf } from '../../support/foreign-pdf.js'
import { sampleInvoice } from './samples.js'
import { startTestService, type TestService } from './test-service.js'

const DOCUMENT = readFileSync(new URL('../../../../test/golden/de/01-authority.xml', import.meta.url), 'utf8')
const XML = { 'content-type': 'application/xml' }

function converter({ app }: TestService, key: string) {
  return async (payload: string | object, query: string, headers: Readonly<Record<string, string>> = XML) => {
    const answer = await app.inject({
      method: 'POST',
      url: `/v1/convert${query}`,
      headers: { authorization: `Bearer ${key}`, ...headers },
      payload,
    })
    return { status: answer.statusCode, headers: answer.headers, text: answer.body }
  }
}

interface Data {
  readonly document: string
  readonly losses: readonly {
    readonly path: string
    readonly line?: number
    readonly message: string
    readonly changes?: string
  }[]
}

interface Verdict {
  readonly valid: boolean
  readonly details: readonly { readonly rule: string; readonly path: string }[]
}

const dataIn = (text: string): Data => (JSON.parse(text) as { data: Data }).data

t.test('a document becomes one in another syntax, and nothing of it is kept', async (t) => {
  const service = await startTestService(t)
  const { test } = await service.account()
  const convert = converter(service, test.key)
  const { status, text } = await convert(DOCUMENT, '?to=cii')
  t.equal(status, 200)
  t.match(JSON.parse(text), {
    data: { format: 'cii', mediaType: 'application/xml', document: /^<\?xml/, losses: [], lossesTotal: 0 },
  })
  t.notOk('valid' in dataIn(text), 'judged only where that is asked for')
  const json = dataIn((await convert(DOCUMENT, '?to=json')).text)
  const body = JSON.parse(json.document) as object
  t.equal(dataIn((await convert(body, '?to=ubl', {})).text).document, DOCUMENT)
  t.same((await test.get('/v1/invoices')).body['data'], [])
})

t.test('the invoice in a PDF is converted, with its profile', async (t) => {
  const service = await startTestService(t)
  const { test } = await service.account()
  const convert = converter(service, test.key)
  const golden = new URL('../../../../test/golden/de/16-zugferd-extended.cii.xml', import.meta.url)
  const pdf = foreignPdf(readFileSync(golden), { level: 'EXTENDED' })
  const type = { 'content-type': 'application/pdf' }
  const { status, text } = await convert(pdf, '?to=json&country=DE&validate=true', type)
  t.equal(status, 200)
  t.match(JSON.parse(text), { data: { losses: [], valid: true } })
  t.match(JSON.parse(dataIn(text).document), { country: 'DE', format: 'cii', profile: 'extended' })
  const damaged = await convert(pdf.subarray(0, 200), '?to=json&country=DE', type)
  t.equal(damaged.status, 400)
  t.match(damaged.text, /PDF/)
})

t.test('a loss that touches an amount says so, and the JSON has the totals of the document', async (t) => {
  const service = await startTestService(t)
  const { test } = await service.account()
  const convert = converter(service, test.key)
  const golden = readFileSync(new URL('../../../../test/golden/it/01-services.fatturapa.xml', import.meta.url), 'utf8')
  const total = /(<ImportoTotaleDocumento>)([^<]*)/
  const [, , stated = ''] = total.exec(golden) ?? []
  const other = golden.replace(total, '$11.00').replace(/(<ProgressivoInvio>)[^<]*/, '$1X1')
  const { losses, document } = dataIn((await convert(other, '?to=json')).text)
  t.same(
    losses.map(({ path, changes }) => [path.split('/').at(-1), changes]),
    [
      ['ProgressivoInvio', undefined],
      ['ImportoTotaleDocumento', 'amount'],
    ],
  )
  t.match(losses[1]?.message, `"1.00" is read as "${stated}"`)
  t.match(JSON.parse(document), { totals: { grossAmount: 1 } })
  const judged = await convert(other, '?to=json&validate=true')
  const { valid, details } = (JSON.parse(judged.text) as { data: Verdict }).data
  t.equal(valid, false)
  t.match(
    details.find(({ rule }) => rule === 'CW-TOTALS'),
    { path: 'totals.grossAmount' },
  )
  t.equal((await convert(other, '?to=json&lossless=true')).status, 400)
})

t.test('with Accept: application/xml the answer is the document, and a header counts the losses', async (t) => {
  const service = await startTestService(t)
  const { test } = await service.account()
  const convert = converter(service, test.key)
  const signed = DOCUMENT.replace(
    '<cac:AccountingSupplierParty>',
    '<cac:Signature><cbc:ID>S</cbc:ID></cac:Signature><cac:AccountingSupplierParty>',
  )
  const bare = await convert(signed, '?to=cii', { ...XML, accept: 'application/xml' })
  t.match(bare, { status: 200, text: /^<\?xml[^]*<\/rsm:CrossIndustryInvoice>/ })
  t.match(bare.headers, { 'x-conversion-losses': '1', 'content-type': /^application\/xml/ })
  const { document, losses } = dataIn((await convert(signed, '?to=cii')).text)
  t.equal(bare.text, document)
  t.match(losses, [{ path: '/ubl:Invoice/cac:Signature', line: Number, message: /cac:Signature/ }])
  const json = await convert(signed, '?to=json', { ...XML, accept: 'application/xml' })
  t.match([json.status, json.text], [400, /"path":"to"/])
  const judged = await convert(signed, '?to=cii&validate=true', { ...XML, accept: 'application/xml' })
  t.match([judged.status, judged.text], [400, /"path":"validate"/])

  const refused = await convert(signed, '?to=cii&lossless=true')
  t.equal(refused.status, 400)
  t.match(JSON.parse(refused.text), {
    error: { type: 'validation_error', details: [{ path: '/ubl:Invoice/cac:Signature', message: /^line \d+: / }] },
  })
})

t.test('the result is judged where that is asked for, with links', async (t) => {
  const service = await startTestService(t)
  const { test } = await service.account()
  const convert = converter(service, test.key)
  t.match(JSON.parse((await convert(DOCUMENT, '?to=ubl&country=DE&validate=true')).text), {
    data: { valid: true, profile: 'de', findingsTotal: Number },
  })
  const wrong = DOCUMENT.replace(/unitCode="[^"]*"/, 'unitCode="HOURS"')
  t.match(JSON.parse((await convert(wrong, '?to=cii&country=DE&validate=true')).text), {
    data: { profile: 'de', details: [{ path: /^\/rsm:/, line: Number, docs: /\/docs\/rules\// }] },
  })
})

t.test('a valid document that becomes an invalid one has the findings without asking', async (t) => {
  const service = await startTestService(t)
  const { test } = await service.account()
  const convert = converter(service, test.key)
  t.match(JSON.parse((await convert(DOCUMENT, '?to=ubl&country=RO')).text), {
    data: { valid: false, profile: 'ro', findingsTotal: Number, details: [{ severity: 'fatal', docs: /docs/ }] },
  })
  const bare = await convert(DOCUMENT, '?to=ubl&country=RO', { ...XML, accept: 'application/xml' })
  t.match(bare, { status: 200, headers: { 'x-conversion-valid': 'false' } })
  const invalid = DOCUMENT.replace(/unitCode="[^"]*"/, 'unitCode="HOURS"')
  t.notOk('valid' in dataIn((await convert(invalid, '?to=cii')).text), 'the source is not valid either')
  const sound = await convert(DOCUMENT, '?to=cii', { ...XML, accept: 'application/xml' })
  t.notOk('x-conversion-valid' in sound.headers)
})

t.test('any faulty document is a 400 on its place', async (t) => {
  const service = await startTestService(t)
  const { test } = await service.account()
  const convert = converter(service, test.key)
  const refusal = async (payload: string | object, query: string, headers?: Readonly<Record<string, string>>) => {
    const { status, text } = await convert(payload, query, headers)
    const { details = [] } = (JSON.parse(text) as { error: { details?: readonly { path: string }[] } }).error
    return [status, ...details.map(({ path }) => path)]
  }
  t.same(await refusal(DOCUMENT, ''), [400, 'to'])
  t.same(await refusal(DOCUMENT, '?to=pdf'), [400, 'to'])
  t.same(await refusal(DOCUMENT, '?to=fa3&country=IT'), [400, 'country'])
  t.same(await refusal(DOCUMENT, '?to=ubl&colour=red'), [400, 'colour'])
  const hostile = '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><Invoice>&e;</Invoice>'
  for (const payload of [hostile, '<Invoice', 'no XML at all', '<html/>']) {
    t.same(await refusal(payload, '?to=json'), [400, ''], payload)
    t.notMatch((await convert(payload, '?to=json')).text, 'root:')
  }
  t.same(await refusal(sampleInvoice({ lines: [] }), '?to=ubl', {}), [400, 'lines'])
  t.equal((await convert(DOCUMENT, '?to=fatturapa')).status, 400, 'a national format loses nothing')
  t.equal((await convert('a', '?to=cii', { 'content-type': 'text/plain' })).status, 415)
})

t.test('a read-only key may convert; a request without a key may not', async (t) => {
  const service = await startTestService(t)
  const { test } = await service.account()
  const made = await test.post('/v1/api-keys', { name: 'Auditor', permissions: ['read'] })
  const key = String(made.body['data']?.['key'])
  t.equal((await converter(service, key)(DOCUMENT, '?to=cii')).status, 200)
  t.equal((await converter(service, 'sk_test_unknown')(DOCUMENT, '?to=cii')).status, 401)
})

t.test('a large document is converted in a thread, with the same result', async (t) => {
  const threads = new JudgingInThreads({ threads: 1, seconds: 60, megabytes: 1_000, largeFrom: 10 })
  t.teardown(() => threads.close())
  const service = await startTestService(t)
  const { test } = await service.account()
  const here = dataIn((await converter(service, test.key)(DOCUMENT, '?to=cii&validate=true')).text)
  const caller = { account: 'acc', whenBusy: 'refuse' } as const
  const options = { to: 'cii', validate: true, now: new Date() } as const
  const source = { kind: 'xml', xml: Buffer.from(DOCUMENT) } as const
  const there = await threads.convertDocument(caller, source, source.xml.length, options)
  t.match(there, { document: here.document, losses: [] })
  const body = JSON.parse(dataIn((await converter(service, test.key)(DOCUMENT, '?to=json')).text).document) as never
  t.match(await threads.convertDocument(caller, { kind: 'json', body }, 10_000, { ...options, to: 'ubl' }), {
    document: DOCUMENT,
  })
  const none = { kind: 'xml', xml: Buffer.from('<html/> '.repeat(10)) } as const
  t.match(await threads.convertDocument(caller, none, none.xml.length, options), { refused: [{ path: '' }] })
})
