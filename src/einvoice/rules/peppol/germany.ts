import type { XmlElement } from '../../xml/element.js'
import { blaming, type Assertions, type Context, everywhere, ROOT, type Test, inContext } from '../bindings/binding.js'
import { all, first, has, is, plain, plainTextNode, SeveralValues, text } from '../bindings/xpath.js'
import { isIban } from './check-digits.js'
import {
  discountLines,
  endsWithLineBreak,
  isAbsoluteUrl,
  isDiscount,
  isEmailAddress,
  isTelephoneNumber,
  peppolId,
  SPECIFICATIONS,
  TAXED,
  TYPES,
  xrechnungId,
} from './german-facts.js'
import { isBlank } from '../../xml/white-space.js'
import { absolute, BUYER, bothAreGerman, SELLER, when, where } from './facts.js'

const MANDATE = 'cac:PaymentMandate'
const ACCOUNT = 'cac:PayeeFinancialAccount'
const CARD = 'cac:CardAccount'

/**
 * The German rules for UBL: as BR-DE-… in XRechnung for all its documents, and as DE-R-… in Peppol
 * BIS Billing if both parties have a German address.
 */
export function germanUblRules(edition: 'xrechnung' | 'peppol'): readonly Assertions[] {
  const idOf = edition === 'xrechnung' ? xrechnungId : peppolId
  const at = (context: Context): Context => (edition === 'xrechnung' ? context : when(bothAreGerman, context))
  return RULES.map(([context, tests]) =>
    inContext(
      at(context),
      Object.fromEntries(
        Object.entries(tests).flatMap(([number, test]): [string, Test][] => {
          const id = idOf(number)
          return id === undefined ? [] : [[id, test]]
        }),
      ),
    ),
  )
}

/** Payment means with these codes. */
function means(...codes: readonly string[]): Context {
  return where(absolute('cac:PaymentMeans'), (each) => codes.includes(plain(each, 'cbc:PaymentMeansCode')))
}

/** `path[boolean(normalize-space(.))]`. */
export function filled(path: string): Test {
  return (element) => all(element, path).some(({ stringValue }) => !isBlank(stringValue))
}

/**
 * Whether the lines of the terms of payment that begin with `#` are cash discounts, with a line
 * break after the last.
 * @throws SeveralValues
 */
export function areDiscounts(terms: readonly XmlElement[]): boolean {
  const [given, second] = terms.filter(({ stringValue }) => stringValue !== '')
  const discounts = terms.flatMap(({ stringValue }) => discountLines(stringValue))
  const [first] = discounts
  // The official rule checks the break after each discount: the first one found consumes it, and
  // the later ones find no other.
  if (first === undefined) return true
  if (!isDiscount(first)) return false
  if (second !== undefined) throw new SeveralValues(second)
  return endsWithLineBreak(given?.stringValue ?? '') && discounts.every(isDiscount)
}

function iban(path: string, code: string): Test {
  return (each) => plain(each, 'cbc:PaymentMeansCode') !== code || isIban(text(each, path))
}

const WHOLE_ADDRESS = (city: string, postCode: string): Readonly<Record<string, Test>> => ({
  [city]: filled('cbc:CityName'),
  [postCode]: filled('cbc:PostalZone'),
})

/** By the numbers of XRechnung. */
const RULES: readonly (readonly [context: Context, tests: Readonly<Record<string, Test>>])[] = [
  [
    ROOT,
    {
      '1': (root) => has(root, 'cac:PaymentMeans'),
      '15': filled('cbc:BuyerReference'),
      '16': (root) => !isTaxed(root) || has(root, 'cac:TaxRepresentativeParty') || hasTaxNumber(root),
      '17': (root) => TYPES.has(plain(root, 'cbc:InvoiceTypeCode')) || TYPES.has(plain(root, 'cbc:CreditNoteTypeCode')),
      '18': (root) => areDiscounts(root.all('cac:PaymentTerms').flatMap((terms) => terms.child('cbc:Note') ?? [])),
      '21': (root) => SPECIFICATIONS.some((id) => is(root, 'cbc:CustomizationID', id)),
      '22': blaming(namedTwice, (root) => namedTwice(root) === undefined, 'filename'),
      '26': (root) =>
        (plain(root, 'cbc:InvoiceTypeCode') !== '384' && plain(root, 'cbc:CreditNoteTypeCode') !== '384') ||
        has(root, 'cac:BillingReference/cac:InvoiceDocumentReference'),
      '30': (root) =>
        !has(root, `cac:PaymentMeans/${MANDATE}`) || hasCreditor(root, SELLER) || hasCreditor(root, 'cac:PayeeParty'),
      '31': (root) =>
        !has(root, `cac:PaymentMeans/${MANDATE}`) ||
        has(root, `cac:PaymentMeans/${MANDATE}/cac:PayerFinancialAccount/cbc:ID`),
      'TMP-32': (root) =>
        has(root, 'cac:Delivery/cbc:ActualDeliveryDate') ||
        has(root, 'cac:InvoicePeriod') ||
        [...root.all('cac:InvoiceLine'), ...root.all('cac:CreditNoteLine')].every((line) =>
          has(line, 'cac:InvoicePeriod'),
        ),
    },
  ],
  [
    absolute('cac:AdditionalDocumentReference/cac:Attachment/cac:ExternalReference'),
    { 'TMP-2': (reference) => isAbsoluteUrl(text(reference, 'cbc:URI')) },
  ],
  [absolute('cac:AccountingSupplierParty'), { '2': (supplier) => has(supplier, 'cac:Party/cac:Contact') }],
  [absolute(`${SELLER}/cac:PostalAddress`), WHOLE_ADDRESS('3', '4')],
  [
    absolute(`${SELLER}/cac:Contact`),
    {
      '5': filled('cbc:Name'),
      '6': filled('cbc:Telephone'),
      '7': filled('cbc:ElectronicMail'),
      '27': (contact) => isTelephoneNumber(plain(contact, 'cbc:Telephone')),
      '28': (contact) => isEmailAddress(plain(contact, 'cbc:ElectronicMail')),
    },
  ],
  [absolute(`${BUYER}/cac:PostalAddress`), WHOLE_ADDRESS('8', '9')],
  [absolute('cac:Delivery/cac:DeliveryLocation/cac:Address'), WHOLE_ADDRESS('10', '11')],
  [
    means('30', '58'),
    {
      '19': iban(`${ACCOUNT}/cbc:ID`, '58'),
      '23-a': (each) => has(each, ACCOUNT),
      '23-b': (each) => !has(each, CARD) && !has(each, MANDATE),
    },
  ],
  [
    means('48', '54', '55'),
    {
      '24-a': (each) => has(each, CARD),
      '24-b': (each) => !has(each, ACCOUNT) && !has(each, MANDATE),
    },
  ],
  [
    means('59'),
    {
      '20': iban(`${MANDATE}/cac:PayerFinancialAccount/cbc:ID`, '59'),
      '25-a': (each) => has(each, MANDATE),
      '25-b': (each) => !has(each, ACCOUNT) && !has(each, CARD),
    },
  ],
  [absolute('cac:TaxTotal/cac:TaxSubtotal'), { '14': filled('cac:TaxCategory/cbc:Percent') }],
]

/** BR-TMP-6: dates anywhere, without a time zone and white space in between. */
export const XRECHNUNG_DATES: Assertions = inContext(
  everywhere(
    'cbc:IssueDate',
    'cbc:DueDate',
    'cbc:StartDate',
    'cbc:EndDate',
    'cbc:ActualDeliveryDate',
    'cbc:TaxPointDate',
    'cbc:PaymentDueDate',
  ),
  { 'BR-TMP-6': (date) => /^\p{Nd}{4}-\p{Nd}{2}-\p{Nd}{2}$/u.test(plainTextNode(date)) },
)

/**
 * Whether a line, or an allowance or charge of the document, has a VAT category that requires a
 * tax number of the seller.
 */
function isTaxed(root: XmlElement): boolean {
  const items = [...root.all('cac:InvoiceLine'), ...root.all('cac:CreditNoteLine')]
  const parts = root
    .all('cac:AllowanceCharge')
    .filter((each) => is(each, 'cbc:ChargeIndicator', 'false') || is(each, 'cbc:ChargeIndicator', 'true'))
  return [
    ...items.flatMap((line) => all(line, 'cac:Item/cac:ClassifiedTaxCategory/cbc:ID')),
    ...parts.flatMap((each) => all(each, 'cac:TaxCategory/cbc:ID')),
  ].some(({ stringValue }) => TAXED.has(stringValue))
}

function hasTaxNumber(root: XmlElement): boolean {
  return all(root, `${SELLER}/cac:PartyTaxScheme/cbc:CompanyID`).some(({ stringValue }) => !isBlank(stringValue))
}

function hasCreditor(root: XmlElement, party: string): boolean {
  return all(root, `${party}/cac:PartyIdentification/cbc:ID`).some((id) => id.attribute('schemeID') === 'SEPA')
}

/** Whether all attachments have different file names. */
/** An attachment with the file name of an earlier one. */
function namedTwice(root: XmlElement): XmlElement | undefined {
  const seen = new Set<string>()
  for (const reference of root.all('cac:AdditionalDocumentReference')) {
    const object = first(reference, 'cac:Attachment/cbc:EmbeddedDocumentBinaryObject')
    const name = object?.attribute('filename')
    if (name === undefined) continue
    if (seen.has(name)) return object
    seen.add(name)
  }
  return undefined
}
