import { readFileSync } from 'node:fs'
import t from 'tap'
import { startTestService } from './test-service.js'

const DOCUMENT = readFileSync(new URL('../../../test/golden/be/01-domestic.xml', import.meta.url), 'utf8')
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
    { rule: 'BR-02', severity: 'fatal', path: '/ubl:Invoice/cbc:ID', line: 5, term: 'BT-1', fix: /\(BT-1: cbc:ID\)$/ },
  ])

  const hostile = '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><Invoice>&e;</Invoice>'
  for (const payload of [hostile, '<Invoice', 'no XML at all', '<html/>']) {
    const answer = await validate(payload)
    t.match(answer, { status: 200, body: { valid: false, errors: [/^XML: ./] } }, payload)
    t.notMatch(JSON.stringify(answer.body), 'root:', 'nothing of this machine')
  }

  t.match(await validate(DOCUMENT, '/v1/invoices'), { status: 415, body: { error: { type: 'validation_error' } } })
  t.same((await test.get('/v1/invoices')).body['data'], [])
})
