import type { XmlElement } from '../../xml/element.js'
import { along, type JudgedDocument, type Assertions, ROOT, inContext } from '../bindings/binding.js'
import { all, is, NotOfType, plain, text } from '../bindings/xpath.js'
import { numberOf } from '../bindings/numbers.js'
import { isXsInteger } from '../bindings/xs-types.js'
import { isGreekTaxNumber } from './check-digits.js'
import { isBlank, normalised } from '../../xml/white-space.js'
import {
  absolute,
  accountingSupplierCountry,
  BUYER,
  customerCountry,
  schemesOf,
  SELLER,
  supplierCountry,
  vatSchemes,
  when,
  where,
} from './facts.js'

const MARK = '##M.AR.K##'
const INVOICE_URL = '##INVOICE|URL##'
const COUNTRY = `${SELLER}/cac:PostalAddress/cac:Country/cbc:IdentificationCode`
const DATE = /^(?:0?[1-9]|[12][0-9]|3[01])[-\\/ ]?(?:0?[1-9]|1[0-2])[-\\/ ]?(?:19|20)[0-9]{2}/
const DOCUMENT_TYPES: ReadonlySet<string> = new Set(['1.1', '1.6', '2.1', '2.4', '5.1', '5.2'])

const isGreece = (country: string): boolean => country === 'GR' || country === 'EL'
const isGreekSender = (document: JudgedDocument): boolean => isGreece(supplierCountry(document))
const isGreekReceiver = (document: JudgedDocument): boolean => isGreece(customerCountry(document))
const isSentInGreece = (document: JudgedDocument): boolean =>
  isGreekSender(document) && is(document.root, COUNTRY, 'GR')
const areBothGreek = (document: JudgedDocument): boolean => isGreekSender(document) && isGreekReceiver(document)

/**
 * The parts of the invoice number of a Greek seller: tax number | date | serial number | document
 * type | two more.
 */
function segment(id: XmlElement, at: number): string {
  return id.stringValue.split('|')[at] ?? ''
}

/** GR-R-001 to GR-R-010: sellers whose VAT number, or else address, is Greek. */
export const GREEK_RULES: readonly Assertions[] = [
  inContext(when(isGreekSender, absolute('cbc:ID')), {
    'GR-R-001-1': (id) => id.stringValue.split('|').length === 6,
    'GR-R-001-2': (id, { root }) => {
      const number = segment(id, 0)
      const isKnown = [...all(root, SELLER), ...all(root, 'cac:TaxRepresentativeParty')]
        .flatMap(vatSchemes)
        .some((scheme) => text(scheme, 'cbc:CompanyID').slice(2, 11) === number)
      return [...normalised(number)].length === 9 && isGreekTaxNumber(number) && isKnown
    },
    'GR-R-001-3': (id, { root }) => {
      const [year, month, day] = text(root, 'cbc:IssueDate').split('-')
      const [ofDay, ofMonth, ofYear] = segment(id, 1).split('/')
      return DATE.test(segment(id, 1)) && ofDay === day && ofMonth === month && ofYear === year
    },
    'GR-R-001-4': (id) => {
      const serial = segment(id, 2)
      if (isBlank(serial) || Number.isNaN(numberOf(serial))) return false
      if (!isXsInteger(serial)) throw new NotOfType(id, 'whole number')
      return numberOf(serial) >= 0
    },
    'GR-R-001-5': (id) => DOCUMENT_TYPES.has(segment(id, 3)),
    'GR-R-001-6': (id) => segment(id, 4) !== '',
    'GR-R-001-7': (id) => segment(id, 5) !== '',
  }),
  inContext(when(isGreekSender, along(SELLER)), {
    'GR-R-002': (party) => text(party, 'cac:PartyName/cbc:Name') !== '',
    'GR-S-011': hasOneGreekVat,
  }),
  inContext(
    when(
      isGreekSender,
      where(
        along(`${SELLER}/cac:PartyTaxScheme/cbc:CompanyID`),
        ({ parent }) => parent !== null && plain(parent, 'cac:TaxScheme/cbc:ID') === 'VAT',
      ),
    ),
    { 'GR-R-003': (id) => isGreekVat(id.stringValue) },
  ),
  inContext(when(isSentInGreece, ROOT), {
    'GR-R-004-1': (root) => described(root, MARK).length === 1,
    'GR-S-008-1': (root) => described(root, INVOICE_URL).length === 1,
    'GR-R-008-2': (root) => described(root, INVOICE_URL).length <= 1,
  }),
  inContext(
    when(isSentInGreece, (document) => documents(document, MARK).flatMap((each) => each.all('cbc:ID'))),
    { 'GR-R-004-2': (id) => /^[1-9]/.test(id.stringValue) },
  ),
  inContext(
    when(isGreekSender, (document) => documents(document, INVOICE_URL)),
    { 'GR-R-008-3': (each) => plain(each, 'cac:Attachment/cac:ExternalReference/cbc:URI') !== '' },
  ),
  inContext(when(isGreekSender, along(BUYER)), {
    'GR-R-005': (party) => text(party, 'cac:PartyName/cbc:Name') !== '',
  }),
  inContext(
    when((document) => isGreece(accountingSupplierCountry(document)), along(`${SELLER}/cbc:EndpointID`)),
    { 'GR-R-009': isGreekAddress },
  ),
  inContext(when(areBothGreek, along(BUYER)), { 'GR-R-006': hasOneGreekVat }),
  inContext(when(areBothGreek, along(`${BUYER}/cbc:EndpointID`)), { 'GR-R-010': isGreekAddress }),
]

function isGreekVat(number: string): boolean {
  return number.startsWith('EL') && isGreekTaxNumber(number.slice(2))
}

function hasOneGreekVat(party: XmlElement): boolean {
  const [number, second] = schemesOf(party, 'VAT').flatMap((scheme) => scheme.all('cbc:CompanyID'))
  return number !== undefined && second === undefined && isGreekVat(number.stringValue)
}

function isGreekAddress(id: XmlElement): boolean {
  return id.attribute('schemeID') === '9933' && isGreekTaxNumber(id.stringValue)
}

function isDescribed(each: XmlElement, description: string): boolean {
  return is(each, 'cbc:DocumentDescription', description)
}

function described(root: XmlElement, description: string): readonly XmlElement[] {
  return root.all('cac:AdditionalDocumentReference').filter((each) => isDescribed(each, description))
}

/** Anywhere in the document. */
function documents(document: JudgedDocument, description: string): readonly XmlElement[] {
  return document.named('cac:AdditionalDocumentReference').filter((each) => isDescribed(each, description))
}
