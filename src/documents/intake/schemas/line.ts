import { type Static, type TObject, type TUnsafe, Type } from '@sinclair/typebox'
import { VAT_CATEGORIES } from '../../../domain/request/invoice-request.js'
import { frenchLine } from './extensions.js'
import { decimal, oneOf, onlyAs, strictObject, text } from './fields.js'
import { term } from './optional-term.js'
import { item, lineAllowance, period, schemedId } from './terms.js'

/** What lines and sub-lines have. */
const COMMON = {
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
  period: Type.Optional(period('When the line was delivered')),
  id: term(
    'line.id',
    text(50, { description: 'Identifier of the line; without it its place, from 1', examples: ['10'] }),
  ),
  note: term('line.note', text(1_000, { description: 'Note on the line', examples: ['Second part follows'] })),
  object: term('line.object', schemedId('What the line is about', { id: 'METER-9', scheme: 'AVE' }, 'UNTDID 1153')),
  netAmount: term(
    'line.netAmount',
    decimal({ description: 'Your own net amount of the line: a difference is a finding', examples: [1505] }),
  ),
  orderLineReference: term(
    'line.orderLineReference',
    text(50, { description: "Line of the buyer's order", examples: ['3'] }),
  ),
  buyerAccountingReference: term(
    'line.buyerAccountingReference',
    text(200, { description: "Where the buyer's accountants book the line", examples: ['4711-03'] }),
  ),
  allowances: term(
    'line.allowances',
    Type.Array(lineAllowance, { maxItems: 100, description: 'Allowances of the line' }),
  ),
  charges: term('line.charges', Type.Array(lineAllowance, { maxItems: 100, description: 'Charges of the line' })),
  priceBaseQuantity: term(
    'line.priceBaseQuantity',
    decimal({
      description: 'For how many units `unitPrice` and `discount` are; without it 1',
      examples: [100],
      exclusiveMinimum: 0,
    }),
  ),
  priceBaseQuantityUnit: term(
    'line.priceBaseQuantityUnit',
    text(10, { description: 'Its unit of measure; the same as `unitCode`', examples: ['C62'] }),
  ),
  item: term('line.item', item),
}

type SubLineFields = Static<TObject<typeof COMMON>>
/** BG-DEX-01. */
interface SubLine extends SubLineFields {
  de?: GermanLine
}
interface GermanLine {
  subLines?: SubLine[]
}

/** How deep sub-lines may stand in one another. */
const MOST_LEVELS = 3

const OF_THE_LINE = 'is said by the line that the sub-line is in; send it there'

/** The part of a line or a sub-line that is named after Germany. `level`: of its sub-lines. */
function germanLine(level: number): TUnsafe<GermanLine> {
  const deeper = level < MOST_LEVELS ? { de: term('line.de', germanLine(level + 1)) } : {}
  const subLine = strictObject(
    { ...COMMON, ...deeper },
    {
      title: level === 1 ? 'SubLine' : `SubLineLevel${level}`,
      description: 'A line that another line is made of (BG-DEX-01)',
      'x-refused': {
        exemptionReason: OF_THE_LINE,
        exemptionReasonCode: OF_THE_LINE,
        ...(level < MOST_LEVELS ? {} : { de: `nests lines deeper than ${MOST_LEVELS} levels; leave it out` }),
      },
    },
  )
  return Type.Unsafe<GermanLine>(
    strictObject(
      {
        subLines: Type.Optional(
          onlyAs(
            ['ubl'],
            Type.Array(subLine, {
              minItems: 1,
              maxItems: 1_000,
              description: 'What the line is made of: its net amount is the sum of theirs; in UBL alone',
            }),
          ),
        ),
      },
      {
        title: level === 1 ? 'GermanLine' : `GermanLineLevel${level}`,
        description: 'The extension of XRechnung: lines that this one is made of',
      },
    ),
  )
}

/** BG-25. */
export const LineInput = strictObject(
  {
    ...COMMON,
    exemptionReason: Type.Optional(
      text(1_000, { description: 'Why no VAT is charged', examples: ['Export outside of the EU'] }),
    ),
    exemptionReasonCode: Type.Optional(text(50, { description: 'The same as a VATEX code', examples: ['VATEX-EU-G'] })),
    withholding: term(
      'line.withholding',
      Type.Boolean({ description: 'Whether tax is withheld from the line', examples: [true] }),
    ),
    de: term('line.de', germanLine(1)),
    fr: term('line.fr', frenchLine),
  },
  { title: 'InvoiceLine' },
)
