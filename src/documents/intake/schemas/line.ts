import { type Static, type TObject, type TUnsafe, Type } from '@sinclair/typebox'
import { VAT_CATEGORIES } from '../../../domain/request/invoice-request.js'
import { MOST_SUB_LEVELS } from '../../../domain/request/line-count.js'
import { frenchLine } from './extensions.js'
import { decimal, oneOf, onlyAs, standing, strictObject, text } from './fields.js'
import { term } from './optional-term.js'
import { polishLine } from './polish.js'
import { item, lineAllowance, lineCharge, period, schemedId } from './terms.js'

/** Fields of lines and sub-lines. */
const COMMON = {
  description: text(1_000, { description: 'Item name', examples: ['Consulting, March'] }),
  quantity: Type.Optional(
    standing(1, decimal({ description: 'Quantity; negative for returned items', examples: [10] })),
  ),
  unitPrice: decimal({
    description: 'Price of one unit without VAT (with it: `pricesIncludeVat`), before the discount',
    examples: [150.5],
  }),
  vatRate: decimal({ description: 'VAT rate in percent', examples: [21], minimum: 0, maximum: 100 }),
  unitCode: Type.Optional(
    standing('C62', text(10, { description: 'Unit of measure, UN/ECE Recommendation 20 or 21', examples: ['HUR'] })),
  ),
  discount: Type.Optional(decimal({ description: 'Discount on one unit, as an amount', examples: [5], minimum: 0 })),
  itemCode: Type.Optional(text(100, { description: 'Item classification code', examples: ['72000000-5'] })),
  vatCategory: Type.Optional(
    oneOf(VAT_CATEGORIES, {
      description:
        'VAT category (UNCL 5305): S standard, Z zero rate, E exempt, AE reverse charge, K supply within the EU, G export, O outside ' +
        'of VAT; in RO, BE, FR and DE no other category may stand beside O: a deposit or a city tax is E with its reason there. ' +
        'Default: S for a positive rate, Z for the rate 0',
      examples: ['S'],
    }),
  ),
  period: Type.Optional(period('Delivery period of the line')),
  id: term(
    'line.id',
    text(50, { description: 'Identifier of the line; default: its position, from 1', examples: ['10'] }),
  ),
  note: term('line.note', text(1_000, { description: 'Note on the line', examples: ['Second part follows'] })),
  object: term(
    'line.object',
    schemedId('Object that the line refers to', { id: 'METER-9', scheme: 'AVE' }, 'UNTDID 1153'),
  ),
  netAmount: term(
    'line.netAmount',
    decimal({
      description: 'Your own net amount of the line: a difference is reported as a finding',
      examples: [1505],
    }),
  ),
  orderLineReference: term(
    'line.orderLineReference',
    text(50, { description: "Line of the buyer's order", examples: ['3'] }),
  ),
  buyerAccountingReference: term(
    'line.buyerAccountingReference',
    text(200, { description: "The buyer's accounting reference for the line", examples: ['4711-03'] }),
  ),
  allowances: term(
    'line.allowances',
    Type.Array(lineAllowance, { maxItems: 100, description: 'Allowances of the line' }),
  ),
  charges: term('line.charges', Type.Array(lineCharge, { maxItems: 100, description: 'Charges of the line' })),
  priceBaseQuantity: term(
    'line.priceBaseQuantity',
    decimal({
      description: 'Number of units that `unitPrice` and `discount` are for; default: 1',
      examples: [100],
      exclusiveMinimum: 0,
    }),
  ),
  priceBaseQuantityUnit: term(
    'line.priceBaseQuantityUnit',
    text(10, { description: 'Its unit of measure; must equal `unitCode`', examples: ['C62'] }),
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

const OF_THE_LINE = 'belongs to the line that contains the sub-line; send it there'

/** The German part of a line or a sub-line. `level`: the level of its sub-lines. */
function germanLine(level: number): TUnsafe<GermanLine> {
  const deeper = level < MOST_SUB_LEVELS ? { de: term('line.de', germanLine(level + 1)) } : {}
  const subLine = strictObject(
    { ...COMMON, ...deeper },
    {
      title: level === 1 ? 'SubLine' : `SubLineLevel${level}`,
      description: 'A sub-line (BG-DEX-01)',
      'x-refused': {
        exemptionReason: OF_THE_LINE,
        exemptionReasonCode: OF_THE_LINE,
        ...(level < MOST_SUB_LEVELS ? {} : { de: `nests lines deeper than ${MOST_SUB_LEVELS} levels; leave it out` }),
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
              description:
                'Sub-lines: the net amount of the line is the sum of theirs; in UBL, or with `profile: "extended"`',
            }),
            'extended',
          ),
        ),
      },
      {
        title: level === 1 ? 'GermanLine' : `GermanLineLevel${level}`,
        description: 'Sub-lines, in the extension of XRechnung and in ZUGFeRD EXTENDED',
      },
    ),
  )
}

/** BG-25. */
export const LineInput = strictObject(
  {
    ...COMMON,
    exemptionReason: Type.Optional(
      text(1_000, {
        description:
          "Why no VAT is charged; default in Belgium, France, Germany and Romania: for AE, K and G without a code, the words that the country's law requires",
        examples: ['Export outside of the EU'],
      }),
    ),
    exemptionReasonCode: Type.Optional(
      text(50, { description: 'The reason as a VATEX code', examples: ['VATEX-EU-G'] }),
    ),
    withholding: term(
      'line.withholding',
      standing(false, Type.Boolean({ description: 'Whether tax is withheld from the line', examples: [true] })),
    ),
    pl: term('line.pl', polishLine),
    de: term('line.de', germanLine(1)),
    fr: term('line.fr', frenchLine),
  },
  { title: 'InvoiceLine' },
)
