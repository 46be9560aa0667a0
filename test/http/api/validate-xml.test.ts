import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { SHARED } from '../../../conformance/shared.js'
import { foreignPdf } from '../../support/foreign-pdf.js'
import { sampleInvoice } from './samples.js'
import { startTestService, type TestService } from './test-service.js'

const DOCUMENT = readFileSync(new URL('../../../../test/golden/be/01-domestic.xml', import.meta.url), 'utf8')
const XML = { 'content-type': 'application/xml' }

t.test('a document in XML is judged like a file on the command line, and nothing of it is kept', async (t) => {
  const service = await startTestService(t)
  const { test } = await service.account()
  const validate = async (payload: string, url = '/v1/invoices/validate') => {
    const headers = { ...XML, authorization: `Bearer ${test.key}` }
    const answer = await service.app.inject({ method: 'POST', url, headers, payload })
    return { status: answer.statusCode, body: answer.json<Record<string, unknown>>() }
  }

  t.match(await validate(DOCUMENT), { status: 200, body: { valid: true, errors: [] } })

  const unnamed = await validate(DOCUMENT.replace(/<cbc:ID>[^<]*<\/cbc:ID>/, '<cbc:ID> </cbc:ID>'))
  t.match(unnamed, { status: 200, body: { valid: false, errors: [/^BR-02: ./] } })
  t.match(unnamed.body['details'], [
    {
      rule: 'BR-02',
      severity: 'fatal',
      path: '/ubl:Invoice/cbc:ID',
      line: 5,
      term: 'BT-1',
      fix: /\(BT-1: cbc:ID\)\.$/,
    },
  ])

  const hostile = '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><Invoice>&e;</Invoice>'
  for (const payload of [hostile, '<Invoice', 'no XML at all', '<html/>']) {
    const answer = await validate(payload)
    t.match(answer, { status: 200, body: { valid: false, errors: [/^XML: ./] } }, payload)
    t.notMatch(JSON.stringify(answer.body), 'root:', 'nothing of this machine')
  }

  const elsewhere = await test.send('POST', '/v1/companies', undefined, XML)
  t.match(elsewhere, { status: 415, body: { error: { type: 'validation_error' } } })
  t.same((await test.get('/v1/invoices')).body['data'], [])
})

function validator({ app }: TestService, key: string) {
  return async (payload: string | Buffer, query = '', type: Readonly<Record<string, string>> = XML) => {
    const headers = { ...type, authorization: `Bearer ${key}` }
    const answer = await app.inject({ method: 'POST', url: `/v1/invoices/validate${query}`, headers, payload })
    return { status: answer.statusCode, body: answer.json<Record<string, unknown>>() }
  }
}

t.test('a PDF is judged with the invoice inside, by the profile that it states', async (t) => {
  const service = await startTestService(t)
  const { test } = await service.account()
  const validate = validator(service, test.key)
  const type = { 'content-type': 'application/pdf' }
  const golden = readFileSync(new URL('../../../../test/golden/de/15-zugferd-en16931.cii.xml', import.meta.url))
  for (const query of ['', '?country=DE'])
    t.match(await validate(foreignPdf(golden), query, type), {
      status: 200,
      body: { valid: true, profile: 'factur-x-en16931' },
    })
  const wrong = await validate(foreignPdf(golden, { level: 'EXTENDED', af: '' }, true), '', type)
  t.match(wrong, { status: 200, body: { valid: false } })
  const rules = (wrong.body['details'] as readonly { readonly rule: string }[]).map(({ rule }) => rule)
  t.same(
    rules.filter((rule) => rule.startsWith('CW-PDF')),
    ['CW-PDF-ASSOCIATED', 'CW-PDF-LEVEL'],
  )
  t.match(await validate('%PDF-1.7 nothing', '', type), { status: 200, body: { valid: false, errors: [/^PDF: ./] } })
})

t.test('the query says by which profile, and every answer names it', async (t) => {
  const service = await startTestService(t)
  const { test } = await service.account()
  const validate = validator(service, test.key)

  t.match(await validate(DOCUMENT), { status: 200, body: { valid: true, profile: 'be' } })
  t.match(await validate(DOCUMENT, '?profile=en'), { status: 200, body: { valid: true, profile: 'en' } })
  t.match(await validate(DOCUMENT, '?profile=ro'), { body: { valid: false, profile: 'ro', errors: [/^BR-/] } })
  t.match(await validate(DOCUMENT, '?country=RO'), { body: { valid: false, profile: 'ro' } })
  t.match(await validate(DOCUMENT, '?country=BE&profile=be-sb'), { body: { profile: 'be-sb' } })
  t.match(await validate('<Invoice', '?profile=ro'), { status: 200, body: { valid: false, profile: null } })

  const refused = (name: string) => ({
    status: 400,
    body: { error: { type: 'validation_error', details: [{ path: name }] } },
  })
  t.match(await validate(DOCUMENT, '?profile=xx'), refused('profile'))
  t.match(await validate(DOCUMENT, '?country=IT'), {
    body: { valid: false, profile: 'it', details: [{ rule: 'PROFILE' }] },
  })
  t.match(await validate(DOCUMENT, '?country=RO&profile=be'), refused('country'))
  t.match(await validate(DOCUMENT, '?profil=be'), refused('profil'))

  t.match((await test.post('/v1/invoices/validate', sampleInvoice())).body, { valid: true, profile: 'ro' })
  t.match(await test.post('/v1/invoices/validate?profile=en', sampleInvoice()), refused('profile'))
})

t.test('French documents name no profile of their own and are judged by the rules of France', async (t) => {
  const examples = join(SHARED, 'artefacts', 'examples', 'fr')
  if (!existsSync(examples)) {
    t.comment('left out, as the official examples are not on this machine')
    return
  }
  const service = await startTestService(t)
  const { test } = await service.account()
  const validate = validator(service, test.key)
  const files = (kind: string): readonly string[] =>
    readdirSync(join(examples, kind)).filter((file) => file.endsWith('.xml') && !file.includes('CDV'))
  const expected = JSON.parse(readFileSync(join(examples, 'invalid', 'expected.json'), 'utf8')) as readonly {
    readonly file: string
    readonly expect: readonly string[]
  }[]
  t.ok(files('valid').length > 10 && files('invalid').length >= 7)
  for (const file of files('valid')) {
    const xml = readFileSync(join(examples, 'valid', file))
    // It claims Factur-X EXTENDED, whose own rules it breaks.
    const claims = xml.includes('urn:factur-x.eu:1p0:extended')
    t.match((await validate(xml, claims ? '?country=FR' : '')).body, { valid: true, profile: 'fr', errors: [] }, file)
    if (claims) t.match((await validate(xml)).body, { valid: false, profile: 'factur-x-extended' }, file)
  }
  for (const file of files('invalid')) {
    const { body } = await validate(readFileSync(join(examples, 'invalid', file)))
    t.match(body, { valid: false, profile: 'fr' }, file)
    const found = (body['errors'] as readonly string[]).map((error) => error.slice(0, error.indexOf(':')))
    for (const rule of expected.find((each) => each.file === file)?.expect ?? [])
      t.ok(found.includes(rule), `${file}: ${rule}`)
  }
})
