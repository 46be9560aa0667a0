import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { germanInvoice } from '../../../src/countries/de/profile.js'
import { readXml } from '../../../src/countries/judging/read-xml.js'
import { countryOf } from '../../../src/countries/registry.js'
import type { Detail } from '../../../src/domain/refusal.js'
import { XRECHNUNG_EXTENSION_ID, XRECHNUNG_ID } from '../../../src/einvoice/rules/peppol/german-facts.js'
import { acceptInvoice } from '../../../src/documents/intake/accept-invoice.js'
import { compileCheck } from '../../../src/documents/intake/check.js'
import { InvoiceBody } from '../../../src/documents/intake/schemas/invoice-input.js'
import { ROOT } from '../accepted-sample.js'

const TODAY = '2026-11-21'
const body = JSON.parse(readFileSync(join(ROOT, 'samples', 'de', '12-sub-lines.json'), 'utf8')) as InvoiceBody
const check = compileCheck(InvoiceBody)

function detailsOf(changes: object): readonly Detail[] {
  const details: Detail[] = []
  check({ ...body, ...changes }, '', details)
  return details
}

function accepted(changes: Partial<InvoiceBody> = {}) {
  const context = { countryOf, now: new Date(TODAY), invoiceId: 'inv_1', environment: null, preceding: undefined }
  return acceptInvoice({ ...body, issueDate: TODAY, ...changes }, context).accepted
}

type LineBody = InvoiceBody['lines'][number]
const part = (changes: Partial<LineBody> = {}): LineBody => ({
  description: 'Part',
  unitPrice: 10,
  vatRate: 19,
  ...changes,
})

/** An invoice with one line, which is made of others. */
const withParts = (...subLines: LineBody[]) => accepted({ lines: [{ ...part({ unitPrice: 20 }), de: { subLines } }] })

t.test('with what only the extension has, an invoice claims it', async (t) => {
  const { de, lines, ...others } = accepted()
  const specification = (changes: object) =>
    germanInvoice({ ...others, lines: accepted({ lines: [part()] }).lines, ...changes }).specification
  t.equal(specification({ lines }), XRECHNUNG_EXTENSION_ID)
  t.equal(specification({ de }), XRECHNUNG_EXTENSION_ID)
  t.equal(specification({}), XRECHNUNG_ID)
})

t.test('a line is what its sub-lines come to, and third party payments are due with it', async (t) => {
  const { lines, totals } = germanInvoice(accepted())
  t.equal(lines[0]?.netAmount?.toFixed(2), '4180.00')
  t.equal(lines[0]?.subLines?.[0]?.netAmount?.toFixed(2), '3000.00')
  t.strictSame(
    lines[0]?.subLines?.[0]?.subLines?.map(({ id }) => id),
    ['1.1.1', '1.1.2'],
  )
  t.equal(totals.withVat?.toFixed(2), '5126.52')
  t.equal(totals.due?.toFixed(2), '5192.52')
})

t.test('findings lead to the sub-line, however deep', async (t) => {
  const findings = (lines: LineBody[]) =>
    countryOf('DE').invoicing?.validate(withParts(...lines), { today: TODAY }).findings ?? []
  const deep = part({ de: { subLines: [part(), part({ unitCode: 'buc' })] } })
  t.match(
    findings([part(), deep]).find(({ rule }) => rule === 'BR-CL-23'),
    { path: 'lines[0].de.subLines[1].de.subLines[1].unitCode', term: 'BT-130' },
  )
  t.match(
    findings([part({ vatRate: 0.19 })]).find(({ rule }) => rule === 'CW-DE-VAT-RATE'),
    { path: 'lines[0].de.subLines[0].vatRate', term: 'BT-152', fix: /^Did you mean 19\?/ },
  )
  t.match(
    findings([part(), part({ netAmount: 11 })]).find(({ rule }) => rule === 'CW-TOTALS'),
    { path: 'lines[0].de.subLines[1].netAmount', term: 'BT-131' },
  )
})

t.test('what the extension sets aside is not reported', async (t) => {
  const { findings, valid } = countryOf('DE').invoicing?.validate(accepted(), { today: TODAY }) ?? {}
  t.equal(valid, true)
  t.strictSame(findings, [])
})

t.test('findings on third party payments lead to them', async (t) => {
  const payments = [
    { type: 'Pfand', amount: 1, description: 'a' },
    { type: 'Pfand', amount: 1.005, description: 'b' },
  ]
  const { findings = [] } =
    countryOf('DE').invoicing?.validate(accepted({ de: { thirdPartyPayments: payments } }), { today: TODAY }) ?? {}
  t.match(
    findings.find(({ rule }) => rule === 'BR-DEX-13'),
    { path: 'de.thirdPartyPayments[1].amount', term: 'BT-DEX-002' },
  )
})

t.test('a document without a place for them refuses them on their path', async (t) => {
  const message = /^is only available in the format ubl, but format is (?:cii|factur-x); leave one of them out$/
  const inProfile = new RegExp(`${message.source.slice(0, -1)}, or send profile: "extended"$`)
  for (const format of ['cii', 'factur-x']) {
    t.match(detailsOf({ format }), [
      { path: 'lines[0].de.subLines', message: inProfile },
      { path: 'lines[0].de.subLines[0].de.subLines', message: inProfile },
      { path: 'de.thirdPartyPayments', message },
    ])
    t.match(detailsOf({ format, profile: 'extended' }), [{ path: 'de.thirdPartyPayments', message }])
  }
  t.strictSame(detailsOf({ format: 'ubl' }), [])
  t.match(
    detailsOf({ country: 'BE' }).map(({ path }) => path),
    ['de', 'lines[0].de', 'lines[0].de.subLines[0].de'],
  )
  const refusal = { name: 'Refusal', details: [{ path: 'de.thirdPartyPayments' }] }
  t.throws(() => accepted({ invoiceType: 'credit_note' }), refusal)
  t.throws(() => accepted({ typeCode: '396' }), refusal)
  t.doesNotThrow(() => accepted({ typeCode: '384' }))
})

t.test('sub-lines stand in one another up to three levels, and say no exemption of their own', async (t) => {
  const nested = (depth: number): object => ({ ...part(), ...(depth > 0 && { de: { subLines: [nested(depth - 1)] } }) })
  t.strictSame(detailsOf({ lines: [nested(3)] }), [])
  t.match(detailsOf({ lines: [nested(4)] }), [
    {
      path: 'lines[0].de.subLines[0].de.subLines[0].de.subLines[0].de',
      message: 'nests lines deeper than 3 levels; leave it out',
    },
  ])
  t.match(detailsOf({ lines: [{ ...part(), de: { subLines: [part({ exemptionReason: 'x' })] } }] }), [
    { path: 'lines[0].de.subLines[0].exemptionReason', message: /belongs to the line that contains the sub-line/ },
  ])
})

/** Lines of 1,000 sub-lines each, which are `count` lines in all. */
function linesInAll(count: number): LineBody[] {
  const lines: LineBody[] = []
  for (let left = count; left > 0; left -= 1_001)
    lines.push(
      left === 1
        ? part()
        : { ...part(), de: { subLines: Array.from({ length: Math.min(1_000, left - 1) }, () => part()) } },
    )
  return lines
}

t.test('sub-lines count towards the 9,999 lines of an invoice', async (t) => {
  t.strictSame(detailsOf({ lines: linesInAll(10_000) }), [], 'the schema counts each list alone')
  t.doesNotThrow(() => accepted({ lines: linesInAll(9_999) }))
  const message = 'has 10000 lines with their sub-lines; at most 9999 are allowed'
  t.throws(() => accepted({ lines: linesInAll(10_000) }), { name: 'Refusal', details: [{ path: 'lines', message }] })
  t.throws(() => accepted({ lines: [{ ...part(), de: { subLines: linesInAll(10_000) } }] }), { name: 'Refusal' })
})

t.test('sub-lines of a document in XML count, too', async (t) => {
  const { invoicing } = countryOf('DE')
  if (invoicing === null) return t.fail('there is no format for DE')
  const { xml } = invoicing.convert(accepted({ lines: linesInAll(9_999) }), [])
  t.ok('country' in readXml(Buffer.from(xml), 'DE'))
  const more = xml.replace(/<cac:SubInvoiceLine>.*?<\/cac:SubInvoiceLine>/s, '$&$&')
  t.match(readXml(Buffer.from(more), 'DE'), {
    refused: [{ message: 'The document has 10000 lines; at most 9999 are accepted' }],
  })
})
