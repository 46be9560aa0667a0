import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { frenchInvoice } from '../../../src/countries/fr/invoice.js'
import { EXTENDED_CTC_FR_ID, FRANCE } from '../../../src/countries/fr/profile.js'
import { countryOf } from '../../../src/countries/registry.js'
import type { Finding } from '../../../src/einvoice/rules/judgement.js'
import { acceptInvoice } from '../../../src/documents/intake/accept-invoice.js'
import { compileCheck } from '../../../src/documents/intake/check.js'
import { InvoiceBody } from '../../../src/documents/intake/schemas/invoice-input.js'
import { ROOT } from '../accepted-sample.js'

const TODAY = '2026-11-21'
const body = JSON.parse(readFileSync(join(ROOT, 'samples', 'fr', '14-extended.json'), 'utf8')) as InvoiceBody

type LineBody = InvoiceBody['lines'][number]

function accepted(changes: Partial<InvoiceBody> = {}) {
  const context = { countryOf, now: new Date(TODAY), invoiceId: 'inv_1', environment: null, preceding: undefined }
  return acceptInvoice({ ...body, issueDate: TODAY, ...changes }, context).accepted
}

const findingsOf = (changes: Partial<InvoiceBody>): readonly Finding[] =>
  countryOf('FR').invoicing?.validate(accepted(changes), { today: TODAY }).findings ?? []

const line = (id: string, fr?: LineBody['fr'], changes: Partial<LineBody> = {}): LineBody => ({
  id,
  description: id,
  unitPrice: 10,
  vatRate: 20,
  ...(fr && { fr }),
  ...changes,
})

t.test('with what only EXTENDED-CTC-FR has, an invoice claims it', async (t) => {
  const { fr, lines, ...others } = accepted()
  const plain = accepted({ lines: [line('1')] }).lines
  const specification = (changes: object) => frenchInvoice({ ...others, lines: plain, ...changes }).specification
  t.equal(specification({ fr }), EXTENDED_CTC_FR_ID)
  t.equal(specification({ lines }), EXTENDED_CTC_FR_ID)
  t.equal(specification({}), FRANCE.specification)
  t.equal(specification({ fr: {} }), FRANCE.specification)
})

t.test('an amount that is due needs a due date in the extension, and the finding names the field', async (t) => {
  const { dueDate, ...others } = accepted()
  t.type(dueDate, 'string')
  const { findings = [] } = countryOf('FR').invoicing?.validate(others, { today: TODAY }) ?? {}
  t.match(
    findings.filter(({ rule }) => rule === 'BR-CO-25'),
    [{ path: 'dueDate', term: 'BT-9', fix: /^Give the due date \(dueDate\)/ }],
  )
})

t.test('groups come to the lines under them, and count nowhere else', async (t) => {
  const { lines, totals, vatBreakdown } = frenchInvoice(accepted())
  const nets = lines.map(({ id, netAmount }) => `${id}: ${netAmount?.toFixed(2) ?? ''}`)
  t.strictSame(nets, ['1: 3339.00', '1.1: 2520.00', '1.2: 819.00', '1.2.1: 819.00', '1.3: 0.00', '2: 90.00'])
  t.equal(totals.lineNet?.toFixed(2), '3429.00')
  t.equal(totals.due?.toFixed(2), '4114.80')
  t.strictSame(
    vatBreakdown.map(({ category, taxable }) => [category, taxable?.toFixed(2)]),
    [['S', '3429.00']],
  )
  const [group] = lines
  t.match(group, { vatCategory: '', price: { net: undefined } })
})

t.test(
  'lines that are under another are DETAIL where they say nothing, and a deep hierarchy is no trouble',
  async (t) => {
    const depth = 9_000
    const groups = Array.from({ length: depth }, (_, index) =>
      line(`${index}`, { subtype: 'GROUP', ...(index > 0 && { parentLine: `${index - 1}` }) }, { unitPrice: 0 }),
    )
    const { lines } = frenchInvoice(accepted({ lines: [...groups, line('x', { parentLine: `${depth - 1}` })] }))
    t.equal(lines[0]?.netAmount?.toFixed(2), '10.00')
    t.equal(lines[depth]?.subtype, 'DETAIL')
  },
)

t.test('a group that stands under itself is refused', async (t) => {
  const lines = [
    line('1', { subtype: 'GROUP', parentLine: '2' }),
    line('2', { subtype: 'GROUP', parentLine: '1' }),
    line('3'),
  ]
  const found = findingsOf({ lines }).filter(({ rule }) => rule === 'CW-FR-LINE-CYCLE')
  t.match(found, [{ path: 'lines[0].fr.parentLine' }, { path: 'lines[1].fr.parentLine' }])
})

t.test('findings lead to the fields of the hierarchy and of the parties', async (t) => {
  for (const format of ['ubl', 'cii'] as const) {
    const lines = [line('1'), line('2', { parentLine: '9', subtype: 'DETAIL' })]
    t.match(
      findingsOf({ format, lines }).find(({ rule }) => rule === 'BR-FREXT-11'),
      { path: 'lines[1].fr.parentLine', term: 'EXT-FR-FE-162' },
      format,
    )
    const faults = {
      identifiers: [{ id: '1', scheme: '0009' }],
      electronicAddress: { id: 'a b', scheme: '0225' },
      address: { country: 'XX', city: 'Lyon' },
    }
    const roles = ['buyerAgent', 'payer', 'salesAgent', 'invoicee', 'invoicer'] as const
    for (const role of roles) {
      const found = findingsOf({ format, fr: { [role]: { name: 'Tiers', ...faults } } })
      const paths = found
        .filter(({ severity }) => severity === 'fatal')
        .map(({ rule, path }) => [rule.split('_')[0], path])
      for (const [rule, field] of [
        ['BR-FR-09', 'identifiers'],
        ['BR-FR-23', 'electronicAddress'],
        ['BR-CL-14', 'address.country'],
      ])
        t.ok(
          paths.some(([id, path]) => id === rule && path === `fr.${role}.${field ?? ''}`),
          `${format} ${role} ${rule ?? ''}`,
          { paths },
        )
    }
  }
})

t.test('VAT numbers of the parties are normalised, and a payer goes with some means of payment', async (t) => {
  const { paymentMeans, ...unpaid } = body
  t.ok(paymentMeans)
  const { fr } = accepted({ fr: { payer: { name: 'Payeur', vatNumber: 'fr 32 552 100 554' } } })
  t.equal(fr?.payer?.vatNumber, 'FR32552100554')
  const context = { countryOf, now: new Date(TODAY), invoiceId: 'inv_1', environment: null, preceding: undefined }
  const { accepted: bare } = acceptInvoice({ ...unpaid, issueDate: TODAY }, context)
  t.equal(frenchInvoice(bare).payment?.meansCode, '1')
  t.match(countryOf('FR').invoicing?.validate(bare, { today: TODAY }), { valid: true })
})

t.test('other countries, and lines that are not counted, refuse what has no place', async (t) => {
  const details: { path: string; message: string }[] = []
  compileCheck(InvoiceBody)({ ...body, country: 'DE' }, '', details)
  t.ok(details.some(({ path }) => path === 'fr'))
  t.ok(details.some(({ path }) => path === 'lines[0].fr'))
  const lines = [line('1', { subtype: 'INFORMATION' }, { exemptionReasonCode: 'VATEX-EU-G' })]
  t.throws(() => accepted({ lines }), { name: 'Refusal', details: [{ path: 'lines[0].exemptionReasonCode' }] })
})
