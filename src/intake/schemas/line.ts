import { Type } from '@sinclair/typebox'
import { VAT_CATEGORIES } from '../../domain/invoice-request.js'
import { decimal, formatted, oneOf, onlyFor, strictObject, text } from './fields.js'

/** BG-25. */
export const LineInput = strictObject(
  {
    description: text(1_000, { description: 'What is sold', examples: ['Consulting, March'] }),
    quantity: Type.Optional(decimal({ description: 'How many; negative to take back', examples: [10], default: 1 })),
    unitPrice: decimal({ description: 'Price of one unit without VAT, before the discount', examples: [150.5] }),
    vatRate: decimal({ description: 'VAT rate in percent', examples: [21], minimum: 0, maximum: 100 }),
    unitCode: Type.Optional(
      text(10, { description: 'Unit of measure, UN/ECE Recommendation 20 or 21', examples: ['HUR'], default: 'C62' }),
    ),
    discount: Type.Optional(decimal({ description: 'Discount on one unit, as an amount', examples: [5], minimum: 0 })),
    itemCode: Type.Optional(text(100, { description: 'Item classification code', examples: ['72000000-5'] })),
    vatCategory: Type.Optional(
      oneOf(VAT_CATEGORIES, {
        description:
          'VAT category (UNCL 5305): S standard, Z zero rate, E exempt, AE reverse charge, K supply within the EU, G export, O outside ' +
          'of VAT. Without it a positive rate is S and the rate 0 is Z',
        examples: ['S'],
      }),
    ),
    exemptionReason: Type.Optional(
      text(1_000, { description: 'Why no VAT is charged', examples: ['Export outside of the EU'] }),
    ),
    exemptionReasonCode: Type.Optional(text(50, { description: 'The same as a VATEX code', examples: ['VATEX-EU-G'] })),
    period: Type.Optional(
      strictObject(
        {
          start: Type.Optional(formatted('date', { description: 'First day', examples: ['2026-03-01'] })),
          end: Type.Optional(formatted('date', { description: 'Last day', examples: ['2026-03-31'] })),
        },
        { description: 'When the line was delivered' },
      ),
    ),
    withholding: Type.Optional(
      onlyFor(['IT'], Type.Boolean({ description: 'Whether tax is withheld from the line', examples: [true] })),
    ),
  },
  { title: 'InvoiceLine' },
)
