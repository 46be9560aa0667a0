import { Type } from '@sinclair/typebox'
import { VAT_CATEGORIES } from '../../../domain/request/invoice-request.js'
import { date, decimal, oneOf, strictObject, text } from './fields.js'
import { term } from './optional-term.js'

const vat = strictObject(
  {
    vatRate: decimal({ description: 'VAT rate in percent', examples: [19], minimum: 0, maximum: 100 }),
    vatCategory: Type.Optional(oneOf(VAT_CATEGORIES, { description: 'As for a line', examples: ['S'] })),
    taxableAmount: decimal({ description: 'Amount without VAT', examples: [1000], minimum: 0 }),
    taxAmount: decimal({ description: 'VAT', examples: [190], minimum: 0 }),
  },
  { title: 'PrepaymentVat', description: 'The part of an advance with one VAT category and rate' },
)

/** An advance invoice that a final invoice settles. */
export const prepayment = strictObject(
  {
    id: Type.Optional(
      text(100, {
        description:
          'Instead of `number`: its id, if this service sent it for the same account and it is accepted; fills the fields that are left out',
        examples: ['inv_2WnKc7yTq4XbR9vLz0HdSm'],
      }),
    ),
    number: Type.Optional(text(100, { description: 'Number of the advance invoice', examples: ['AR-2026-001'] })),
    issueDate: Type.Optional(date('Its issue date, YYYY-MM-DD', '2026-02-28')),
    amount: Type.Optional(decimal({ description: 'Its total with VAT', examples: [1190], exclusiveMinimum: 0 })),
    paidAt: Type.Optional(date('Day on which it was paid, YYYY-MM-DD', '2026-03-10')),
    ksefNumber: term(
      'prepayments.ksefNumber',
      text(36, {
        description: 'The number that KSeF assigned to it; `id` fills it',
        examples: ['5265877635-20250626-010080DD2B5E-26'],
      }),
    ),
    vat: Type.Optional(Type.Array(vat, { minItems: 1, maxItems: 50, description: 'Its VAT by category and rate' })),
  },
  {
    title: 'Prepayment',
    description:
      'An advance invoice that this final invoice settles: send `number`, `issueDate`, `amount` and `vat`, or `id`',
    'x-requiredWithout': { number: 'id', issueDate: 'id', amount: 'id', vat: 'id' },
  },
)
