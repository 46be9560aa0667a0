import { Type } from '@sinclair/typebox'
import { VAT_CATEGORIES } from '../../../domain/request/invoice-request.js'
import { decimal, oneOf, standing, strictObject, text } from './fields.js'

const orderLine = strictObject(
  {
    description: text(512, { description: 'What is ordered', examples: ['Shop, stage 3'] }),
    quantity: Type.Optional(standing(1, decimal({ description: 'Quantity', examples: [42] }))),
    unitPrice: decimal({ description: 'Price of one unit without VAT', examples: [185.5] }),
    vatRate: decimal({ description: 'VAT rate in percent', examples: [23], minimum: 0, maximum: 100 }),
    vatCategory: Type.Optional(oneOf(VAT_CATEGORIES, { description: 'As for a line', examples: ['S'] })),
    exemptionReasonCode: Type.Optional(text(30, { description: 'As for a line', examples: ['np II'] })),
    unitCode: Type.Optional(
      standing('C62', text(10, { description: 'Unit of measure, as for a line', examples: ['HUR'] })),
    ),
    itemCode: Type.Optional(text(50, { description: 'Classification code, as for a line', examples: ['62.01.11.0'] })),
    id: Type.Optional(text(50, { description: 'Identifier of the line of the order', examples: ['10'] })),
  },
  { title: 'OrderLine', description: 'A line of the order' },
)

/** Poland: the order that an advance invoice is for. */
export const order = strictObject(
  {
    lines: Type.Array(orderLine, { minItems: 1, maxItems: 10_000, description: 'All lines of the order' }),
    before: Type.Optional(
      Type.Array(orderLine, {
        minItems: 1,
        maxItems: 10_000,
        description:
          'Of a correction: the lines as they were (StanPrzedZ); then `lines` are the lines as they should be, each beside ' +
          'the one at the same position. Without it the lines of a correction are the differences',
      }),
    ),
    grossAmount: Type.Optional(
      decimal({
        description: 'Total of the order with VAT; default: that of its `lines`',
        examples: [9582.93],
      }),
    ),
  },
  {
    title: 'Order',
    description:
      'The whole order of an advance invoice (`typeCode` 386), which art. 106f (1) 4 of the VAT act requires; in its correction the differences, or the lines before and after it',
  },
)
