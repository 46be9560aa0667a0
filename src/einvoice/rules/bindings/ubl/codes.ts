import type { CodeList } from '../../../codes/code-list.js'
import type { CodeLists } from '../../../codes/code-lists.js'
import type { XmlElement } from '../../../xml/element.js'
import { normalised } from '../../../xml/white-space.js'
import {
  along,
  type JudgedDocument,
  type Assertions,
  everywhere,
  ofAttribute,
  type Test,
  inContext,
} from '../binding.js'
import { is, isJudgedAs } from '../xpath.js'

type ListName = keyof CodeLists

/**
 * Whether a code is in a list, ignoring surrounding white space: the artefacts compare all codes
 * but media types this way.
 */
export function isListed(code: string | undefined, list: CodeList): boolean {
  return code !== undefined && (list.has(code) || list.has(normalised(code)))
}

/** The text of an element is a code of a list. */
export function listed(list: ListName): Test {
  return (element, { codes }) => isListed(element.stringValue, codes[list])
}

/** An attribute of an element is a code of a list; elements without it pass. */
export function attributeListed(attribute: string, list: ListName): Test {
  return ofAttribute(attribute, (code, { codes }) => code === undefined || isListed(code, codes[list]))
}

/** BR-CL-10: seller and payee may also have a SEPA creditor identifier. */
export const isPartyScheme = ofAttribute('schemeID', (scheme, { codes }, id) => {
  if (scheme === undefined || isListed(scheme, codes.iso6523)) return true
  if (normalised(scheme) !== 'SEPA') return false
  for (let at = id.parent; at !== null; at = at.parent)
    if (at.name === 'cac:AccountingSupplierParty' || at.name === 'cac:PayeeParty') return true
  return false
})

/** Amounts whose currency BR-CL-03 checks. */
const AMOUNTS = [
  ...['Amount', 'BaseAmount', 'PriceAmount', 'TaxAmount', 'TaxableAmount', 'LineExtensionAmount', 'TaxExclusiveAmount'],
  ...['TaxInclusiveAmount', 'AllowanceTotalAmount', 'ChargeTotalAmount', 'PrepaidAmount', 'PayableRoundingAmount'],
  'PayableAmount',
].map((name) => `cbc:${name}`)

const QUANTITIES = ['cbc:InvoicedQuantity', 'cbc:BaseQuantity', 'cbc:CreditedQuantity']

/** BR-CL-03 and BR-CL-23 of the current edition: currencies and units of EN 16931's elements. */
export const UBL_CURRENT_CODES: readonly Assertions[] = [
  inContext(everywhere(...AMOUNTS), {
    'BR-CL-03': ofAttribute('currencyID', (code, { codes }) => isListed(code ?? '', codes.currencies)),
  }),
  inContext(everywhere(...QUANTITIES), { 'BR-CL-23': attributeListed('unitCode', 'units') }),
]

/** The same rules in older editions: every currency and every unit of the document. */
export const UBL_OLDER_CODES: readonly Assertions[] = [
  inContext(everywhere('@currencyID'), { 'BR-CL-03': attributeListed('currencyID', 'currencies') }),
  inContext(everywhere('@unitCode'), { 'BR-CL-23': attributeListed('unitCode', 'units') }),
]

/** BR-CL-01 to BR-CL-26 of the UBL binding, except BR-CL-03 and BR-CL-23. */
export const UBL_CODE_RULES: readonly Assertions[] = [
  inContext(({ root }) => root.all('cbc:Note'), { 'BR-CL-08': hasNoteSubject }),
  inContext(everywhere('cbc:InvoiceTypeCode'), { 'BR-CL-01': listed('invoiceTypes') }),
  inContext(everywhere('cbc:CreditNoteTypeCode'), { 'BR-CL-01': listed('creditNoteTypes') }),
  inContext(everywhere('cbc:DocumentCurrencyCode'), { 'BR-CL-04': listed('currencies') }),
  inContext(everywhere('cbc:TaxCurrencyCode'), { 'BR-CL-05': listed('currencies') }),
  inContext(along('cac:InvoicePeriod/cbc:DescriptionCode'), { 'BR-CL-06': listed('taxPointDates') }),
  inContext(objects, { 'BR-CL-07': attributeListed('schemeID', 'referenceQualifiers') }),
  inContext(along('cac:PartyIdentification/cbc:ID'), { 'BR-CL-10': isPartyScheme }),
  inContext(along('cac:PartyLegalEntity/cbc:CompanyID'), { 'BR-CL-11': attributeListed('schemeID', 'iso6523') }),
  inContext(along('cac:CommodityClassification/cbc:ItemClassificationCode'), {
    'BR-CL-13': attributeListed('listID', 'itemClassifications'),
  }),
  inContext(along('cac:Country/cbc:IdentificationCode'), { 'BR-CL-14': listed('countries') }),
  inContext(along('cac:OriginCountry/cbc:IdentificationCode'), { 'BR-CL-15': listed('countries') }),
  inContext(along('cac:PaymentMeans/cbc:PaymentMeansCode'), { 'BR-CL-16': listed('paymentMeans') }),
  inContext(along('cac:TaxCategory/cbc:ID'), { 'BR-CL-17': listed('vatCategories') }),
  inContext(along('cac:ClassifiedTaxCategory/cbc:ID'), { 'BR-CL-18': listed('vatCategories') }),
  inContext(reasons(false), { 'BR-CL-19': listed('allowanceReasons') }),
  inContext(reasons(true), { 'BR-CL-20': listed('chargeReasons') }),
  inContext(along('cac:StandardItemIdentification/cbc:ID'), { 'BR-CL-21': attributeListed('schemeID', 'iso6523') }),
  inContext(everywhere('cbc:TaxExemptionReasonCode'), {
    'BR-CL-22': (code, { codes }) => isListed(code.stringValue.toUpperCase(), codes.exemptionReasons),
  }),
  inContext(everywhere('cbc:EmbeddedDocumentBinaryObject'), {
    'BR-CL-24': ofAttribute('mimeCode', (type, { codes }) => codes.mimeTypes.has(type ?? 'application/pdf')),
  }),
  inContext(everywhere('cbc:EndpointID'), { 'BR-CL-25': attributeListed('schemeID', 'electronicAddressSchemes') }),
  inContext(along('cac:DeliveryLocation/cbc:ID'), { 'BR-CL-26': attributeListed('schemeID', 'iso6523') }),
]

/**
 * BR-CL-08: three characters between the first two number signs count as a code. They may match
 * anywhere in the list's text, so the end of one code, a space and the beginning of the next would
 * also pass.
 */
function hasNoteSubject(note: XmlElement, { codes }: JudgedDocument): boolean {
  const code = /^[^#]*#([^#]{3})#/su.exec(note.stringValue)?.[1]
  return code === undefined || codes.noteSubjects.has(code)
}

/** Identifiers of BT-18 and BT-128. */
function objects(document: JudgedDocument): readonly XmlElement[] {
  return ['cac:AdditionalDocumentReference', 'cac:DocumentReference'].flatMap((name) =>
    document
      .named(name)
      .filter((reference) => is(reference, 'cbc:DocumentTypeCode', '130'))
      .flatMap((reference) => reference.all('cbc:ID')),
  )
}

/** Reason codes of allowances or charges. */
export function reasons(isCharge: boolean) {
  return (document: JudgedDocument): readonly XmlElement[] =>
    document
      .named('cac:AllowanceCharge')
      .filter((each) => isJudgedAs(each, 'cbc:ChargeIndicator', isCharge))
      .flatMap((each) => each.all('cbc:AllowanceChargeReasonCode'))
}
