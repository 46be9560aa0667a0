import type { XmlElement } from '../../../xml/element.js'
import { along, type JudgedDocument, type Assertions, everywhere, ROOT, type Test, inContext } from '../binding.js'
import { BUYER, LINES, SELLER } from './facts.js'
import { all, count, has, is, isJudgedAs, writtenWithTwoDecimals } from '../xpath.js'

/** At most one of that path. */
function single(path: string): Test {
  const last = path.slice(path.lastIndexOf('/') + 1)
  return (at, document) => document.named(last).length <= 1 || count(at, path) <= 1
}

/** At most one of these, by rule. */
export const UBL_SINGLES: Readonly<Record<string, string>> = {
  'UBL-SR-01': 'cac:ContractDocumentReference/cbc:ID',
  'UBL-SR-02': 'cac:ReceiptDocumentReference/cbc:ID',
  'UBL-SR-03': 'cac:DespatchDocumentReference/cbc:ID',
  'UBL-SR-05': 'cac:PaymentTerms/cbc:Note',
  'UBL-SR-08': 'cac:InvoicePeriod',
  'UBL-SR-09': `${SELLER}/cac:PartyLegalEntity/cbc:RegistrationName`,
  'UBL-SR-10': `${SELLER}/cac:PartyName/cbc:Name`,
  'UBL-SR-11': `${SELLER}/cac:PartyLegalEntity/cbc:CompanyID`,
  'UBL-SR-14': `${SELLER}/cac:PartyLegalEntity/cbc:CompanyLegalForm`,
  'UBL-SR-15': `${BUYER}/cac:PartyLegalEntity/cbc:RegistrationName`,
  'UBL-SR-16': `${BUYER}/cac:PartyIdentification/cbc:ID`,
  'UBL-SR-17': `${BUYER}/cac:PartyLegalEntity/cbc:CompanyID`,
  'UBL-SR-24': 'cac:Delivery',
  'UBL-SR-39': 'cac:ProjectReference/cbc:ID',
  'UBL-SR-40': `${BUYER}/cac:PartyName/cbc:Name`,
  'UBL-SR-45': 'cac:PaymentMeans/cbc:PaymentDueDate',
  'UBL-SR-49': 'cac:InvoicePeriod/cbc:DescriptionCode',
}

/**
 * Repetitions that UBL allows and EN 16931 does not; those of the current edition are in
 * `UBL_NEWER_SYNTAX_RULES`.
 */
export const UBL_SYNTAX_RULES: readonly Assertions[] = [
  inContext(ROOT, {
    ...Object.fromEntries(Object.entries(UBL_SINGLES).map(([id, path]) => [id, single(path)])),
    'UBL-SR-04': (root) =>
      all(root, 'cac:AdditionalDocumentReference')
        .filter((each) => is(each, 'cbc:DocumentTypeCode', '130'))
        .flatMap((each) => each.all('cbc:ID')).length <= 1,
    'UBL-SR-12': (root) => taxNumbers(root, SELLER, true) <= 1,
    'UBL-SR-13': (root) => taxNumbers(root, SELLER, false) <= 1,
    'UBL-SR-18': (root) => taxNumbers(root, BUYER, true) <= 1,
    'UBL-SR-29': (_, document) => document.named('cac:PartyIdentification').flatMap(sepaIds).length <= 1,
    'UBL-SR-44': (_, document) => hasOneText(document.named('cbc:PaymentID')),
    'UBL-SR-46': (root) =>
      all(root, 'cac:PaymentMeans/cbc:PaymentMeansCode').filter((code) => code.attribute('name') !== undefined)
        .length <= 1,
    'UBL-SR-47': (_, document) => hasOneText(document.named('cbc:PaymentMeansCode')),
  }),
  inContext(along(SELLER), { 'UBL-SR-42': (party) => count(party, 'cac:PartyTaxScheme') <= 2 }),
  inContext(everywhere('cac:AdditionalDocumentReference'), { 'UBL-SR-33': single('cbc:DocumentDescription') }),
  inContext(everywhere('cac:Delivery'), { 'UBL-SR-25': single('cac:DeliveryParty/cac:PartyName/cbc:Name') }),
  inContext(reductions(false), { 'UBL-SR-30': single('cbc:AllowanceChargeReason') }),
  inContext(reductions(true), { 'UBL-SR-31': single('cbc:AllowanceChargeReason') }),
  inContext(LINES, {
    'UBL-SR-34': single('cbc:Note'),
    'UBL-SR-35': single('cac:OrderLineReference/cbc:LineID'),
    'UBL-SR-36': single('cac:InvoicePeriod'),
    'UBL-SR-37': single('cac:Price/cac:AllowanceCharge/cbc:Amount'),
    'UBL-SR-48': (line) => count(line, 'cac:Item/cac:ClassifiedTaxCategory') === 1,
    'UBL-SR-50': single('cac:Item/cbc:Description'),
  }),
  inContext(everywhere('cac:PayeeParty'), {
    'UBL-SR-19': (payee) => count(payee, 'cac:PartyName/cbc:Name') <= 1 && isNotNamedAsSeller(payee),
    'UBL-SR-20': (payee) =>
      all(payee, 'cac:PartyIdentification/cbc:ID').filter(
        (id) => (id.attribute('schemeID') ?? '').toUpperCase() !== 'SEPA',
      ).length <= 1 && isNotNamedAsSeller(payee),
    'UBL-SR-21': (payee) => count(payee, 'cac:PartyLegalEntity/cbc:CompanyID') <= 1 && isNotNamedAsSeller(payee),
  }),
  inContext(everywhere('cac:PaymentMeans'), {
    'UBL-SR-26': single('cbc:PaymentID'),
    'UBL-SR-27': single('cbc:PaymentMeansCode'),
    'UBL-SR-28': single('cac:PaymentMandate/cbc:ID'),
  }),
  inContext(everywhere('cac:BillingReference'), {
    'UBL-SR-06': single('cac:InvoiceDocumentReference'),
    'UBL-SR-07': (reference) => has(reference, 'cac:InvoiceDocumentReference/cbc:ID'),
  }),
  inContext(everywhere('cac:TaxSubtotal'), { 'UBL-SR-32': single('cac:TaxCategory/cbc:TaxExemptionReason') }),
  inContext(amounts, { 'UBL-DT-01': writtenWithTwoDecimals }),
  inContext(({ document }) => document.names.fitting((name) => name.endsWith('BinaryObject')), {
    'UBL-DT-06': (object) => object.attribute('mimeCode') !== undefined,
    'UBL-DT-07': (object) => object.attribute('filename') !== undefined,
  }),
  inContext(ROOT, {
    'UBL-DT-18': (_, document) => document.named('@name').every(({ name }) => name === 'cbc:PaymentMeansCode'),
    'UBL-CR-002': (root) => !has(root, 'cbc:UBLVersionID') || is(root, 'cbc:UBLVersionID', '2.1'),
    'UBL-CR-412': (root) => root.name === 'cn:CreditNote' || !has(root, 'cac:PaymentMeans/cbc:PaymentDueDate'),
    'UBL-CR-665': (_, document) =>
      !document
        .named('cac:AdditionalDocumentReference')
        .some((each) => !isObject(each) && each.all('cbc:ID').some((id) => id.attribute('schemeID') !== undefined)),
    'UBL-CR-666': (_, document) =>
      !document
        .named('cac:AdditionalDocumentReference')
        .some((each) => is(each, 'cbc:DocumentTypeCode', '130') && has(each, 'cac:Attachment')),
    'UBL-CR-673': (_, document) =>
      !document
        .named('cac:AdditionalDocumentReference')
        .some((each) => is(each, 'cbc:DocumentTypeCode', '130') && has(each, 'cbc:DocumentDescription')),
  }),
]

/** Rules that later editions added. */
export const UBL_NEWER_SYNTAX_RULES: readonly Assertions[] = [
  inContext(everywhere('cac:PostalAddress', 'cac:Address'), { 'UBL-SR-51': single('cac:AddressLine') }),
  inContext(LINES, { 'UBL-SR-52': single('cac:DocumentReference') }),
  inContext(everywhere('cac:PartyTaxScheme'), {
    'UBL-SR-53': (scheme) => has(scheme, 'cac:TaxScheme/cbc:ID') && has(scheme, 'cbc:CompanyID'),
  }),
  inContext(ROOT, {
    'UBL-SR-54': single('cac:PaymentMeans/cac:CardAccount'),
    'UBL-SR-55': single('cac:PaymentMeans/cac:PaymentMandate'),
    'UBL-SR-56': single('cac:OriginatorDocumentReference/cbc:ID'),
  }),
  inContext(everywhere('cac:TaxRepresentativeParty'), {
    'UBL-SR-22': single('cac:PartyName/cbc:Name'),
    'UBL-SR-23': single('cac:PartyTaxScheme/cbc:CompanyID'),
  }),
]

/**
 * UBL-SR-43: attributes and types of supporting documents. Older editions test an attribute
 * `scheme` that UBL does not have.
 */
export function supportingDocumentRules(scheme: 'schemeID' | 'scheme'): Assertions {
  return inContext(everywhere('cac:AdditionalDocumentReference'), {
    'UBL-SR-43': (each, { root }) =>
      is(each, 'cbc:DocumentTypeCode', '130') ||
      (root.name === 'cn:CreditNote' && is(each, 'cbc:DocumentTypeCode', '50')) ||
      (!has(each, 'cbc:DocumentTypeCode') && each.all('cbc:ID').every((id) => id.attribute(scheme) === undefined)),
  })
}

function taxNumbers(root: XmlElement, party: string, isVat: boolean): number {
  return all(root, `${party}/cac:PartyTaxScheme`)
    .filter((each) => all(each, 'cac:TaxScheme').some((scheme) => matches(scheme, isVat)))
    .flatMap((each) => each.all('cbc:CompanyID')).length
}

function matches(scheme: XmlElement, isVat: boolean): boolean {
  return (
    scheme.all('cbc:ID').some((id) => (id.stringValue.toUpperCase() === 'VAT') === isVat) ||
    (!isVat && !has(scheme, 'cbc:ID'))
  )
}

/**
 * `count(a[not(preceding::a/. = .)]) <= 1`: elements of one text. Those around an element do not
 * precede it.
 */
function hasOneText(elements: readonly XmlElement[]): boolean {
  const before = new Map<string, number>()
  let found = 0
  for (const element of elements) {
    const { name, stringValue } = element
    let around = 0
    for (let at = element.parent; at !== null; at = at.parent)
      if (at.name === name && at.stringValue === stringValue) around += 1
    const earlier = before.get(stringValue) ?? 0
    if (earlier === around) found += 1
    if (found > 1) return false
    before.set(stringValue, earlier + 1)
  }
  return true
}

function sepaIds(identification: XmlElement): readonly XmlElement[] {
  return identification.all('cbc:ID').filter((id) => id.attribute('schemeID')?.toUpperCase() === 'SEPA')
}

function reductions(isCharge: boolean) {
  return (document: JudgedDocument): readonly XmlElement[] =>
    document.named('cac:AllowanceCharge').filter((each) => isJudgedAs(each, 'cbc:ChargeIndicator', isCharge))
}

/** UBL-SR-19 to 21: both names must be present, and one of each must differ. */
function isNotNamedAsSeller(payee: XmlElement): boolean {
  const sellers = payee.parent === null ? [] : all(payee.parent, `${SELLER}/cac:PartyLegalEntity/cbc:RegistrationName`)
  return all(payee, 'cac:PartyName/cbc:Name').some((name) =>
    sellers.some((seller) => seller.stringValue !== name.stringValue),
  )
}

/**
 * UBL-DT-01 excludes prices, and all in a `cac:Price` with an allowance:
 * `ancestor::cac:Price/cac:AllowanceCharge`.
 */
function amounts({ document: { names } }: JudgedDocument): readonly XmlElement[] {
  const found = names.fitting((name) => name.endsWith('Amount') && !name.endsWith('PriceAmount'))
  const reduced = new Set(names.named('cac:Price').filter((price) => has(price, 'cac:AllowanceCharge')))
  return reduced.size === 0 ? found : found.filter((amount) => !isIn(reduced, amount))
}

function isIn(groups: ReadonlySet<XmlElement>, element: XmlElement): boolean {
  for (let at = element.parent; at !== null; at = at.parent) if (groups.has(at)) return true
  return false
}

/** `not(cbc:DocumentTypeCode != '130')` if there is a code: every code is that of BT-18. */
function isObject(reference: XmlElement): boolean {
  const codes = all(reference, 'cbc:DocumentTypeCode')
  return codes.length > 0 && codes.every((code) => code.stringValue === '130')
}
