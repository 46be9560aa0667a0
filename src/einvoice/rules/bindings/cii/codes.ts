import type { XmlElement } from '../../../xml/element.js'
import { ofAttribute, along, type JudgedDocument, type Assertions, everywhere, inContext } from '../binding.js'
import { isJudgedAs } from '../xpath.js'
import { CHARGE_INDICATOR } from './facts.js'
import { attributeListed, isListed, listed } from '../ubl/codes.js'

/** BR-CL-01 to BR-CL-26 of the CII binding. */
export const CII_CODE_RULES: readonly Assertions[] = [
  inContext(along('rsm:ExchangedDocument/ram:TypeCode'), {
    'BR-CL-01': (code, { codes }) =>
      isListed(code.stringValue, codes.invoiceTypes) || isListed(code.stringValue, codes.creditNoteTypes),
  }),
  inContext(everywhere('ram:TaxTotalAmount'), { 'BR-CL-03': attributeListed('currencyID', 'currencies') }),
  inContext(everywhere('ram:InvoiceCurrencyCode'), { 'BR-CL-04': listed('currencies') }),
  inContext(everywhere('ram:TaxCurrencyCode'), { 'BR-CL-05': listed('currencies') }),
  inContext(everywhere('ram:DueDateTypeCode'), { 'BR-CL-06': listed('taxPointDates') }),
  inContext(everywhere('ram:ReferenceTypeCode'), { 'BR-CL-07': listed('referenceQualifiers') }),
  inContext(everywhere('ram:SubjectCode'), { 'BR-CL-08': listed('noteSubjects') }),
  inContext(outside('ram:GlobalID', 'ram:SpecifiedTradeProduct', 'ram:ShipToTradeParty'), {
    'BR-CL-10': attributeListed('schemeID', 'iso6523'),
  }),
  inContext(outside('ram:ID', 'ram:SpecifiedTaxRegistration'), { 'BR-CL-11': attributeListed('schemeID', 'iso6523') }),
  inContext(everywhere('ram:ClassCode'), { 'BR-CL-13': attributeListed('listID', 'itemClassifications') }),
  inContext(everywhere('ram:CountryID'), { 'BR-CL-14': listed('countries') }),
  inContext(along('ram:OriginTradeCountry/ram:ID'), { 'BR-CL-15': originCountry }),
  inContext(along('ram:SpecifiedTradeSettlementPaymentMeans/ram:TypeCode'), { 'BR-CL-16': listed('paymentMeans') }),
  inContext(along('ram:CategoryTradeTax/ram:CategoryCode'), { 'BR-CL-17': listed('vatCategories') }),
  inContext(along('ram:ApplicableTradeTax/ram:CategoryCode'), { 'BR-CL-18': listed('vatCategories') }),
  inContext(reasons(false), { 'BR-CL-19': listed('allowanceReasons') }),
  inContext(reasons(true), { 'BR-CL-20': listed('chargeReasons') }),
  inContext(along('ram:SpecifiedTradeProduct/ram:GlobalID'), { 'BR-CL-21': attributeListed('schemeID', 'iso6523') }),
  inContext(everywhere('ram:ExemptionReasonCode'), {
    'BR-CL-22': (code, { codes }) => isListed(code.stringValue.toUpperCase(), codes.exemptionReasons),
  }),
  inContext(everywhere('ram:BasisQuantity', 'ram:BilledQuantity'), {
    'BR-CL-23': attributeListed('unitCode', 'units'),
  }),
  inContext(everywhere('ram:AttachmentBinaryObject'), {
    'BR-CL-24': ofAttribute('mimeCode', (type, { codes }) => codes.mimeTypes.has(type ?? 'application/pdf')),
  }),
  inContext(along('ram:URIUniversalCommunication/ram:URIID'), {
    'BR-CL-25': attributeListed('schemeID', 'electronicAddressSchemes'),
  }),
  inContext(along('ram:ApplicableHeaderTradeDelivery/ram:ShipToTradeParty/ram:GlobalID'), {
    'BR-CL-26': attributeListed('schemeID', 'iso6523'),
  }),
]

/** Elements with a name that are not inside any of these. */
export function outside(name: string, ...ancestors: readonly string[]) {
  return (document: JudgedDocument): readonly XmlElement[] =>
    document.named(name).filter((element) => {
      for (let at = element.parent; at !== null; at = at.parent) if (ancestors.includes(at.name)) return false
      return true
    })
}

/**
 * BR-CL-11 has already checked a country with a scheme, and of two rules of a pattern only the
 * first is judged.
 */
function originCountry(id: XmlElement, document: JudgedDocument): boolean {
  return id.attribute('schemeID') !== undefined || listed('countries')(id, document)
}

/** Reason codes of allowances or charges. */
export function reasons(charges: boolean) {
  return (document: JudgedDocument): readonly XmlElement[] =>
    document
      .named('ram:SpecifiedTradeAllowanceCharge')
      .filter((each) => isJudgedAs(each, CHARGE_INDICATOR, charges))
      .flatMap((each) => each.all('ram:ReasonCode'))
}
