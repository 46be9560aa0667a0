import {
  type JudgedDocument,
  type Assertions,
  ROOT,
  type Test,
  inContext,
} from '../../../einvoice/rules/bindings/binding.js'
import { AGREEMENT, SETTLEMENT, TRANSACTION } from '../../../einvoice/rules/bindings/cii/facts.js'
import { all, count, has, is, only, plain, text } from '../../../einvoice/rules/bindings/xpath.js'
import { isBlank } from '../../../einvoice/xml/white-space.js'
import type { XmlElement } from '../../../einvoice/xml/element.js'
import { OCTOBER } from '../editions.js'
import {
  ATTACHMENT_KINDS,
  AFTER_DOWN_PAYMENT,
  BUSINESS_PROCESSES,
  CORRECTED,
  CREDIT_NOTES,
  DOWN_PAYMENTS,
  PAID,
  MANDATORY_NOTES,
  ONCE_ONLY_NOTES,
  TREATMENTS,
  isSiren,
  SELF_BILLED,
} from './facts.js'
import { CII_ATTRIBUTE, isNamed, isValued } from './item-attributes.js'
import { compared, equalDecimals, equalNumbers, sirenIn } from './values.js'
import { ciiLines, isCounted } from './sub-lines/cii.js'

const SELLER = `${AGREEMENT}/ram:SellerTradeParty`
const BUYER = `${AGREEMENT}/ram:BuyerTradeParty`
const ADDRESS = 'ram:URIUniversalCommunication/ram:URIID'
const LEGAL_ID = 'ram:SpecifiedLegalOrganization/ram:ID'
const REFERENCE = 'ram:AdditionalReferencedDocument'
const LINE = `${TRANSACTION}/ram:IncludedSupplyChainTradeLineItem`
const PROCESS = 'rsm:ExchangedDocumentContext/ram:BusinessProcessSpecifiedDocumentContextParameter/ram:ID'
const TYPE = 'rsm:ExchangedDocument/ram:TypeCode'
const DUE_DATE = `${SETTLEMENT}/ram:SpecifiedTradePaymentTerms/ram:DueDateDateTime/udt:DateTimeString`
const ISSUE_DATE = 'rsm:ExchangedDocument/ram:IssueDateTime/udt:DateTimeString'
const PERIOD = `${SETTLEMENT}/ram:BillingSpecifiedPeriod`
const TOTALS = `${SETTLEMENT}/ram:SpecifiedTradeSettlementHeaderMonetarySummation`

/** BR-FR-05 to -31 and BR-FR-CO-03 to -15 for a whole Cross Industry Invoice. */
export function ciiDocumentRules(edition: string): readonly Assertions[] {
  return [
    ...HEADER_RULES,
    inContext(ROOT, edition < OCTOBER ? DOCUMENT_TESTS : { ...DOCUMENT_TESTS, ...OCTOBER_TESTS }),
    ...OTHER_RULES,
  ]
}

/** The rules in their forms of October 2026: a document may have several due dates. */
const OCTOBER_TESTS: Readonly<Record<string, Test>> = {
  ...paidTests(equalDecimals),
  'BR-FR-CO-07_BT-9': (root) => {
    const due = all(root, DUE_DATE)
    if (due.every(({ stringValue }) => isBlank(stringValue)) || isDueBeforeIssueAllowed(root)) return true
    const issued = only(root, ISSUE_DATE)
    return issued !== undefined && due.every(({ stringValue }) => stringValue >= issued.stringValue)
  },
  'BR-FR-CO-09_BT-23-3': paid((root) => all(root, DUE_DATE).some(({ stringValue }) => !isBlank(stringValue))),
}

const HEADER_RULES: readonly Assertions[] = [
  inContext(at('rsm:ExchangedDocument'), {
    ...noteTests(),
    'BR-FR-31_BT-21': (header) =>
      notesOf(header, 'BAR').filter((note) => TREATMENTS.has(plain(note, 'ram:Content'))).length <= 1,
  }),
  inContext((document) => at('rsm:ExchangedDocument')(document).flatMap((header) => notesOf(header, 'BAR')), {
    'BR-FR-20_BT-21': (note) => TREATMENTS.has(text(note, 'ram:Content')),
  }),
  inContext(at('rsm:ExchangedDocumentContext'), {
    'BR-FR-08_BT-23': (context) =>
      BUSINESS_PROCESSES.has(text(context, 'ram:BusinessProcessSpecifiedDocumentContextParameter/ram:ID')),
  }),
]

/** The rules for the document that all editions have, some of them in the form of August 2026. */
const DOCUMENT_TESTS: Readonly<Record<string, Test>> = {
  'BR-FR-10_BT-30': (root) => isSiren(sirenIn(root, `${SELLER}/${LEGAL_ID}`)?.stringValue),
  'BR-FR-11_BT-47': (root) =>
    !isDomestic(root) || /^\p{Nd}{9}$/u.test(sirenIn(root, `${BUYER}/${LEGAL_ID}`)?.stringValue ?? ''),
  'BR-FR-12_BT-49': (root) => text(root, `${BUYER}/${ADDRESS}`) !== '',
  'BR-FR-13_BT-34': (root) => text(root, `${SELLER}/${ADDRESS}`) !== '',
  'BR-FR-18_BT-123': (root) =>
    all(root, `${AGREEMENT}/${REFERENCE}`).filter((each) => is(each, 'ram:Name', 'LISIBLE')).length <= 1,
  'BR-FR-21_BT-49': (root) => !isDomestic(root) || typeIs(root, SELF_BILLED) || isInDirectory(root, BUYER),
  'BR-FR-22_BT-34': (root) => !isDomestic(root) || !typeIs(root, SELF_BILLED) || isInDirectory(root, SELLER),
  ...paymentTests(),
  'BR-FR-CO-14_BT-29-1': (root) =>
    !isInVatGroup(root) ||
    all(root, 'rsm:ExchangedDocument').some((header) =>
      notesOf(header, 'TXD').some((note) => is(note, 'ram:Content', 'MEMBRE_ASSUJETTI_UNIQUE')),
    ),
  'BR-FR-CO-15_BT-29-1': (root) =>
    !isInVatGroup(root) ||
    (compared(
      all(root, `${AGREEMENT}/ram:SellerTaxRepresentativeTradeParty/ram:SpecifiedTaxRegistration/ram:ID`).filter(
        (id) => id.attribute('schemeID') === 'VA',
      ),
    )?.stringValue ?? '') !== '',
}

/** The rules for supporting documents, attributes of items and invoiced objects. */
const OTHER_RULES: readonly Assertions[] = [
  inContext(references(AGREEMENT, 'ram:TypeCode', '916'), {
    'BR-FR-17_BT-123': (reference) => {
      const kind = plain(reference, 'ram:Name')
      return kind === '' || ATTACHMENT_KINDS.has(kind)
    },
  }),
  ...attributeRules(),
  ...objectRules('BR-FR-29', 'BT-18', AGREEMENT),
  // The objects of lines are searched at a wrong place, where a line has none.
  ...objectRules('BR-FR-30', 'BT-128', LINE),
]

function notesOf(header: XmlElement, code: string): readonly XmlElement[] {
  return header.all('ram:IncludedNote').filter((note) => is(note, 'ram:SubjectCode', code))
}

/** BR-FR-05 and BR-FR-06. */
function noteTests(): Readonly<Record<string, Test>> {
  return Object.fromEntries([
    ...MANDATORY_NOTES.map((code): [string, Test] => [
      `BR-FR-05_BT-22_${code}`,
      (header) => notesOf(header, code).length > 0,
    ]),
    ...ONCE_ONLY_NOTES.map((code): [string, Test] => [
      `BR-FR-06_BT-21_${code}`,
      (header) => notesOf(header, code).length <= 1,
    ]),
  ])
}

/** Whether a note marks the invoice as one between companies in France. */
function isDomestic(root: XmlElement): boolean {
  return all(root, 'rsm:ExchangedDocument').some((header) =>
    notesOf(header, 'BAR').some((note) => is(note, 'ram:Content', 'B2B')),
  )
}

function isInDirectory(root: XmlElement, party: string): boolean {
  const beginning = text(root, `${party}/${LEGAL_ID}`)
  const address = only(root, `${party}/${ADDRESS}`)
  return address !== undefined && address.attribute('schemeID') === '0225' && address.stringValue.startsWith(beginning)
}

function typeIs(root: XmlElement, codes: ReadonlySet<string>): boolean {
  return all(root, TYPE).some(({ stringValue }) => codes.has(stringValue))
}

function runs(root: XmlElement, processes: ReadonlySet<string>): boolean {
  return all(root, PROCESS).some(({ stringValue }) => processes.has(stringValue))
}

function isInVatGroup(root: XmlElement): boolean {
  return all(root, `${SELLER}/ram:GlobalID`).some((id) => id.attribute('schemeID') === '0231')
}

/** BR-FR-CO-09: the amounts of paid invoices. */
function paidTests(isSame: (one: XmlElement | undefined, other: XmlElement | number | undefined) => boolean) {
  return {
    'BR-FR-CO-09_BT-23-1': paid((root) =>
      isSame(only(root, `${TOTALS}/ram:TotalPrepaidAmount`), only(root, `${TOTALS}/ram:GrandTotalAmount`)),
    ),
    'BR-FR-CO-09_BT-23-2': paid((root) => isSame(only(root, `${TOTALS}/ram:DuePayableAmount`), 0)),
  }
}

function paid(test: Test): Test {
  return (root, document) => !runs(root, PAID) || test(root, document)
}

/** BR-FR-CO-07: for down payments, and for paid invoices. */
function isDueBeforeIssueAllowed(root: XmlElement): boolean {
  return typeIs(root, DOWN_PAYMENTS) || runs(root, PAID)
}

/** BR-FR-CO-03 to -05, BR-FR-CO-07 to -09 and BR-FR-CO-12. */
function paymentTests(): Readonly<Record<string, Test>> {
  const isDated = (reference: XmlElement): boolean =>
    has(reference, 'ram:IssuerAssignedID') && has(reference, 'ram:FormattedIssueDateTime/qdt:DateTimeString')
  return {
    'BR-FR-CO-03_BT-3': (root) =>
      !is(root, TYPE, '262') ||
      [
        `${AGREEMENT}/ram:ContractReferencedDocument/ram:IssuerAssignedID`,
        `${PERIOD}/ram:StartDateTime/udt:DateTimeString`,
        `${PERIOD}/ram:EndDateTime/udt:DateTimeString`,
      ].every((path) => text(root, path) !== ''),
    'BR-FR-CO-04_BT-4': (root) =>
      !typeIs(root, CORRECTED) || count(root, `${SETTLEMENT}/ram:InvoiceReferencedDocument`) === 1,
    'BR-FR-CO-05_BT-3': (root, document) =>
      !typeIs(root, CREDIT_NOTES) ||
      all(root, `${SETTLEMENT}/ram:InvoiceReferencedDocument`).some(isDated) ||
      ciiLines(document)
        .filter(isCounted)
        .every((line) => all(line, 'ram:SpecifiedLineTradeSettlement/ram:InvoiceReferencedDocument').some(isDated)),
    // Dates are compared as texts.
    'BR-FR-CO-07_BT-9': (root) => {
      const due = text(root, DUE_DATE)
      if (due === '' || isDueBeforeIssueAllowed(root)) return true
      const issued = only(root, ISSUE_DATE)
      return issued !== undefined && due >= issued.stringValue
    },
    'BR-FR-CO-08_BT-23': (root) => !runs(root, AFTER_DOWN_PAYMENT) || !typeIs(root, DOWN_PAYMENTS),
    ...paidTests(equalNumbers),
    'BR-FR-CO-09_BT-23-3': paid((root) => text(root, DUE_DATE) !== ''),
    'BR-FR-CO-12_BT-5': (root) => {
      if (all(root, `${SETTLEMENT}/ram:InvoiceCurrencyCode`).every(({ stringValue }) => stringValue === 'EUR'))
        return true
      const inEuro = all(root, `${TOTALS}/ram:TaxTotalAmount`).filter((each) => each.attribute('currencyID') === 'EUR')
      return is(root, `${SETTLEMENT}/ram:TaxCurrencyCode`, 'EUR') && (compared(inEuro)?.stringValue ?? '') !== ''
    },
  }
}

/** BR-FR-27 and BR-FR-28. */
function attributeRules(): readonly Assertions[] {
  const attribute = `${LINE}/ram:SpecifiedTradeProduct/ram:ApplicableProductCharacteristic`
  const isFilled: Test = ({ stringValue }) => !isBlank(stringValue)
  return [
    inContext(at(attribute), {
      'BR-FR-27_BG-32': isNamed(CII_ATTRIBUTE),
      'BR-FR-28-Value': isValued(CII_ATTRIBUTE),
    }),
    inContext(at(`${attribute}/ram:Description`), { 'BR-FR-27_BT-160': isFilled }),
    inContext(at(`${attribute}/ram:TypeCode`), { 'BR-FR-27_EXT-FR-FE-159': isFilled }),
  ]
}

/** BR-FR-29 and BR-FR-30. */
function objectRules(prefix: string, term: string, path: string): readonly Assertions[] {
  const number = (parent: XmlElement, scheme: string): number =>
    parent.all(REFERENCE).filter((each) => is(each, 'ram:ReferenceTypeCode', scheme)).length
  return [
    inContext(at(path), {
      [`${prefix}_${term}`]: (parent) => number(parent, 'AFL') <= 1 && number(parent, 'AVV') <= 1,
    }),
    ...['AFL', 'AVV'].map((scheme) =>
      inContext(
        (document) =>
          references(
            path,
            'ram:ReferenceTypeCode',
            scheme,
          )(document).flatMap((each) => each.all('ram:IssuerAssignedID')),
        { [`${prefix}_${scheme}`]: ({ stringValue }) => !isBlank(stringValue) },
      ),
    ),
  ]
}

function references(parent: string, kind: string, code: string) {
  return (document: JudgedDocument): readonly XmlElement[] =>
    at(`${parent}/${REFERENCE}`)(document).filter((each) => is(each, kind, code))
}

function at(path: string) {
  return ({ root }: JudgedDocument): readonly XmlElement[] => all(root, path)
}
