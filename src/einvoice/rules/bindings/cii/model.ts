import type { XmlElement } from '../../../xml/element.js'
import { isBlank } from '../../../xml/white-space.js'
import { along, type JudgedDocument, type Assertions, everywhere, ROOT, type Test, inContext } from '../binding.js'
import { AGREEMENT, DELIVERY, isOfVat, LINE_TOTAL, LINES, SETTLEMENT, taxNumbers } from './facts.js'
import { CII_TOTALS_RULES } from './totals.js'
import { isAtLeastZero } from '../doubles.js'
import { reductionRules } from '../reductions.js'
import {
  all,
  count,
  filled,
  first,
  has,
  is,
  plain,
  SeveralValues,
  twoDecimals,
  writtenWithTwoDecimals,
} from '../xpath.js'

/**
 * Charges or allowances whose indicator is that text, once for each indicator: the rules on their
 * parts compare it as text, others as a boolean. An indicator with both texts is an allowance's.
 */
export function worded(parent: string, word: 'true' | 'false') {
  const inParent = along(`${parent}/ram:SpecifiedTradeAllowanceCharge`)
  const isWorded = (indicator: XmlElement): boolean =>
    is(indicator, 'udt:Indicator', word) && (word === 'false' || !is(indicator, 'udt:Indicator', 'false'))
  return (document: JudgedDocument): readonly XmlElement[] =>
    inParent(document).flatMap((each) =>
      each.all('ram:ChargeIndicator').flatMap((one) => (isWorded(one) ? [each] : [])),
    )
}

/** A reason of an allowance or charge, as text or as a code. */
export const hasReason: Test = (each) => has(each, 'ram:Reason') || has(each, 'ram:ReasonCode')

const REDUCTIONS = reductionRules({
  hasAmount: (each) => has(each, 'ram:ActualAmount'),
  hasReason,
  hasCategory: (each) => ofVat(all(each, 'ram:CategoryTradeTax')).some((tax) => has(tax, 'ram:CategoryCode')),
  shortAmount: (each) => {
    const amount = first(each, 'ram:ActualAmount')
    return amount === undefined || writtenWithTwoDecimals(amount)
  },
  shortBase: (each) => twoDecimals(each, 'ram:BasisAmount'),
})

function ofVat(taxes: readonly XmlElement[]): readonly XmlElement[] {
  return taxes.filter(isOfVat)
}

/**
 * The model rules of the CII binding of EN 16931; those of the VAT categories are in `cii-vat.ts`.
 */
export const CII_MODEL_RULES: readonly Assertions[] = [
  inContext(everywhere('ram:DesignatedProductClassification'), {
    'BR-65': (each) => !has(each, 'ram:ClassCode') || filledAttribute(first(each, 'ram:ClassCode'), 'listID'),
  }),
  inContext(everywhere('ram:AdditionalReferencedDocument'), {
    'BR-52': (each) => filled(each, 'ram:IssuerAssignedID'),
  }),
  inContext(everywhere('ram:ApplicableTradeSettlementFinancialCard'), {
    'BR-51': (card) => plain(card, 'ram:ID').length <= 10,
  }),
  inContext((document) => document.named('ram:SpecifiedTradeSettlementPaymentMeans').flatMap(transferAccounts), {
    'BR-50': (account) => filled(account, 'ram:IBANID') || filled(account, 'ram:ProprietaryID'),
    'BR-61': (account) => has(account, 'ram:IBANID') || has(account, 'ram:ProprietaryID'),
  }),
  inContext(({ root }) => all(root, DELIVERY), {
    'BR-57': (delivery) =>
      !has(delivery, 'ram:ShipToTradeParty/ram:PostalTradeAddress') ||
      filled(delivery, 'ram:ShipToTradeParty/ram:PostalTradeAddress/ram:CountryID'),
  }),
  REDUCTIONS.documentAllowances(worded('ram:ApplicableHeaderTradeSettlement', 'false')),
  REDUCTIONS.documentCharges(worded('ram:ApplicableHeaderTradeSettlement', 'true')),
  REDUCTIONS.lineAllowances(worded('ram:SpecifiedLineTradeSettlement', 'false')),
  REDUCTIONS.lineCharges(worded('ram:SpecifiedLineTradeSettlement', 'true')),
  inContext(ROOT, {
    'BR-01': (root) =>
      filled(root, 'rsm:ExchangedDocumentContext/ram:GuidelineSpecifiedDocumentContextParameter/ram:ID'),
    'BR-02': (root) => filled(root, 'rsm:ExchangedDocument/ram:ID'),
    'BR-03': (root) =>
      all(root, 'rsm:ExchangedDocument/ram:IssueDateTime/udt:DateTimeString').some(
        (date) => date.attribute('format') === '102' && date.stringValue !== '' && !isBlank(date.stringValue),
      ),
    'BR-04': (root) => filled(root, 'rsm:ExchangedDocument/ram:TypeCode'),
    'BR-05': (root) => filled(root, `${SETTLEMENT}/ram:InvoiceCurrencyCode`),
    'BR-06': (root) => filled(root, `${AGREEMENT}/ram:SellerTradeParty/ram:Name`),
    'BR-07': (root) => filled(root, `${AGREEMENT}/ram:BuyerTradeParty/ram:Name`),
    'BR-08': (root) => has(root, `${AGREEMENT}/ram:SellerTradeParty/ram:PostalTradeAddress`),
    'BR-09': (root) => filled(root, `${AGREEMENT}/ram:SellerTradeParty/ram:PostalTradeAddress/ram:CountryID`),
    'BR-10': (root) => has(root, `${AGREEMENT}/ram:BuyerTradeParty/ram:PostalTradeAddress`),
    'BR-11': (root) => filled(root, `${AGREEMENT}/ram:BuyerTradeParty/ram:PostalTradeAddress/ram:CountryID`),
    'BR-16': (_, document) => LINES(document).length > 0,
    'BR-62': (root) => hasScheme(root, `${AGREEMENT}/ram:SellerTradeParty`),
    'BR-63': (root) => hasScheme(root, `${AGREEMENT}/ram:BuyerTradeParty`),
  }),
  inContext(LINES, {
    'BR-21': (line) => filled(line, 'ram:AssociatedDocumentLineDocument/ram:LineID'),
    'BR-22': (line) => has(line, 'ram:SpecifiedLineTradeDelivery/ram:BilledQuantity'),
    'BR-23': (line) =>
      all(line, 'ram:SpecifiedLineTradeDelivery/ram:BilledQuantity').some(
        (quantity) => quantity.attribute('unitCode') !== undefined,
      ),
    'BR-24': (line) => has(line, LINE_TOTAL),
    'BR-25': (line) => filled(line, 'ram:SpecifiedTradeProduct/ram:Name'),
    'BR-26': (line) => has(line, 'ram:SpecifiedLineTradeAgreement/ram:NetPriceProductTradePrice/ram:ChargeAmount'),
    'BR-27': (line) =>
      isAtLeastZero(line, 'ram:SpecifiedLineTradeAgreement/ram:NetPriceProductTradePrice/ram:ChargeAmount'),
    'BR-28': (line) => {
      const gross = 'ram:SpecifiedLineTradeAgreement/ram:GrossPriceProductTradePrice/ram:ChargeAmount'
      return !has(line, gross) || isAtLeastZero(line, gross)
    },
    'BR-64': (line) =>
      !has(line, 'ram:SpecifiedTradeProduct/ram:GlobalID') ||
      filledAttribute(first(line, 'ram:SpecifiedTradeProduct/ram:GlobalID'), 'schemeID'),
    'BR-CO-04': (line) =>
      ofVat(all(line, 'ram:SpecifiedLineTradeSettlement/ram:ApplicableTradeTax')).some((tax) =>
        has(tax, 'ram:CategoryCode'),
      ),
    'BR-CO-18': (_, document) => document.once(hasBreakdown),
    'BR-DEC-23': (line) => twoDecimals(line, LINE_TOTAL),
  }),
  inContext(along('ram:SpecifiedLineTradeSettlement/ram:BillingSpecifiedPeriod'), {
    'BR-30': inOrder,
    'BR-CO-20': (period) => has(period, 'ram:StartDateTime') || has(period, 'ram:EndDateTime'),
  }),
  inContext(along('ram:ApplicableHeaderTradeSettlement/ram:BillingSpecifiedPeriod'), {
    'BR-29': inOrder,
    'BR-CO-19': (period) => has(period, 'ram:StartDateTime') || has(period, 'ram:EndDateTime'),
  }),
  inContext(everywhere('ram:ApplicableProductCharacteristic'), {
    'BR-54': (each) => has(each, 'ram:Description') && has(each, 'ram:Value'),
  }),
  inContext(everywhere('ram:PayeeTradeParty'), { 'BR-17': isNotSeller }),
  inContext(everywhere('ram:SpecifiedTradeSettlementPaymentMeans'), { 'BR-49': (means) => has(means, 'ram:TypeCode') }),
  inContext(({ root }) => all(root, `${SETTLEMENT}/ram:InvoiceReferencedDocument`), {
    'BR-55': (reference) => filled(reference, 'ram:IssuerAssignedID'),
  }),
  inContext(everywhere('ram:SellerTradeParty'), {
    'BR-CO-26': (seller) =>
      has(seller, 'ram:ID') ||
      has(seller, 'ram:GlobalID') ||
      has(seller, 'ram:SpecifiedLegalOrganization/ram:ID') ||
      taxNumbers(seller, 'VA').length > 0,
  }),
  inContext(everywhere('ram:SellerTaxRepresentativeTradeParty'), {
    'BR-18': (party) => filled(party, 'ram:Name'),
    'BR-19': (party) => has(party, 'ram:PostalTradeAddress'),
    'BR-20': (party) => filled(party, 'ram:PostalTradeAddress/ram:CountryID'),
    // normalize-space() accepts one number.
    'BR-56': (party) => {
      const [number, second] = taxNumbers(party, 'VA')
      if (second !== undefined) throw new SeveralValues(second)
      return number !== undefined && !isBlank(number.stringValue)
    },
  }),
  ...CII_TOTALS_RULES,
  inContext((document) => document.named('ram:SpecifiedTaxRegistration').flatMap((each) => vatNumbers(each)), {
    'BR-CO-09': (id, { codes }) => {
      const prefix = id.stringValue.slice(0, 2)
      return prefix === 'EL' || codes.countries.has(prefix)
    },
  }),
]

function transferAccounts(means: XmlElement): readonly XmlElement[] {
  return is(means, 'ram:TypeCode', '30') || is(means, 'ram:TypeCode', '58')
    ? all(means, 'ram:PayeePartyCreditorFinancialAccount')
    : []
}

function filledAttribute(element: XmlElement | undefined, attribute: string): boolean {
  return !isBlank(element?.attribute(attribute))
}

function hasScheme(root: XmlElement, party: string): boolean {
  const [address] = all(root, `${party}/ram:URIUniversalCommunication`)
  return address === undefined || filledAttribute(first(address, 'ram:URIID'), 'schemeID')
}

/** Dates in format 102, compared as texts. */
function inOrder(period: XmlElement): boolean {
  if (!has(period, 'ram:StartDateTime') || !has(period, 'ram:EndDateTime')) return true
  const days = (name: string): readonly string[] =>
    all(period, `${name}/udt:DateTimeString`)
      .filter((each) => each.attribute('format') === '102')
      .map((each) => each.stringValue)
  return days('ram:EndDateTime').some((end) => days('ram:StartDateTime').some((start) => end >= start))
}

/** BR-17 also requires that the payee is not the seller, by name and by identifiers. */
function isNotSeller(payee: XmlElement): boolean {
  const transaction = payee.parent?.parent
  const sellers = transaction == null ? [] : all(transaction, 'ram:ApplicableHeaderTradeAgreement/ram:SellerTradeParty')
  const shares = (path: string): boolean =>
    all(payee, path).some((mine) => sellers.some((seller) => is(seller, path, mine.stringValue)))
  return (
    count(payee, 'ram:Name') > 0 &&
    !shares('ram:Name') &&
    !shares('ram:ID') &&
    !shares('ram:SpecifiedLegalOrganization/ram:ID')
  )
}

function vatNumbers(registration: XmlElement): readonly XmlElement[] {
  return registration.all('ram:ID').filter((id) => id.attribute('schemeID') === 'VA')
}

/** `//rsm:SupplyChainTradeTransaction/…`: of any transaction. */
function hasBreakdown(document: JudgedDocument): boolean {
  return document.named('rsm:SupplyChainTradeTransaction').some((each) => has(each, BREAKDOWN))
}

const BREAKDOWN = 'ram:ApplicableHeaderTradeSettlement/ram:ApplicableTradeTax'
