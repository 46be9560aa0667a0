import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { judgeXml } from '../../../src/countries/judging/judge-xml.js'
import type { CountryCode } from '../../../src/domain/request/invoice-request.js'
import { ROOT } from '../accepted-sample.js'

const golden = (file: string): string => readFileSync(join(ROOT, 'test', 'golden', `${file}.xml`), 'utf8')
const ROMANIAN = golden('ro/01-domestic-services')
const NOW = new Date(`${/<cbc:IssueDate>([^<]*)/.exec(ROMANIAN)?.[1] ?? ''}T12:00:00Z`)

function own(xml: string, country: CountryCode) {
  const { findings, valid } = judgeXml(Buffer.from(xml), { country, isToBeSent: true, now: NOW })
  return { valid, findings: findings.filter(({ rule }) => rule.startsWith('CW-')) }
}

function lineWith(xml: string, text: string, from = 0): number {
  return xml.slice(0, xml.indexOf(text, from)).split('\n').length
}

t.test('what is to be sent is judged by the rules of the service too, others are not', async (t) => {
  const old = ROMANIAN.replace(/(<cbc:IssueDate>)[^<]*/, '$12026-01-02')
  t.match(own(ROMANIAN, 'RO'), { valid: true, findings: [] })
  t.equal(own(old, 'RO').valid, false, 'the same verdict as on the JSON')
  t.match(own(old, 'RO').findings, [
    {
      rule: 'CW-RO-ISSUE-DATE',
      severity: 'fatal',
      flag: 'fatal',
      term: 'BT-2',
      path: '/ubl:Invoice/cbc:IssueDate',
      line: lineWith(old, '<cbc:IssueDate>'),
      termPath: 'cbc:IssueDate',
      message: /"2026-01-02"/,
    },
  ])
  t.match(judgeXml(Buffer.from(old), { country: 'RO', now: NOW }), { valid: true })
  const { rulesChecked } = judgeXml(Buffer.from(old), { country: 'RO', now: NOW })
  t.ok(judgeXml(Buffer.from(old), { country: 'RO', isToBeSent: true, now: NOW }).rulesChecked > rulesChecked)
})

t.test('a finding leads to the line that it is about', async (t) => {
  const last = ROMANIAN.lastIndexOf('<cac:ClassifiedTaxCategory>')
  const xml = ROMANIAN.slice(0, last) + ROMANIAN.slice(last).replace(/(<cbc:Percent>)[^<]*/, '$13')
  const lines = ROMANIAN.split('<cac:InvoiceLine>').length - 1
  t.ok(lines > 1)
  t.match(own(xml, 'RO').findings, [
    {
      rule: 'CW-RO-VAT-RATE',
      path: `/ubl:Invoice/cac:InvoiceLine[${lines}]/cac:Item/cac:ClassifiedTaxCategory/cbc:Percent`,
      line: lineWith(xml, '<cbc:Percent>3<'),
    },
  ])
})

t.test('a missing element is reported on the innermost element that exists', async (t) => {
  const withoutCode = ROMANIAN.replace(/\s*<cbc:PostalZone>[^<]*<\/cbc:PostalZone>/, '')
  t.match(own(withoutCode, 'RO').findings, [
    {
      rule: 'CW-RO-POSTAL-CODE',
      path: '/ubl:Invoice/cac:AccountingSupplierParty/cac:Party/cac:PostalAddress',
      line: lineWith(withoutCode, '<cac:PostalAddress>'),
    },
  ])
  const creditNote = golden('be/02-credit-note').replace(/<cac:BillingReference>[^]*?<\/cac:BillingReference>/, '')
  t.match(
    own(creditNote, 'BE').findings.filter(({ rule }) => rule === 'CW-BE-CREDIT-NOTE'),
    [{ severity: 'fatal', path: '/cn:CreditNote', line: 2 }],
  )
})

t.test('attached files are measured in a document as well', async (t) => {
  const content = Buffer.alloc(7_500_003).toString('base64')
  const file =
    '<cac:AdditionalDocumentReference><cbc:ID>a</cbc:ID><cac:Attachment>' +
    `<cbc:EmbeddedDocumentBinaryObject mimeCode="text/csv" filename="a.csv">${content}</cbc:EmbeddedDocumentBinaryObject>` +
    '</cac:Attachment></cac:AdditionalDocumentReference>'
  t.match(own(ROMANIAN.replace('<cac:AccountingSupplierParty>', `${file}$&`), 'RO').findings, [
    { rule: 'CW-RO-SIZE', path: '/ubl:Invoice/cac:AdditionalDocumentReference' },
  ])
})
