import { type BoundRules, type Context, type Test, within } from '../../../einvoice/rules/bindings/binding.js'
import { all } from '../../../einvoice/rules/bindings/xpath.js'
import { normalised } from '../../../einvoice/rules/rule.js'
import type { Syntax } from './syntax.js'

const SETTLEMENT = 'rsm:SupplyChainTradeTransaction/ram:ApplicableHeaderTradeSettlement'
const SUMMATION = `${SETTLEMENT}/ram:SpecifiedTradeSettlementHeaderMonetarySummation`
const LINE = 'rsm:SupplyChainTradeTransaction/ram:IncludedSupplyChainTradeLineItem'
const LINE_SETTLEMENT = `${LINE}/ram:SpecifiedLineTradeSettlement`
const LINE_AGREEMENT = `${LINE}/ram:SpecifiedLineTradeAgreement`
const TOTAL = 'cac:LegalMonetaryTotal'

/** BR-FR-DEC-01 by the last part of the id: where the amount stands. `LINE` is a line of an invoice or of a credit note. */
const AMOUNTS: readonly (readonly [suffix: string, ubl: string, cii: string])[] = [
  [
    'BT-93_BT-100',
    'cac:AllowanceCharge/cbc:BaseAmount',
    `${SETTLEMENT}/ram:SpecifiedTradeAllowanceCharge/ram:BasisAmount`,
  ],
  ['BT-92_BT-99', 'cac:AllowanceCharge/cbc:Amount', `${SETTLEMENT}/ram:SpecifiedTradeAllowanceCharge/ram:ActualAmount`],
  ['BT-106', `${TOTAL}/cbc:LineExtensionAmount`, `${SUMMATION}/ram:LineTotalAmount`],
  ['BT-107', `${TOTAL}/cbc:AllowanceTotalAmount`, `${SUMMATION}/ram:AllowanceTotalAmount`],
  ['BT-108', `${TOTAL}/cbc:ChargeTotalAmount`, `${SUMMATION}/ram:ChargeTotalAmount`],
  ['BT-109', `${TOTAL}/cbc:TaxExclusiveAmount`, `${SUMMATION}/ram:TaxBasisTotalAmount`],
  ['BT-110', 'cac:TaxTotal/cbc:TaxAmount', `${SUMMATION}/ram:TaxTotalAmount`],
  ['BT-112', `${TOTAL}/cbc:TaxInclusiveAmount`, `${SUMMATION}/ram:GrandTotalAmount`],
  ['BT-113', `${TOTAL}/cbc:PrepaidAmount`, `${SUMMATION}/ram:TotalPrepaidAmount`],
  ['BT-114', `${TOTAL}/cbc:PayableRoundingAmount`, `${SUMMATION}/ram:RoundingAmount`],
  ['BT-115', `${TOTAL}/cbc:PayableAmount`, `${SUMMATION}/ram:DuePayableAmount`],
  ['BT-116', 'cac:TaxTotal/cac:TaxSubtotal/cbc:TaxableAmount', `${SETTLEMENT}/ram:ApplicableTradeTax/ram:BasisAmount`],
  ['BT-117', 'cac:TaxTotal/cac:TaxSubtotal/cbc:TaxAmount', `${SETTLEMENT}/ram:ApplicableTradeTax/ram:CalculatedAmount`],
  [
    ...(['BT-131', 'LINE/cbc:LineExtensionAmount'] as const),
    `${LINE_SETTLEMENT}/ram:SpecifiedTradeSettlementLineMonetarySummation/ram:LineTotalAmount`,
  ],
  [
    ...(['BT-136_BT-141', 'LINE/cac:AllowanceCharge/cbc:Amount'] as const),
    `${LINE_SETTLEMENT}/ram:SpecifiedTradeAllowanceCharge/ram:ActualAmount`,
  ],
  [
    ...(['BT-137_BT-142', 'LINE/cac:AllowanceCharge/cbc:BaseAmount'] as const),
    `${LINE_SETTLEMENT}/ram:SpecifiedTradeAllowanceCharge/ram:BasisAmount`,
  ],
]

const GROSS = `${LINE_AGREEMENT}/ram:GrossPriceProductTradePrice`
const PRICES: readonly (readonly [suffix: string, ubl: string, cii: string])[] = [
  ['BT-146', 'LINE/cac:Price/cbc:PriceAmount', `${LINE_AGREEMENT}/ram:NetPriceProductTradePrice/ram:ChargeAmount`],
  [
    'BT-147',
    'LINE/cac:Price/cac:AllowanceCharge/cbc:Amount',
    `${GROSS}/ram:AppliedTradeAllowanceCharge/ram:ActualAmount`,
  ],
  ['BT-148', 'LINE/cac:Price/cac:AllowanceCharge/cbc:BaseAmount', `${GROSS}/ram:ChargeAmount`],
]

const RATES: readonly (readonly [suffix: string, ubl: string, cii: string])[] = [
  [
    ...(['BT-96_BT-103', 'cac:AllowanceCharge/cac:TaxCategory/cbc:Percent'] as const),
    `${SETTLEMENT}/ram:SpecifiedTradeAllowanceCharge/ram:CategoryTradeTax/ram:RateApplicablePercent`,
  ],
  [
    ...(['BT-119', 'cac:TaxTotal/cac:TaxSubtotal/cac:TaxCategory/cbc:Percent'] as const),
    `${SETTLEMENT}/ram:ApplicableTradeTax/ram:RateApplicablePercent`,
  ],
  [
    ...(['BT-152', 'LINE/cac:Item/cac:ClassifiedTaxCategory/cbc:Percent'] as const),
    `${LINE_SETTLEMENT}/ram:ApplicableTradeTax/ram:RateApplicablePercent`,
  ],
]

/** BR-FR-16: the rates, in every spelling that the artefact knows. */
const RATE_SPELLINGS: ReadonlySet<string> = new Set(
  (
    '0 0.0 0.00 10 10.0 10.00 13 13.0 13.00 20 20.0 20.00 8.5 8.50 19.6 19.60 2.1 2.10 5.5 5.50 7 7.0 7.00 20.6 20.60 1.05 ' +
    '0.9 0.90 1.75 9.2 9.20 9.6 9.60'
  ).split(' '),
)

/** BR-FR-16 and BR-FR-DEC-01 to -04 of a document: on the numbers as they are written, leading and trailing zeros included. */
export function boundNumberRules(syntax: Syntax): readonly BoundRules[] {
  const amounts = AMOUNTS.map(([suffix, ...paths]) =>
    within(numbers(syntax, paths), { [`BR-FR-DEC-01_${suffix}`]: written(/^-?\p{Nd}{1,19}(?:\.\p{Nd}{1,2})?$/u, 19) }),
  )
  const quantity = written(/^-?\p{Nd}{1,19}(?:\.\p{Nd}{1,4})?$/u, 19)
  const quantities = [
    within(
      numbers(syntax, ['LINE/cbc:InvoicedQuantity', `${LINE}/ram:SpecifiedLineTradeDelivery/ram:BilledQuantity`]),
      {
        'BR-FR-DEC-02_BT-129': quantity,
      },
    ),
    within(
      numbers(syntax, [
        'LINE/cac:Price/cbc:BaseQuantity',
        `${LINE_AGREEMENT}/ram:NetPriceProductTradePrice/ram:BasisQuantity`,
      ]),
      {
        'BR-FR-DEC-02_BT-149': (at, document) => isEmptyUbl(syntax, at.stringValue) || quantity(at, document),
      },
    ),
    ...(syntax === 'ubl'
      ? [
          within(({ root }) => all(root, 'cac:CreditNoteLine/cbc:CreditedQuantity'), {
            'BR-FR-DEC-02_BT-129': quantity,
          }),
        ]
      : []),
  ]
  const positive = written(/^\p{Nd}{1,19}(?:\.\p{Nd}{1,6})?$/u, 19)
  const signed = written(/^-?\p{Nd}{1,19}(?:\.\p{Nd}{1,6})?$/u, 19)
  const prices = PRICES.map(([suffix, ...paths]) =>
    within(numbers(syntax, paths), {
      [`BR-FR-DEC-03_${suffix}`]: (at, document) => {
        // The gross price of UBL is judged where it stands, the others where they say something.
        if (suffix !== 'BT-148' && isEmptyUbl(syntax, at.stringValue)) return true
        const isBothWays = /^[SBM]9$/.test(normalised(document.invoice.businessProcess ?? ''))
        return isBothWays ? signed(at, document) : positive(at, document)
      },
    }),
  )
  const rates = RATES.map(([suffix, ...paths]) =>
    within(numbers(syntax, paths), {
      [`BR-FR-DEC-04_${suffix}`]: written(/^\p{Nd}{1,4}(?:\.\p{Nd}{1,2})?$/u, 4),
      ...knownRate(syntax, suffix),
    }),
  )
  return [...amounts, ...quantities, ...prices, ...rates]
}

/** BR-FR-16. Of the lines of a UBL credit note the artefact says nothing. */
function knownRate(syntax: Syntax, suffix: string): Readonly<Record<string, Test>> {
  const id = suffix === 'BT-96_BT-103' && syntax === 'ubl' ? 'BT-96' : suffix
  return {
    [`BR-FR-16_${id}`]: (at, { root }) => {
      if (syntax === 'ubl' && suffix === 'BT-152' && root.name === 'cn:CreditNote') return true
      return (syntax === 'cii' && at.stringValue === '') || RATE_SPELLINGS.has(at.stringValue)
    },
  }
}

function isEmptyUbl(syntax: Syntax, text: string): boolean {
  return syntax === 'ubl' && normalised(text) === ''
}

function numbers(syntax: Syntax, [ubl, cii]: readonly [string, string]): Context {
  if (syntax === 'cii') return ({ root }) => all(root, cii)
  return ({ root }) =>
    all(root, ubl.replace(/^LINE/, root.name === 'cn:CreditNote' ? 'cac:CreditNoteLine' : 'cac:InvoiceLine'))
}

/** The form, and how long it may be without the point. The sign is counted. */
function written(form: RegExp, length: number): Test {
  return (at) => {
    const text = normalised(at.stringValue)
    return form.test(text) && [...text.replaceAll('.', '')].length <= length
  }
}
