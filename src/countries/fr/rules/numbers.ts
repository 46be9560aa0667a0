import type { Syntax } from '../../../domain/request/invoice-request.js'
import { type Assertions, type Test, inContext } from '../../../einvoice/rules/bindings/binding.js'
import { SETTLEMENT, TRANSACTION } from '../../../einvoice/rules/bindings/cii/facts.js'
import { all, only, text } from '../../../einvoice/rules/bindings/xpath.js'
import { normalised } from '../../../einvoice/xml/white-space.js'
import { at, type Places, runs, TWO_WAYS } from './values.js'

const SUMMATION = `${SETTLEMENT}/ram:SpecifiedTradeSettlementHeaderMonetarySummation`
const LINE = `${TRANSACTION}/ram:IncludedSupplyChainTradeLineItem`
const LINE_SETTLEMENT = `${LINE}/ram:SpecifiedLineTradeSettlement`
const LINE_AGREEMENT = `${LINE}/ram:SpecifiedLineTradeAgreement`
const TOTAL = '//cac:LegalMonetaryTotal'

/**
 * BR-FR-DEC-01 by the last part of the id: the path of the amount. `LINE` is a line of an invoice
 * or of a credit note.
 */
const AMOUNTS: readonly (readonly [suffix: string, ...Places])[] = [
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
  ['BT-110', '//cac:TaxTotal/cbc:TaxAmount', `${SUMMATION}/ram:TaxTotalAmount`],
  ['BT-112', `${TOTAL}/cbc:TaxInclusiveAmount`, `${SUMMATION}/ram:GrandTotalAmount`],
  ['BT-113', `${TOTAL}/cbc:PrepaidAmount`, `${SUMMATION}/ram:TotalPrepaidAmount`],
  ['BT-114', `${TOTAL}/cbc:PayableRoundingAmount`, `${SUMMATION}/ram:RoundingAmount`],
  ['BT-115', `${TOTAL}/cbc:PayableAmount`, `${SUMMATION}/ram:DuePayableAmount`],
  [
    'BT-116',
    '//cac:TaxTotal/cac:TaxSubtotal/cbc:TaxableAmount',
    `${SETTLEMENT}/ram:ApplicableTradeTax/ram:BasisAmount`,
  ],
  [
    'BT-117',
    '//cac:TaxTotal/cac:TaxSubtotal/cbc:TaxAmount',
    `${SETTLEMENT}/ram:ApplicableTradeTax/ram:CalculatedAmount`,
  ],
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

/**
 * BR-FR-DEC-02 and BR-FR-DEC-03, likewise. With the last entry, the rule for UBL ignores empty
 * values, and the number is at that path within the element (empty: the element itself).
 */
const NUMBERS: readonly (readonly [id: string, form: 'quantity' | 'price', ...Places, within?: string])[] = [
  ['DEC-02_BT-129', 'quantity', 'QUANTITY', `${LINE}/ram:SpecifiedLineTradeDelivery/ram:BilledQuantity`],
  [
    ...(['DEC-02_BT-149', 'quantity', 'LINE'] as const),
    ...([`${LINE_AGREEMENT}/ram:NetPriceProductTradePrice/ram:BasisQuantity`, 'cac:Price/cbc:BaseQuantity'] as const),
  ],
  [
    ...(['DEC-03_BT-146', 'price', 'LINE'] as const),
    ...([`${LINE_AGREEMENT}/ram:NetPriceProductTradePrice/ram:ChargeAmount`, 'cac:Price/cbc:PriceAmount'] as const),
  ],
  [
    ...(['DEC-03_BT-147', 'price', 'LINE/cac:Price/cac:AllowanceCharge'] as const),
    ...([`${GROSS}/ram:AppliedTradeAllowanceCharge/ram:ActualAmount`, 'cbc:Amount'] as const),
  ],
  [
    ...(['DEC-03_BT-148', 'price', 'LINE/cac:Price/cac:AllowanceCharge/cbc:BaseAmount'] as const),
    ...([`${GROSS}/ram:ChargeAmount`, ''] as const),
  ],
]

/** BR-FR-16 and BR-FR-DEC-04, likewise: elements with a VAT rate. */
const RATES: readonly (readonly [suffix: string, ...Places])[] = [
  [
    ...(['BT-96_BT-103', '//cac:AllowanceCharge/cac:TaxCategory'] as const),
    `${SETTLEMENT}/ram:SpecifiedTradeAllowanceCharge/ram:CategoryTradeTax`,
  ],
  ['BT-119', '//cac:TaxTotal/cac:TaxSubtotal/cac:TaxCategory', `${SETTLEMENT}/ram:ApplicableTradeTax`],
  ['BT-152', '//cac:Item/cac:ClassifiedTaxCategory', `${LINE_SETTLEMENT}/ram:ApplicableTradeTax`],
]

/** BR-FR-16: the rates in all notations of the artefact. */
const RATE_SPELLINGS: ReadonlySet<string> = new Set(
  (
    '0 0.0 0.00 10 10.0 10.00 13 13.0 13.00 20 20.0 20.00 8.5 8.50 19.6 19.60 2.1 2.10 5.5 5.50 7 7.0 7.00 20.6 20.60 1.05 ' +
    '0.9 0.90 1.75 9.2 9.20 9.6 9.60'
  ).split(' '),
)

const AMOUNT = /^-?\p{Nd}{1,19}(?:\.\p{Nd}{1,2})?$/u
const QUANTITY = /^-?\p{Nd}{1,19}(?:\.\p{Nd}{1,4})?$/u
const PRICE = /^\p{Nd}{1,19}(?:\.\p{Nd}{1,6})?$/u
const SIGNED_PRICE = /^-?\p{Nd}{1,19}(?:\.\p{Nd}{1,6})?$/u
const RATE = /^\p{Nd}{1,4}(?:\.\p{Nd}{1,2})?$/u

/**
 * BR-FR-16 and BR-FR-DEC-01 to -04 of a document, on the original numbers, including leading and
 * trailing zeros.
 */
export function numberAssertions(syntax: Syntax): readonly Assertions[] {
  return [
    ...AMOUNTS.map(([suffix, ...places]) =>
      inContext(at(syntax, places), {
        [`BR-FR-DEC-01_${suffix}`]: ({ stringValue }) => isWritten(stringValue, AMOUNT, 19),
      }),
    ),
    ...NUMBERS.map(([id, form, ubl, cii, child]) =>
      inContext(at(syntax, [ubl, cii]), { [`BR-FR-${id}`]: numberTest(syntax, form, child) }),
    ),
    ...RATES.flatMap(([suffix, ...places]) => rateRules(syntax, suffix, places)),
  ]
}

/** Invoices in both directions (S9, B9, M9) may have negative prices. */
function numberTest(syntax: Syntax, form: 'quantity' | 'price', child: string | undefined): Test {
  return (element, { root }) => {
    const isOwn = syntax === 'cii' || !child
    const written = isOwn ? element.stringValue : text(element, child)
    if (syntax === 'ubl' && child !== undefined && normalised(written) === '') return true
    if (form === 'quantity') return isWritten(written, QUANTITY, 19)
    return isWritten(written, runs(root, TWO_WAYS) ? SIGNED_PRICE : PRICE, 19)
  }
}

/** BR-FR-16 and BR-FR-DEC-04. BR-FR-16 does not check the lines of a UBL credit note. */
function rateRules(syntax: Syntax, suffix: string, places: Places): readonly Assertions[] {
  const isUbl = syntax === 'ubl'
  const name = isUbl ? 'cbc:Percent' : 'ram:RateApplicablePercent'
  const known: Test = (tax) => {
    if (isUbl && suffix === 'BT-152' && tax.parent?.parent?.name !== 'cac:InvoiceLine') return true
    const rate = only(tax, name)
    return rate === undefined || (!isUbl && rate.stringValue === '') || RATE_SPELLINGS.has(rate.stringValue)
  }
  const taxes = at(syntax, places)
  return [
    inContext(taxes, { [`BR-FR-16_${isUbl && suffix === 'BT-96_BT-103' ? 'BT-96' : suffix}`]: known }),
    inContext((document) => taxes(document).flatMap((tax) => all(tax, name)), {
      [`BR-FR-DEC-04_${suffix}`]: ({ stringValue }) => isWritten(stringValue, RATE, 4),
    }),
  ]
}

/** The form, and the maximum length without the point. The sign counts. */
function isWritten(text: string, form: RegExp, length: number): boolean {
  const written = normalised(text)
  return form.test(written) && [...written.replaceAll('.', '')].length <= length
}
