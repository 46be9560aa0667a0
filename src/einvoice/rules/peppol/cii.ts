import { DIRECT_DEBITS } from '../../codes/payment-means.js'
import { compareToZero } from '../bindings/doubles.js'
import { Decimal } from '../../model/decimal.js'
import {
  along,
  type JudgedDocument,
  type Assertions,
  type Context,
  everywhere,
  inContext,
} from '../bindings/binding.js'
import { all, decimal, decimalOf, has, is, only, plain, plainTextOf, same, SeveralValues } from '../bindings/xpath.js'
import { HALF, isWithin, TWO_CENTS } from './slack.js'
import { where } from './facts.js'
import { isWorded, never, percentageRules } from './percentages.js'
import type { XmlElement } from '../../xml/element.js'

const SETTLEMENT = 'rsm:SupplyChainTradeTransaction/ram:ApplicableHeaderTradeSettlement'
const TAX_TOTALS = 'ram:SpecifiedTradeSettlementHeaderMonetarySummation/ram:TaxTotalAmount'
const LINE = 'ram:IncludedSupplyChainTradeLineItem'
const PERIOD = 'ram:BillingSpecifiedPeriod'
const GROSS = 'ram:GrossPriceProductTradePrice'
const NET = 'ram:NetPriceProductTradePrice'
const INDICATOR = 'ram:ChargeIndicator/udt:Indicator'

/** `$slackValue`. */
function slackOf({ root }: JudgedDocument): Decimal {
  return is(root, `${SETTLEMENT}/ram:InvoiceCurrencyCode`, 'HUF') ? HALF : TWO_CENTS
}

/** The rules that XRechnung adopted from Peppol, for a Cross Industry Invoice. */
export const PEPPOL_CII: readonly Assertions[] = [
  inContext(
    ({ document, root }: JudgedDocument) =>
      (root.isEmpty ? [root] : document.empties()).filter(({ name }) => name !== 'ram:ApplicableHeaderTradeDelivery'),
    { 'PEPPOL-EN16931-R008': never },
  ),
  inContext(everywhere('rsm:ExchangedDocumentContext'), {
    'PEPPOL-EN16931-R001': (context) => has(context, 'ram:BusinessProcessSpecifiedDocumentContextParameter/ram:ID'),
  }),
  inContext(everywhere('ram:ApplicableHeaderTradeSettlement'), {
    'PEPPOL-EN16931-R005': (settlement) =>
      !has(settlement, 'ram:TaxCurrencyCode') ||
      plainTextOf(settlement, 'ram:TaxCurrencyCode') !== plainTextOf(settlement, 'ram:InvoiceCurrencyCode'),
    'PEPPOL-EN16931-R053': (settlement, document) =>
      totals(settlement, (currency) => codes(document, 'ram:InvoiceCurrencyCode').includes(currency)).length <= 1,
    'PEPPOL-EN16931-R054': (settlement, document) =>
      totals(settlement, (currency) => codes(document, 'ram:InvoiceCurrencyCode').some((code) => code !== currency))
        .length === (has(settlement, 'ram:TaxCurrencyCode') ? 1 : 0),
    'PEPPOL-EN16931-R055': haveOneSign,
  }),
  inContext(everywhere('ram:BuyerTradeParty'), { 'PEPPOL-EN16931-R010': hasElectronicAddress }),
  inContext(everywhere('ram:SellerTradeParty'), { 'PEPPOL-EN16931-R020': hasElectronicAddress }),
  ...percentageRules(
    {
      reductions: everywhere('ram:SpecifiedTradeAllowanceCharge'),
      percentage: 'ram:CalculationPercent',
      base: 'ram:BasisAmount',
      amount: 'ram:ActualAmount',
      indicator: INDICATOR,
      indicatorRule: 'PEPPOL-EN16931-R043-1',
    },
    slackOf,
  ),
  inContext(everywhere('ram:AppliedTradeAllowanceCharge'), { 'PEPPOL-EN16931-R043-2': isWorded(INDICATOR) }),
  inContext(
    where(everywhere('ram:SpecifiedTradeSettlementPaymentMeans'), (means) =>
      DIRECT_DEBITS.has(plain(means, 'ram:TypeCode')),
    ),
    {
      'PEPPOL-EN16931-R061': ({ parent }) =>
        parent !== null && has(parent, 'ram:SpecifiedTradePaymentTerms/ram:DirectDebitMandateID'),
    },
  ),
  inContext(periodOfLines('ram:StartDateTime'), {
    'PEPPOL-EN16931-R110': (date) => compare(date, (line, document) => line >= document),
  }),
  inContext(periodOfLines('ram:EndDateTime'), {
    'PEPPOL-EN16931-R111': (date) => compare(date, (line, document) => line <= document),
  }),
  inContext(everywhere(LINE), {
    'PEPPOL-EN16931-R120': (line, document) => {
      const stated = decimal(
        line,
        'ram:SpecifiedLineTradeSettlement/ram:SpecifiedTradeSettlementLineMonetarySummation/ram:LineTotalAmount',
      )
      return isWithin(slackOf(document), stated ?? Decimal.zero, netAmount(line))
    },
    'PEPPOL-EN16931-R101': (line) => {
      const references = 'ram:SpecifiedLineTradeSettlement/ram:AdditionalReferencedDocument'
      return !has(line, references) || is(line, `${references}/ram:TypeCode`, '130')
    },
  }),
  inContext(everywhere(NET, GROSS), {
    'PEPPOL-EN16931-R121': (price) => {
      const quantity = only(price, 'ram:BasisQuantity')
      return quantity === undefined || decimalOf(quantity)?.isPositive() === true
    },
  }),
  inContext(
    where(
      everywhere('ram:BasisQuantity'),
      (quantity) =>
        quantity.attribute('unitCode') !== undefined &&
        (quantity.parent?.name === NET || quantity.parent?.name === GROSS),
    ),
    {
      'PEPPOL-EN16931-R130': (quantity) => {
        const line = quantity.parent?.parent?.parent
        const billed = line == null ? [] : all(line, 'ram:SpecifiedLineTradeDelivery/ram:BilledQuantity')
        return billed.some((each) => each.attribute('unitCode') === quantity.attribute('unitCode'))
      },
    },
  ),
  inContext(along(`rsm:SupplyChainTradeTransaction/${LINE}/ram:SpecifiedLineTradeAgreement/${GROSS}`), {
    'PEPPOL-EN16931-R044': (price) =>
      !has(price, 'ram:AppliedTradeAllowanceCharge/ram:ActualAmount') ||
      is(price, 'ram:AppliedTradeAllowanceCharge/ram:ChargeIndicator/udt:Indicator', 'false'),
    'PEPPOL-EN16931-R046': (price) => {
      if (!has(price, 'ram:ChargeAmount') || price.parent === null) return true
      const discount = firstDiscount(price)
      return same(decimal(price.parent, `${NET}/ram:ChargeAmount`), decimal(price, 'ram:ChargeAmount')?.minus(discount))
    },
  }),
]

function hasElectronicAddress(party: XmlElement): boolean {
  return has(party, 'ram:URIUniversalCommunication/ram:URIID')
}

/** VAT totals whose currency passes. */
function totals(settlement: XmlElement, passes: (currency: string) => boolean): readonly XmlElement[] {
  return all(settlement, TAX_TOTALS).filter((total) => {
    const currency = total.attribute('currencyID')
    return currency !== undefined && passes(currency)
  })
}

function codes({ root }: JudgedDocument, name: string): readonly string[] {
  return all(root, `${SETTLEMENT}/${name}`).map(({ stringValue }) => stringValue)
}

function haveOneSign(settlement: XmlElement, document: JudgedDocument): boolean {
  const amountsIn = (name: string): readonly number[] =>
    totals(settlement, (currency) => codes(document, name).includes(currency)).map(compareToZero)
  const [own, stated] = [amountsIn('ram:InvoiceCurrencyCode'), amountsIn('ram:TaxCurrencyCode')]
  if (codes(document, 'ram:TaxCurrencyCode').length === 0 || own.length === 0) return true
  const some = (holds: (sign: number) => boolean): boolean => stated.some(holds) && own.some(holds)
  return some((sign) => sign < 0) || some((sign) => sign >= 0)
}

/** Dates of the lines' periods, if the document has the same date. */
function periodOfLines(date: string): Context {
  return ({ root }) =>
    root
      .all('rsm:SupplyChainTradeTransaction')
      .filter((transaction) => has(transaction, `ram:ApplicableHeaderTradeSettlement/${PERIOD}/${date}`))
      .flatMap((transaction) => all(transaction, `${LINE}/ram:SpecifiedLineTradeSettlement/${PERIOD}/${date}`))
}

/** Dates of CII are compared as texts. */
function compare(date: XmlElement, holds: (line: string, document: string) => boolean): boolean {
  const transaction = date.parent?.parent?.parent?.parent
  if (transaction == null) return false
  const ofDocument = all(transaction, `ram:ApplicableHeaderTradeSettlement/${PERIOD}/${date.name}/udt:DateTimeString`)
  return date
    .all('udt:DateTimeString')
    .some((line) => ofDocument.some((document) => holds(line.stringValue, document.stringValue)))
}

/**
 * Quantity × (net price / base quantity) + charges − allowances; the base quantity is that of the
 * net price, or else of the gross price.
 */
function netAmount(line: XmlElement): Decimal {
  const price = `ram:SpecifiedLineTradeAgreement/${NET}`
  const quantity = decimal(line, 'ram:SpecifiedLineTradeDelivery/ram:BilledQuantity') ?? Decimal.of(1)
  const net = decimal(line, `${price}/ram:ChargeAmount`) ?? Decimal.zero
  const base = baseQuantity(line, price) ?? baseQuantity(line, `ram:SpecifiedLineTradeAgreement/${GROSS}`)
  const unitPrice = base === undefined ? net : net.dividedBy(base)
  return quantity.times(unitPrice).plus(roundedSum(line, 'true')).minus(roundedSum(line, 'false'))
}

function baseQuantity(line: XmlElement, price: string): Decimal | undefined {
  const quantity = decimal(line, `${price}/ram:BasisQuantity`)
  return quantity?.isZero() === true ? undefined : quantity
}

/** The sum of the charges (`true`) or allowances (`false`) of a line. */
function roundedSum(line: XmlElement, indicator: 'true' | 'false'): Decimal {
  const parts = all(line, 'ram:SpecifiedLineTradeSettlement/ram:SpecifiedTradeAllowanceCharge').filter(
    (each) => plain(each, 'ram:ChargeIndicator/udt:Indicator') === indicator,
  )
  const amounts = parts.flatMap((each) => each.all('ram:ActualAmount'))
  return Decimal.sum(amounts.flatMap((amount) => decimalOf(amount) ?? [])).roundHalfUp(2)
}

/** The first amount of the discount. @throws SeveralValues if there are several discounts */
function firstDiscount(price: XmlElement): Decimal {
  const [discount, second] = price
    .all('ram:AppliedTradeAllowanceCharge')
    .flatMap((each) => each.child('ram:ActualAmount') ?? [])
  if (second !== undefined) throw new SeveralValues(second)
  return decimalOf(discount) ?? Decimal.zero
}
