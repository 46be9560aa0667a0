import {
  blaming,
  type JudgedDocument,
  type Assertions,
  type Context,
  everywhere,
  ROOT,
  inContext,
} from '../../../einvoice/rules/bindings/binding.js'
import { all, count, has, is, plain, plainTextNode, text } from '../../../einvoice/rules/bindings/xpath.js'
import { isIban } from '../../../einvoice/rules/peppol/check-digits.js'
import {
  isAbsoluteUrl,
  isEmailAddress,
  isTelephoneNumber,
  SPECIFICATIONS,
  TAXED,
  TYPES,
} from '../../../einvoice/rules/peppol/german-facts.js'
import { absolute, where } from '../../../einvoice/rules/peppol/facts.js'
import { areDiscounts, filled } from '../../../einvoice/rules/peppol/germany.js'
import { isBlank, normalised } from '../../../einvoice/xml/white-space.js'
import type { XmlElement } from '../../../einvoice/xml/element.js'
import { PEPPOL_CII } from '../../../einvoice/rules/peppol/cii.js'

const TRANSACTION = 'rsm:SupplyChainTradeTransaction'
const AGREEMENT = `${TRANSACTION}/ram:ApplicableHeaderTradeAgreement`
const DELIVERY = `${TRANSACTION}/ram:ApplicableHeaderTradeDelivery`
const SETTLEMENT = `${TRANSACTION}/ram:ApplicableHeaderTradeSettlement`
const LINES = `${TRANSACTION}/ram:IncludedSupplyChainTradeLineItem`
const SELLER = `${AGREEMENT}/ram:SellerTradeParty`
const MEANS = `${SETTLEMENT}/ram:SpecifiedTradeSettlementPaymentMeans`
const MANDATE = `${SETTLEMENT}/ram:SpecifiedTradePaymentTerms/ram:DirectDebitMandateID`
const CREDITOR = `${SETTLEMENT}/ram:CreditorReferenceID`
const DEBITED = 'ram:PayerPartyDebtorFinancialAccount/ram:IBANID'
const ACCOUNT = 'ram:PayeePartyCreditorFinancialAccount'
const CARD = 'ram:ApplicableTradeSettlementFinancialCard'
const GROSS_QUANTITY = 'ram:SpecifiedLineTradeAgreement/ram:GrossPriceProductTradePrice/ram:BasisQuantity'
const NET_QUANTITY = 'ram:SpecifiedLineTradeAgreement/ram:NetPriceProductTradePrice/ram:BasisQuantity'
const TYPE = 'rsm:ExchangedDocument/ram:TypeCode'

/** Payment means with these codes. */
function means(...codes: readonly string[]): Context {
  return where(absolute(MEANS), (each) => codes.includes(plain(each, 'ram:TypeCode')))
}

const GERMAN_CII: readonly Assertions[] = [
  inContext(ROOT, {
    // CII has no element for a direct debit, so any of its parts is one.
    'BR-DE-30': (root) => !hasDebit(root) || ((has(root, MANDATE) || hasDebited(root)) && has(root, CREDITOR)),
    'BR-DE-31': (root) => !hasDebit(root) || ((has(root, MANDATE) || has(root, CREDITOR)) && hasDebited(root)),
    'BR-DE-1': (root) => has(root, MEANS),
    'BR-DE-15': filled(`${AGREEMENT}/ram:BuyerReference`),
    'BR-DE-16': (root) => !isTaxed(root) || hasTaxNumber(root),
    'BR-DE-17': (root) => TYPES.has(plain(root, TYPE)),
    'BR-DE-18': (root) =>
      areDiscounts(
        all(root, `${SETTLEMENT}/ram:SpecifiedTradePaymentTerms`).flatMap(
          (terms) => terms.child('ram:Description') ?? [],
        ),
      ),
    'BR-DE-22': blaming(
      (_, document) => namedTwice(document),
      (_, document) => namedTwice(document) === undefined,
      'filename',
    ),
    'BR-DE-26': (root) => plain(root, TYPE) !== '384' || has(root, `${SETTLEMENT}/ram:InvoiceReferencedDocument`),
  }),
  inContext(absolute('rsm:ExchangedDocumentContext'), {
    'BR-DE-21': (context) =>
      SPECIFICATIONS.some((id) => is(context, 'ram:GuidelineSpecifiedDocumentContextParameter/ram:ID', id)),
  }),
  inContext(absolute(SELLER), { 'BR-DE-2': (seller) => has(seller, 'ram:DefinedTradeContact') }),
  address(SELLER, 'BR-DE-3', 'BR-DE-4'),
  inContext(absolute(`${SELLER}/ram:DefinedTradeContact`), {
    'BR-DE-5': (contact) =>
      [...contact.all('ram:PersonName'), ...contact.all('ram:DepartmentName')].some(
        ({ stringValue }) => !isBlank(stringValue),
      ),
    'BR-DE-6': filled('ram:TelephoneUniversalCommunication/ram:CompleteNumber'),
    'BR-DE-7': filled('ram:EmailURIUniversalCommunication/ram:URIID'),
    'BR-DE-27': (contact) =>
      isTelephoneNumber(plain(contact, 'ram:TelephoneUniversalCommunication/ram:CompleteNumber')),
    'BR-DE-28': (contact) => isEmailAddress(plain(contact, 'ram:EmailURIUniversalCommunication/ram:URIID')),
  }),
  address(`${AGREEMENT}/ram:BuyerTradeParty`, 'BR-DE-8', 'BR-DE-9'),
  inContext(
    where(absolute(`${AGREEMENT}/ram:AdditionalReferencedDocument`), (each) => is(each, 'ram:TypeCode', '916')),
    {
      'BR-TMP-2': (each) => !has(each, 'ram:URIID') || isAbsoluteUrl(text(each, 'ram:URIID')),
      'BR-TMP-4': (each) => count(each, 'ram:Name') <= 1,
      'BR-TMP-5': (each) => count(each, 'ram:AttachmentBinaryObject') <= 1,
    },
  ),
  inContext(everywhere('udt:DateTimeString', 'qdt:DateTimeString', 'udt:DateString'), {
    'BR-TMP-7': (date) =>
      normalised(date.attribute('format') ?? '') === '102' && /^\p{Nd}{8}$/u.test(plainTextNode(date)),
  }),
  address(`${DELIVERY}/ram:ShipToTradeParty`, 'BR-DE-10', 'BR-DE-11'),
  inContext(means('30', '58'), {
    'BR-DE-19': (each) => plain(each, 'ram:TypeCode') !== '58' || isIban(text(each, `${ACCOUNT}/ram:IBANID`)),
    'BR-DE-23-a': (each) => has(each, ACCOUNT),
    'BR-DE-23-b': (each, { root }) => !has(each, CARD) && !isDebit(each, root),
  }),
  inContext(means('48', '54', '55'), {
    'BR-DE-24-a': (each) => has(each, CARD),
    'BR-DE-24-b': (each, { root }) => !has(each, ACCOUNT) && !isDebit(each, root),
  }),
  inContext(means('59'), {
    'BR-DE-20': (each) => isIban(text(each, DEBITED)),
    'BR-DE-25-a': (each, { root }) => isDebit(each, root),
    'BR-DE-25-b': (each) =>
      ![
        ACCOUNT,
        'ram:PayeeSpecifiedCreditorFinancialInstitution',
        'ram:PayerSpecifiedDebtorFinancialInstitution',
        CARD,
      ].some((part) => has(each, part)),
  }),
  inContext(absolute(`${SETTLEMENT}/ram:ApplicableTradeTax`), { 'BR-DE-14': filled('ram:RateApplicablePercent') }),
  inContext(absolute(TRANSACTION), {
    'BR-DE-TMP-32': (transaction) =>
      has(transaction, 'ram:ApplicableHeaderTradeDelivery/ram:ActualDeliverySupplyChainEvent/ram:OccurrenceDateTime') ||
      has(transaction, 'ram:ApplicableHeaderTradeSettlement/ram:BillingSpecifiedPeriod') ||
      transaction
        .all('ram:IncludedSupplyChainTradeLineItem')
        .every((line) => has(line, 'ram:SpecifiedLineTradeSettlement/ram:BillingSpecifiedPeriod')),
  }),
  inContext(absolute(LINES), {
    'BR-TMP-3': (line) => {
      const [gross, net] = [all(line, GROSS_QUANTITY), all(line, NET_QUANTITY)]
      if (gross.length === 0 || net.length === 0) return true
      const [ofGross, ofNet] = [units(gross), units(net)]
      const isOneQuantity = gross.some((one) => net.some((other) => one.stringValue === other.stringValue))
      const areBoth = ofGross.length > 0 && ofNet.length > 0
      return isOneQuantity && (!areBoth || ofGross.some((unit) => ofNet.includes(unit)))
    },
  }),
]

/** The rules of XRechnung (schematron 2.6.0) for a Cross Industry Invoice. */
export const XRECHNUNG_CII: readonly Assertions[] = [...PEPPOL_CII, ...GERMAN_CII]

function address(party: string, city: string, postCode: string): Assertions {
  return inContext(absolute(`${party}/ram:PostalTradeAddress`), {
    [city]: filled('ram:CityName'),
    [postCode]: filled('ram:PostcodeCode'),
  })
}

function units(quantities: readonly XmlElement[]): readonly string[] {
  return quantities.flatMap((quantity) => quantity.attribute('unitCode') ?? [])
}

function hasDebited(root: XmlElement): boolean {
  return has(root, `${MEANS}/${DEBITED}`)
}

/** BG-19, indicated by any of its parts. */
function hasDebit(root: XmlElement): boolean {
  return has(root, MANDATE) || has(root, CREDITOR) || hasDebited(root)
}

/** BG-19, indicated by a part of these payment means or of the document. */
function isDebit(each: XmlElement, root: XmlElement): boolean {
  return has(root, MANDATE) || has(root, CREDITOR) || has(each, DEBITED)
}

/** For allowances the artefact compares the whole tax with VAT, so they hardly ever match. */
function isTaxed(root: XmlElement): boolean {
  const ofLines = `${LINES}/ram:SpecifiedLineTradeSettlement/ram:ApplicableTradeTax`
  const ofDocument = `${SETTLEMENT}/ram:SpecifiedTradeAllowanceCharge/ram:CategoryTradeTax`
  const hasCategory = (path: string): boolean =>
    all(root, `${path}/ram:CategoryCode`).some(({ stringValue }) => TAXED.has(stringValue))
  return (
    (is(root, `${ofLines}/ram:TypeCode`, 'VAT') && hasCategory(ofLines)) ||
    (is(root, ofDocument, 'VAT') && hasCategory(ofDocument))
  )
}

function hasTaxNumber(root: XmlElement): boolean {
  return (
    has(root, `${AGREEMENT}/ram:SellerTaxRepresentativeTradeParty`) ||
    all(root, `${SELLER}/ram:SpecifiedTaxRegistration/ram:ID`).some(
      (id) => ['VA', 'FC'].includes(normalised(id.attribute('schemeID') ?? '')) && !isBlank(id.stringValue),
    )
  )
}

/** Whether all attachments under the same parent have different file names. */
/** An attachment with the file name of an earlier one in the same group. */
function namedTwice(document: JudgedDocument): XmlElement | undefined {
  const seen = new Map<XmlElement | null, Set<string>>()
  for (const reference of document.named('ram:AdditionalReferencedDocument')) {
    const before = seen.get(reference.parent) ?? new Set()
    seen.set(reference.parent, before)
    const objects = reference.all('ram:AttachmentBinaryObject')
    const again = objects.find((object) => before.has(object.attribute('filename') ?? ''))
    if (again !== undefined) return again
    for (const object of objects) {
      const name = object.attribute('filename')
      if (name !== undefined) before.add(name)
    }
  }
  return undefined
}
