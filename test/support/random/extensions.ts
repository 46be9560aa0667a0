import fc from 'fast-check'
import type { InvoiceRequest, Line } from '../../../src/domain/request/invoice-request.js'
import type { FrenchInvoicePart, LineSubtype, RequestExtensionParty } from '../../../src/domain/request/extensions.js'
import { text } from './invoice.js'

/**
 * The same German invoice with lines that are made of the same line and of one that is taken back,
 * and, unless it is a credit note, with third party payments.
 */
export function germanExtension(lawful: InvoiceRequest): fc.Arbitrary<InvoiceRequest> {
  const payment = fc.record({
    type: text(20),
    amount: fc.integer({ min: -9_999, max: 99_999 }).map((cents) => cents / 100),
    description: text(40),
  })
  return fc
    .record({
      depths: fc.array(fc.integer({ min: 0, max: 3 }), {
        minLength: lawful.lines.length,
        maxLength: lawful.lines.length,
      }),
      payments: fc.array(payment, { maxLength: lawful.invoiceType === 'credit_note' ? 0 : 3 }),
    })
    .map(({ depths, payments }) => ({
      ...lawful,
      lines: lawful.lines.map((line, index) => madeOfOthers(line, depths[index] ?? 0)),
      ...(payments.length > 0 && { de: { thirdPartyPayments: payments } }),
    }))
}

function madeOfOthers(line: Line, depth: number): Line {
  if (depth === 0) return line
  const { exemptionReason, exemptionReasonCode, ...part } = line
  const parts = [madeOfOthers(part, depth - 1), part, { ...part, quantity: -part.quantity }]
  const reasons = {
    ...(exemptionReason !== undefined && { exemptionReason }),
    ...(exemptionReasonCode !== undefined && { exemptionReasonCode }),
  }
  return { ...part, ...reasons, de: { subLines: parts } }
}

const party: fc.Arbitrary<RequestExtensionParty> = fc.record(
  {
    name: text(60),
    roleCode: fc.constantFrom('AB', 'SR', 'II'),
    tradingName: text(40),
    identifiers: fc.constantFrom(
      [{ id: '73282932000074', scheme: '0009' }],
      [
        { id: '73282932000074', scheme: '0009' },
        { id: '4035811991014', scheme: '0088' },
      ],
    ),
    legalRegistration: fc.constant({ id: '732829320', scheme: '0002' }),
    vatNumber: fc.constant('FR44732829320'),
    electronicAddress: fc.constantFrom({ id: '732829320', scheme: '0225' }, { id: 'a@b.example', scheme: 'EM' }),
    address: fc.record({ street: text(40), city: text(20), postalCode: text(8), country: fc.constant('FR') }),
    contactName: text(40),
    phone: fc.constant('+33 1 55 01 72 00'),
    email: fc.constant('tiers@exemple.example'),
  },
  { requiredKeys: ['name'] },
)

const parties: fc.Arbitrary<FrenchInvoicePart> = fc.record(
  { buyerAgent: party, payer: party, salesAgent: party, invoicee: party, invoicer: party },
  { requiredKeys: [] },
)

/**
 * The same French invoice with parties beside supplier and customer, and with its lines in groups
 * that stand in one another, among others that only inform.
 */
export function frenchExtension(lawful: InvoiceRequest): fc.Arbitrary<InvoiceRequest> {
  const groups = fc.array(fc.nat({ max: 3 }), { minLength: 1, maxLength: 4 })
  const places = fc.array(fc.nat({ max: 5 }), { minLength: lawful.lines.length, maxLength: lawful.lines.length })
  return fc.tuple(parties, groups, places, fc.boolean()).map(([fr, above, under, isDeep]) => ({
    ...lawful,
    // BR-CO-25 is asked in the extension alone.
    dueDate: lawful.dueDate ?? '2026-12-21',
    fr,
    ...(isDeep && { lines: grouped(lawful.lines, above, under) }),
  }))
}

/** Groups G0, G1 …, each in one before it or in none; lines in a group or in none. */
function grouped(lines: readonly Line[], above: readonly number[], under: readonly number[]): readonly Line[] {
  const uncounted = (id: string, subtype: LineSubtype, parent: number, before: number): Line => ({
    id,
    description: id,
    quantity: 1,
    unitCode: 'C62',
    unitPrice: 0,
    vatRate: 0,
    fr: { subtype, ...(parent < before && { parentLine: `G${parent}` }) },
  })
  return [
    ...above.map((parent, index) => uncounted(`G${index}`, 'GROUP', parent, index)),
    ...lines.map((line, index): Line => {
      const parent = under[index] ?? 0
      return parent < above.length ? { ...line, fr: { parentLine: `G${parent}`, subtype: 'DETAIL' } } : line
    }),
    uncounted('I', 'INFORMATION', 0, above.length),
  ]
}
