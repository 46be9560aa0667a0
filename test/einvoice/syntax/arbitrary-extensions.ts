import fc from 'fast-check'
import { Decimal } from '../../../src/einvoice/model/decimal.js'
import type { Invoice } from '../../../src/einvoice/model/invoice-model.js'
import type { InvoiceLine } from '../../../src/einvoice/model/lines.js'
import type { ThirdPartyPayment } from '../../../src/einvoice/model/settlement.js'
import { buyer, maybe, text } from './arbitrary-party.js'

/** BT-24 of the extension of XRechnung. */
export const XRECHNUNG_EXTENSION =
  'urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0#conformant#urn:xeinkauf.de:kosit:extension:xrechnung_3.0'

const thirdPartyPayment: fc.Arbitrary<ThirdPartyPayment> = fc.record({
  type: text(20),
  amount: fc.integer({ min: -10_000, max: 100_000 }).map((cents) => Decimal.fromCoefficient(BigInt(cents), 2)),
  description: text(40),
})

/**
 * The same invoice with sub invoice lines under some of its lines and, unless it is a credit note,
 * third party payments.
 */
export function withXrechnungExtension(invoice: Invoice): fc.Arbitrary<Invoice> {
  return fc
    .record({
      depths: fc.array(fc.nat({ max: 2 }), { minLength: invoice.lines.length, maxLength: invoice.lines.length }),
      payments: fc.array(thirdPartyPayment, { maxLength: invoice.kind === 'invoice' ? 2 : 0 }),
    })
    .map(({ depths, payments }) => {
      const collected = Decimal.sum(payments.map(({ amount }) => amount ?? Decimal.zero))
      return {
        ...invoice,
        lines: invoice.lines.map((line, index) => withSubLines(line, depths[index] ?? 0)),
        thirdPartyPayments: payments.length === 0 ? undefined : payments,
        totals: { ...invoice.totals, due: invoice.totals.due?.plus(collected) },
      }
    })
}

/**
 * Below a line stand the same again, and a further one that is taken back: what they come to is
 * what the line comes to.
 */
function withSubLines(line: InvoiceLine, depth: number): InvoiceLine {
  if (depth === 0) return line
  const bare = { ...line, allowances: [], charges: [], price: { net: line.netAmount }, quantity: Decimal.of('1') }
  const below = [
    line,
    { ...bare, price: { net: Decimal.of('7.5') }, netAmount: Decimal.of('7.5') },
    { ...bare, price: { net: Decimal.of('7.5') }, quantity: Decimal.of('-1'), netAmount: Decimal.of('-7.5') },
  ]
  const subLines = below.map((each, index) => ({
    ...withSubLines(each, index === 0 ? depth - 1 : 0),
    id: `${line.id}.${index + 1}`,
  }))
  return { ...line, subLines }
}

/** The same invoice with parties that EXTENDED-CTC-FR has beside seller and buyer. */
export function withFrenchParties(invoice: Invoice): fc.Arbitrary<Invoice> {
  const party = fc
    .tuple(buyer(true), maybe(fc.constantFrom('II', 'AB', 'SR')))
    .map(([each, roleCode]) => ({ ...each, roleCode }))
  const roles = { buyerAgent: party, salesAgent: party, invoicee: party, invoicer: party, payer: party }
  return fc.record(roles, { requiredKeys: [] }).map((parties) => ({
    ...invoice,
    frenchParties: Object.keys(parties).length === 0 ? undefined : parties,
  }))
}

/**
 * The same invoice with the hierarchy of lines that EXTENDED-CTC-FR has: lines that say which
 * stands above them, and what they are. Those that only inform have no VAT.
 */
export function withHierarchy(invoice: Invoice): fc.Arbitrary<Invoice> {
  const place = fc.record({
    parent: maybe(fc.nat()),
    subtype: maybe(fc.constantFrom('GROUP', 'DETAIL', 'INFORMATION')),
  })
  return fc.array(place, { minLength: invoice.lines.length, maxLength: invoice.lines.length }).map((places) => ({
    ...invoice,
    lines: invoice.lines.map((line, index) => {
      const { parent, subtype } = places[index] ?? {}
      const above = parent === undefined ? undefined : invoice.lines[parent % (index + 1)]
      const untaxed = subtype === 'INFORMATION' ? { vatCategory: '', vatRate: undefined } : {}
      return { ...line, ...untaxed, subtype, parentLine: above === line ? undefined : above?.id }
    }),
  }))
}
