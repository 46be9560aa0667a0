import t from 'tap'
import type { Finding } from '../../../src/countries/country.js'
import { judgeXml } from '../../../src/countries/judging/judge-xml.js'
import { romania } from '../../../src/countries/ro/index.js'
import { underRomanianLaw } from '../../../src/countries/ro/law.js'
import type { InvoiceRequest } from '../../../src/domain/request/invoice-request.js'
import { acceptedSamples } from '../accepted-sample.js'

const TODAY = '2026-11-21'
const { invoicing } = romania
if (invoicing === null) throw new Error('Romania has a format')

const sample = acceptedSamples('RO', TODAY).find(({ name }) => name === '01-domestic-services')?.invoice
if (sample === undefined) throw new Error('no sample')
const { supplier, customer } = sample
const strict: InvoiceRequest = {
  ...sample,
  issueDate: '2026-11-02',
  currency: 'EUR',
  exchangeRate: 5,
  supplier: { ...supplier, ...(supplier.address && { address: withoutPostalCode(supplier.address) }) },
  customer,
}

function withoutPostalCode(address: NonNullable<InvoiceRequest['supplier']['address']>): typeof address {
  return { street: address.street ?? '', city: address.city ?? '', country: address.country, stateOrProvince: 'CJ' }
}

const levels = (findings: readonly Pick<Finding, 'rule' | 'severity'>[]): readonly string[] =>
  findings
    .filter(({ rule }) => /^CW-RO-(ISSUE-DATE|CURRENCY|POSTAL-CODE)$/.test(rule))
    .map(({ rule, severity }) => `${rule} ${severity}`)
    .sort()

const inJson = invoicing.validate(strict, { today: TODAY })
const document = Buffer.from(invoicing.convert(strict, []).xml)
const inXml = judgeXml(document, { country: 'RO', isToBeSent: true, now: new Date(`${TODAY}T12:00:00Z`) })

t.test('three rules are stricter than the law, for the JSON and for documents alike', (t) => {
  for (const verdict of [inJson, inXml]) {
    t.strictSame(levels(verdict.findings), [
      'CW-RO-CURRENCY fatal',
      'CW-RO-ISSUE-DATE fatal',
      'CW-RO-POSTAL-CODE fatal',
    ])
    t.notOk(verdict.valid)
  }
  t.equal(underRomanianLaw(inJson, {}), inJson, 'the default')
  t.end()
})

t.test('RO_RULES=official makes them warnings that name the law, in JSON and in XML', (t) => {
  for (const verdict of [inJson, inXml]) {
    const lenient = underRomanianLaw(verdict, { RO_RULES: 'official' })
    t.ok(lenient.valid, JSON.stringify(lenient.findings))
    t.strictSame(levels(lenient.findings), [
      'CW-RO-CURRENCY warning',
      'CW-RO-ISSUE-DATE warning',
      'CW-RO-POSTAL-CODE warning',
    ])
    const messages = lenient.findings.map(({ message }) => message).join('\n')
    for (const law of [/five working days/, /art\. 319/, /BT-38, BT-53/]) t.match(messages, law)
  }
  const other = { rule: 'BR-RO-110', severity: 'fatal', path: '', term: '', message: '', fix: '' } as const
  const broken = { ...inJson, findings: [...inJson.findings, other], findingsTotal: inJson.findingsTotal + 1 }
  t.notOk(underRomanianLaw(broken, { RO_RULES: 'official' }).valid, 'another rule is still broken')
  const unlisted = { ...inJson, findings: inJson.findings.filter(isFatal), findingsTotal: 2_000 }
  t.notOk(underRomanianLaw(unlisted, { RO_RULES: 'official' }).valid, 'what is not listed may be fatal')
  t.end()
})

function isFatal({ severity }: Finding): boolean {
  return severity === 'fatal'
}
