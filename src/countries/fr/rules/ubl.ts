import {
  type JudgedDocument,
  type Assertions,
  everywhere,
  DOCUMENTS,
  type Test,
  inContext,
} from '../../../einvoice/rules/bindings/binding.js'
import { all, count, filled, has, is, only, text } from '../../../einvoice/rules/bindings/xpath.js'
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
  textAfterCode,
} from './facts.js'
import { isNamed, isValued, UBL_ATTRIBUTE } from './item-attributes.js'
import { compared, equalDecimals, equalNumbers, sirenIn } from './values.js'
import { countedLines, foreignReferences } from './sub-lines/ubl.js'

const SELLER = 'cac:AccountingSupplierParty/cac:Party'
const BUYER = 'cac:AccountingCustomerParty/cac:Party'
const LEGAL_ID = 'cac:PartyLegalEntity/cbc:CompanyID'
const TOTALS = 'cac:LegalMonetaryTotal'
const LINE_ITEMS = ['cac:InvoiceLine', 'cac:CreditNoteLine'].map((line) => `${line}/cac:Item`)

/** BR-FR-05 to -31 and BR-FR-CO-03 to -15 for a whole UBL document. */
export function ublDocumentRules(edition: string): readonly Assertions[] {
  return [
    inContext(DOCUMENTS, edition < OCTOBER ? documentTests(JOINED) : { ...documentTests(SEPARATED), ...OCTOBER_TESTS }),
    ...OTHER_RULES,
  ]
}

/** The rules in their forms of October 2026. */
const OCTOBER_TESTS: Readonly<Record<string, Test>> = {
  'BR-FR-22_BT-34': (root) =>
    treatment(root, SEPARATED) !== 'B2B' || !isSelfBilled(root) || isInDirectory(root, SELLER),
  ...paidTests(equalDecimals),
  'BR-FR-CO-07_BT-9': isDueAfterIssue('cbc:DueDate', 'cac:PaymentMeans/cbc:PaymentDueDate'),
}

/** The rules for the document that all editions have, some of them in the form of August 2026. */
function documentTests(notesOf: Notes): Readonly<Record<string, Test>> {
  return {
    ...noteTests(notesOf),
    'BR-FR-08_BT-23': (root) => BUSINESS_PROCESSES.has(text(root, 'cbc:ProfileID')),
    'BR-FR-11_BT-47': (root) =>
      treatment(root, notesOf) !== 'B2B' || isSiren(sirenIn(root, `${BUYER}/${LEGAL_ID}`)?.stringValue),
    'BR-FR-12_BT-49': (root) => filled(root, `${BUYER}/cbc:EndpointID`),
    'BR-FR-13_BT-34': (root) => filled(root, `${SELLER}/cbc:EndpointID`),
    'BR-FR-18_BT-123': (root) =>
      all(root, 'cac:AdditionalDocumentReference').filter((each) => is(each, 'cbc:DocumentDescription', 'LISIBLE'))
        .length <= 1,
    'BR-FR-20_BT-21': (root) => {
      const asked = treatment(root, notesOf)
      return asked === '' || TREATMENTS.has(asked)
    },
    'BR-FR-21_BT-49': (root) => treatment(root, notesOf) !== 'B2B' || isSelfBilled(root) || isInDirectory(root, BUYER),
    // Self-billed invoices with any processing code are judged, not only those between companies
    // in France.
    'BR-FR-22_BT-34': (root) => treatment(root, notesOf) === '' || !isSelfBilled(root) || isInDirectory(root, SELLER),
    'BR-FR-30_BT-21': (root) => {
      const barNotes = notesIn(root).filter((note) => note.includes('#BAR#'))
      const joined = `${barNotes.join('')}#`
      return [...TREATMENTS].reduce((sum, each) => sum + joined.split(`BAR#${each}#`).length - 1, 0) <= 1
    },
    ...paymentTests(),
    'BR-FR-CO-14_BT-29-1': (root) =>
      !isInVatGroup(root) || textAfterCode(notesOf(root), 'TXD') === 'MEMBRE_ASSUJETTI_UNIQUE',
    'BR-FR-CO-15_BT-29-1': (root) =>
      !isInVatGroup(root) || text(root, 'cac:TaxRepresentativeParty/cac:PartyTaxScheme/cbc:CompanyID') !== '',
  }
}

/** The rules beside those for the whole document. */
const OTHER_RULES: readonly Assertions[] = [
  inContext(everywhere('cn:CreditNote'), creditNoteTests()),
  inContext(everywhere('cac:AdditionalDocumentReference'), {
    'BR-FR-17_BT-123': (reference) => {
      const kind = only(reference, 'cbc:DocumentDescription')
      return kind === undefined || ATTACHMENT_KINDS.has(kind.stringValue)
    },
  }),
  ...attributeRules(),
  ...objectRules('BR-FR-29', 'BT-18', 'cac:AdditionalDocumentReference'),
  ...objectRules(
    'BR-FR-30',
    'BT-128',
    'cac:InvoiceLine/cac:DocumentReference',
    'cac:CreditNoteLine/cac:DocumentReference',
  ),
]

/** The notes of a document as one text. */
type Notes = (root: XmlElement) => string

/** Until September 2026 a note without a code continues the note before it. */
const JOINED: Notes = (root) => notesIn(root).join('')
const SEPARATED: Notes = (root) => notesIn(root).join('#')

function notesIn(root: XmlElement): readonly string[] {
  return root.all('cbc:Note').map(({ stringValue }) => stringValue)
}

/** The text of the note with the subject code BAR; empty if there is none. */
function treatment(root: XmlElement, notesOf: Notes): string {
  return textAfterCode(notesOf(root), 'BAR')
}

/** BR-FR-05 and BR-FR-06. */
function noteTests(notesOf: Notes): Readonly<Record<string, Test>> {
  const occurrences = (root: XmlElement, code: string): number => notesOf(root).split(`#${code}#`).length - 1
  return Object.fromEntries([
    ...MANDATORY_NOTES.map((code, index): [string, Test] => [
      `BR-FR-05_BT-22-${index + 1}`,
      (root) => occurrences(root, code) > 0,
    ]),
    ...ONCE_ONLY_NOTES.map((code, index): [string, Test] => [
      `BR-FR-06_BT-21-${index + 1}`,
      (root) => occurrences(root, code) <= 1,
    ]),
  ])
}

function isInDirectory(root: XmlElement, party: string): boolean {
  const address = only(root, `${party}/cbc:EndpointID`)
  const isFrench = address?.attribute('schemeID') === '0225'
  return isFrench && address.stringValue.startsWith(sirenIn(root, `${party}/${LEGAL_ID}`)?.stringValue ?? '')
}

function typeIs(root: XmlElement, codes: ReadonlySet<string>): boolean {
  return ['cbc:InvoiceTypeCode', 'cbc:CreditNoteTypeCode'].some((name) =>
    root.all(name).some(({ stringValue }) => codes.has(stringValue)),
  )
}

const isSelfBilled = (root: XmlElement): boolean => typeIs(root, SELF_BILLED)

function runs(root: XmlElement, processes: ReadonlySet<string>): boolean {
  return root.all('cbc:ProfileID').some(({ stringValue }) => processes.has(stringValue))
}

function isInVatGroup(root: XmlElement): boolean {
  return all(root, `${SELLER}/cac:PartyIdentification/cbc:ID`).some((id) => id.attribute('schemeID') === '0231')
}

/** BR-FR-CO-09: the amounts of paid invoices. */
function paidTests(isSame: (one: XmlElement | undefined, other: XmlElement | number | undefined) => boolean) {
  return {
    'BR-FR-CO-09_BT-23-1': paid((root) =>
      isSame(only(root, `${TOTALS}/cbc:PrepaidAmount`), only(root, `${TOTALS}/cbc:TaxInclusiveAmount`)),
    ),
    'BR-FR-CO-09_BT-23-2': paid((root) => isSame(only(root, `${TOTALS}/cbc:PayableAmount`), 0)),
  }
}

function paid(test: Test): Test {
  return (root, document) => !runs(root, PAID) || test(root, document)
}

/** BR-FR-CO-07: no due date is before the issue date. Dates are compared as texts. */
function isDueAfterIssue(...paths: readonly string[]): Test {
  return (root) => {
    if (typeIs(root, DOWN_PAYMENTS) || runs(root, PAID)) return true
    const issued = root.all('cbc:IssueDate')
    const due = paths.flatMap((path) => all(root, path))
    return !due.some((each) => issued.some(({ stringValue }) => each.stringValue < stringValue))
  }
}

/** BR-FR-CO-04, BR-FR-CO-07 to -09 and BR-FR-CO-12. */
function paymentTests(): Readonly<Record<string, Test>> {
  return {
    'BR-FR-CO-04_BT-3': (root) =>
      !root.all('cbc:InvoiceTypeCode').some(({ stringValue }) => CORRECTED.has(stringValue)) ||
      count(root, 'cac:BillingReference') === 1,
    'BR-FR-CO-07_BT-9': isDueAfterIssue('cbc:DueDate'),
    'BR-FR-CO-08_BT-23': (root) => !runs(root, AFTER_DOWN_PAYMENT) || !typeIs(root, DOWN_PAYMENTS),
    ...paidTests(equalNumbers),
    'BR-FR-CO-09_BT-23-3': paid(
      (root) =>
        (compared([...root.all('cbc:DueDate'), ...all(root, 'cac:PaymentMeans/cbc:PaymentDueDate')])?.stringValue ??
          '') !== '',
    ),
    'BR-FR-CO-12_BT-5': (root) => {
      if (root.all('cbc:DocumentCurrencyCode').every(({ stringValue }) => stringValue === 'EUR')) return true
      const inEuro = all(root, 'cac:TaxTotal/cbc:TaxAmount').filter((each) => each.attribute('currencyID') === 'EUR')
      return is(root, 'cbc:TaxCurrencyCode', 'EUR') && (compared(inEuro)?.stringValue ?? '') !== ''
    },
  }
}

/** BR-FR-CO-03 and BR-FR-CO-05, which only apply to credit notes. */
function creditNoteTests(): Readonly<Record<string, Test>> {
  const isOf = (root: XmlElement, codes: ReadonlySet<string>): boolean =>
    root.all('cbc:CreditNoteTypeCode').some(({ stringValue }) => codes.has(stringValue))
  const isDated = (reference: XmlElement): boolean => has(reference, 'cbc:ID') && has(reference, 'cbc:IssueDate')
  return {
    'BR-FR-CO-03_BT-3': (root) =>
      !is(root, 'cbc:CreditNoteTypeCode', '262') ||
      [
        'cac:ContractDocumentReference/cbc:ID',
        'cac:InvoicePeriod/cbc:StartDate',
        'cac:InvoicePeriod/cbc:EndDate',
      ].every((path) => text(root, path) !== ''),
    'BR-FR-CO-05_BT-3': (root, document) =>
      !isOf(root, CREDIT_NOTES) ||
      all(root, 'cac:BillingReference/cac:InvoiceDocumentReference').some(isDated) ||
      countedLines(document).every((line) =>
        foreignReferences(line, document).some((each) => each.all('cac:InvoiceDocumentReference').some(isDated)),
      ),
  }
}

/** BR-FR-27, which searches items at an impossible place, and BR-FR-28. */
function attributeRules(): readonly Assertions[] {
  const attribute = 'cac:Item/cac:AdditionalItemProperty'
  const isFilled: Test = ({ stringValue }) => !isBlank(stringValue)
  return [
    inContext(at(attribute), { 'BR-FR-27_BG-32': isNamed(UBL_ATTRIBUTE) }),
    inContext(at(`${attribute}/cbc:Name`), { 'BR-FR-27_BT-160': isFilled }),
    inContext(at(`${attribute}/cbc:NameCode`), { 'BR-FR-27_EXT-FR-FE-159': isFilled }),
    inContext(at(...LINE_ITEMS.map((item) => `${item}/cac:AdditionalItemProperty`)), {
      'BR-FR-28-Value': isValued(UBL_ATTRIBUTE),
    }),
  ]
}

/** BR-FR-29 and BR-FR-30. */
function objectRules(prefix: string, term: string, ...references: readonly string[]): readonly Assertions[] {
  const ids = (reference: XmlElement, scheme: string): readonly XmlElement[] =>
    reference.all('cbc:ID').filter((id) => id.attribute('schemeID') === scheme)
  return [
    inContext(at(...references), {
      [`${prefix}_${term}`]: (each) => ids(each, 'AFL').length <= 1 && ids(each, 'AVV').length <= 1,
    }),
    ...['AFL', 'AVV'].map((scheme) =>
      inContext((document) => at(...references)(document).flatMap((each) => ids(each, scheme)), {
        [`${prefix}_${scheme}`]: ({ stringValue }) => !isBlank(stringValue),
      }),
    ),
  ]
}

function at(...paths: readonly string[]) {
  return (document: JudgedDocument): readonly XmlElement[] =>
    DOCUMENTS(document).flatMap((each) => paths.flatMap((path) => all(each, path)))
}
