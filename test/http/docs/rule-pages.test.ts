import { readFileSync } from 'node:fs'
import t from 'tap'
import { ruleLinksIn } from '../../../src/http/api/rule-links.js'
import { sampleInvoice } from '../api/samples.js'
import { startTestService } from '../api/test-service.js'

const service = await startTestService(t)
const get = (url: string, accept = 'text/html') => service.app.inject({ url, headers: { accept } })

t.test(
  'the page of a rule says what is wrong, why, what to do, where it is judged and by which artefact',
  async (t) => {
    const { statusCode, headers, body } = await get('/docs/rules/BR-CO-15')
    t.equal(statusCode, 200)
    t.equal(headers['content-type'], 'text/html; charset=utf-8')
    t.match(body, /<h1>BR-CO-15<\/h1>/)
    t.match(body, /The total with VAT … is not the total without VAT plus VAT\./)
    t.match(body, /Recompute the total with VAT: total without VAT plus the total of VAT/)
    t.match(body, /<td>Romania, CIUS-RO<\/td>/)
    t.match(body, /BT-112<\/a> Invoice total amount with VAT/)
    t.match(body, /EN 16931 validation artefacts 1\.3\.16/)
  },
)

t.test('every sentence ends with one full stop', async (t) => {
  const rules = ['BR-CO-15', 'BR-DE-18', 'PROFILE', 'BR-RO-100', 'BR-52'].map((id) => `/docs/rules/${id}`)
  for (const url of [...rules, '/docs/rules?q=bucharest', '/docs/search?q=bucharest']) {
    const { body } = await get(url)
    t.match(body, /\w\.<\/(?:p|dd)>/, url)
    t.notMatch(body.replace(/<[^>]*>/g, ''), /\w\.[.;]/, url)
  }
})

t.test('pages and their links come from the service, under a policy that lets nothing else in', async (t) => {
  for (const url of ['/docs/rules', '/docs/rules?q=skonto', '/docs/rules/BR-DE-18', '/docs/rules/BR-DE-99']) {
    const { headers, body } = await get(url)
    t.match(headers['content-security-policy'], /^default-src 'none'; script-src 'self'; style-src 'self';/)
    t.notMatch(body, /<script(?! src=)|\son\w+=|\sstyle=|<style/)
    const base = new URL(url, 'http://service.example')
    const links = [...body.matchAll(/(?:src|href|action)="([^"]+)"/g)].map(([, link = '']) => link)
    t.ok(links.length >= 4)
    for (const link of new Set(links.filter((_, index) => index < 40 || index % 50 === 0))) {
      t.notMatch(link, /^\w+:|^\//, 'relative to the page')
      if (link.startsWith('#')) continue
      const { pathname, search } = new URL(link, base)
      t.equal((await get(pathname + search)).statusCode, 200, link)
    }
  }
})

t.test('an id in other case leads to the rule', async (t) => {
  const { statusCode, headers } = await get('/docs/rules/br-co-15')
  t.same([statusCode, headers.location], [308, 'BR-CO-15'])
  t.equal((await get('/docs/rules/')).headers.location, '../rules')
})

t.test('an id that does not exist is a 404 with those near it', async (t) => {
  const page = await get('/docs/rules/BR-C0-15')
  t.equal(page.statusCode, 404)
  t.match(page.body, /<a href="BR-CO-15">BR-CO-15<\/a>/)
  const json = await get('/docs/rules/BR-C0-15', 'application/json')
  t.equal(json.statusCode, 404)
  t.match(json.json(), { error: { type: 'not_found', message: /BR-CO-15/ } })
})

t.test('what the address says is text on the page, never markup', async (t) => {
  const hostile = `"><img src=x onerror=alert(1)>'&`
  for (const url of [`/docs/rules/${encodeURIComponent(hostile)}`, `/docs/rules?q=${encodeURIComponent(hostile)}`]) {
    const { body } = await get(url)
    t.match(body, '&lt;img src=x onerror=alert(1)&gt;')
    t.notMatch(body, '<img src=x')
    t.notMatch(body, '">&lt;img', 'an attribute does not end early')
  }
  t.equal((await get('/docs/rules/%E0%A4%A')).statusCode, 404)
})

t.test('the index finds rules by id, business term and words', async (t) => {
  const first = async (query: string) => {
    const { body } = await get(`/docs/rules?q=${encodeURIComponent(query)}`, 'application/json')
    const { data } = JSON.parse(body) as { data: readonly { id: string }[] }
    return data.map(({ id }) => id)
  }
  t.equal((await first('br-co-15'))[0], 'BR-CO-15')
  t.ok((await first('BT-12')).includes('BR-DE-CVD-01'))
  t.notOk((await first('BT-12')).includes('BR-CO-18'), 'not those of BT-121')
  t.same((await first('county bucharest seller')).includes('BR-RO-100'), true)
  t.same(await first('no such words anywhere'), [])
  const { statusCode } = await get(`/docs/rules?q=${'a'.repeat(101)}`)
  t.equal(statusCode, 400)
})

t.test('programs get entries as JSON', async (t) => {
  const { headers, body } = await get('/docs/rules/BR-CO-15', 'application/json')
  t.equal(headers['content-type'], 'application/json; charset=utf-8')
  const { data } = JSON.parse(body) as { data: { uses: readonly object[] } }
  t.match(data, { id: 'BR-CO-15', terms: [{ id: 'BT-112', name: 'Invoice total amount with VAT' }] })
  t.match(data.uses[0], { profile: 'en', syntax: 'ubl', level: 'fatal' })
  const families = (await get('/docs/rules', 'application/json')).json<{ data: readonly object[] }>()
  t.match(families.data[2], { name: 'Conditions and sums' })
})

t.test('every finding of a verdict names its page, which is there', async (t) => {
  const { test } = await service.account()
  const document = readFileSync(new URL('../../../../test/golden/be/01-domestic.xml', import.meta.url), 'utf8')
  const validate = async (contentType: string, payload: string, query = '') => {
    const headers = { authorization: `Bearer ${test.key}`, 'content-type': contentType }
    const url = `/v1/invoices/validate${query}`
    const answer = await service.app.inject({ method: 'POST', url, headers, payload })
    return answer.json<{ details: readonly { rule: string; docs: string }[] }>().details
  }
  const details = [
    ...(await validate('application/json', JSON.stringify(sampleInvoice({ currency: 'USD' })))),
    ...(await validate('application/xml', document, '?profile=ro')),
    ...(await validate('application/xml', '<Invoice')),
    ...(await validate('application/xml', document.replaceAll('cbc:IssueDate', 'cbc:UUID'))),
  ]
  const rules = new Set(details.map(({ rule }) => rule))
  for (const rule of ['CW-RO-CURRENCY', 'BR-RO-001', 'XML', 'XSD', 'BR-03', 'UBL-CR-005']) t.ok(rules.has(rule), rule)
  for (const { rule, docs } of details) {
    t.equal(docs, `https://api.example.com/docs/rules/${rule}`)
    t.equal((await get(new URL(docs).pathname)).statusCode, 200, rule)
  }
})

t.test('the rules that a text of a government names are linked, as far as they have pages', async (t) => {
  const anaf =
    'E: validari globale SCHEMATRON eroare: [BR-RO-030]-Daca... #If [BT-5] [BR-RO-030]; textContent BR-RO-L100'
  t.same(await ruleLinksIn('', anaf), ['/docs/rules/BR-RO-030'])
  t.same(await ruleLinksIn('https://x.example', 'BR-CO-15: x\nPEPPOL-EN16931-R010: y'), [
    'https://x.example/docs/rules/BR-CO-15',
    'https://x.example/docs/rules/PEPPOL-EN16931-R010',
  ])
  t.same(await ruleLinksIn('', 'The certificate has expired'), [])
  t.same(await ruleLinksIn('', null), [])
  const many = Array.from({ length: 60 }, (_, index) => `UBL-CR-${String(index + 100)}: x`).join('\n')
  t.equal((await ruleLinksIn('', many)).length, 20)
})
