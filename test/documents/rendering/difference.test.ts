import t from 'tap'
import type { InvoiceRequest } from '../../../src/domain/request/invoice-request.js'
import { sheetOf } from '../../../src/documents/rendering/render.js'
import type { RenderRequest } from '../../../src/documents/rendering/port.js'
import { acceptedSamples } from '../../countries/accepted-sample.js'

function sheetOfCreditNote(country: 'PL' | 'RO', changes: Partial<InvoiceRequest> = {}) {
  const sample = acceptedSamples(country, '2026-11-21').find(({ invoice }) => invoice.invoiceType === 'credit_note')
  if (sample === undefined) throw new Error(`no credit note in ${country}`)
  const request: RenderRequest = {
    country,
    invoice: { ...sample.invoice, ...changes },
    language: 'en',
    state: { status: null, governmentNumber: null, environment: null, at: '2026-11-21T12:00:00.000Z' },
    xml: null,
  }
  return sheetOf(request).invoice
}

t.test('a Polish correction shows what it takes back below zero, as its document has it', async (t) => {
  const { totals, lines, vatBreakdown } = sheetOfCreditNote('PL')
  for (const amount of [
    totals.due,
    totals.withVat,
    totals.vat,
    totals.withoutVat,
    lines[0]?.netAmount,
    lines[0]?.quantity,
    vatBreakdown[0]?.taxable,
  ])
    t.ok(amount !== undefined && !amount.isPositive() && !amount.isZero(), String(amount))
})

t.test('amounts with VAT are below zero there, too', async (t) => {
  const allowances = [{ amount: 1.23, vatRate: 23, reason: 'Rabat' }]
  const { lines, allowances: shown } = sheetOfCreditNote('PL', { pricesIncludeVat: true, allowances })
  t.notOk(lines[0]?.inclusive?.amount?.isPositive())
  t.equal(shown[0]?.inclusive?.amount?.toFixed(2), '-1.23')
})

t.test('elsewhere a credit note has its amounts above zero, as EN 16931 has them', async (t) => {
  t.ok(sheetOfCreditNote('RO').totals.due?.isPositive())
})
