import type { XmlElement } from '../../xml/element.js'
import type { JudgedDocument, Context } from '../bindings/binding.js'
import { all, has, is, plain, RuleFailure, SeveralValues, text } from '../bindings/xpath.js'
import { normalised } from '../../xml/white-space.js'

/** BG-4, below the root. */
export const SELLER = 'cac:AccountingSupplierParty/cac:Party'
/** BG-7, below the root. */
export const BUYER = 'cac:AccountingCustomerParty/cac:Party'
const COUNTRY = 'cac:PostalAddress/cac:Country/cbc:IdentificationCode'

/** A condition in a match pattern of XSLT: if its evaluation fails, the pattern does not match. */
function matches(applies: () => boolean): boolean {
  try {
    return applies()
  } catch (error) {
    if (!(error instanceof RuleFailure)) throw error
    return false
  }
}

/** `context[applies]`. */
export function where(context: Context, applies: (element: XmlElement, document: JudgedDocument) => boolean): Context {
  return (document) => context(document).filter((element) => matches(() => applies(element, document)))
}

/** The elements of a context in documents that satisfy the condition, else none. */
export function when(applies: (document: JudgedDocument) => boolean, context: Context): Context {
  return (document) => (matches(() => applies(document)) ? context(document) : [])
}

/** The elements at the end of a path from any root. */
export function absolute(path: string): Context {
  return ({ root }) => all(root, path)
}

/** The root, if it is an invoice. */
export const INVOICE: Context = ({ root }) => (root.name === 'ubl:Invoice' ? [root] : [])

/** Lines of the document's kind. */
export function ownLines({ root }: JudgedDocument): readonly XmlElement[] {
  return linesIn(root)
}

/** Lines of the kind of a document, which may be within an extension. */
export function linesIn(document: XmlElement): readonly XmlElement[] {
  return document.all(document.name === 'cn:CreditNote' ? 'cac:CreditNoteLine' : 'cac:InvoiceLine')
}

/** `cac:PartyTaxScheme[cac:TaxScheme/cbc:ID = 'VAT']`. */
export function vatSchemes(party: XmlElement): readonly XmlElement[] {
  return party.all('cac:PartyTaxScheme').filter((scheme) => is(scheme, 'cac:TaxScheme/cbc:ID', 'VAT'))
}

/** `cac:PartyTaxScheme[normalize-space(cac:TaxScheme/cbc:ID) = name]`. */
export function schemesOf(party: XmlElement, name: string): readonly XmlElement[] {
  return party.all('cac:PartyTaxScheme').filter((scheme) => plain(scheme, 'cac:TaxScheme/cbc:ID') === name)
}

/** `X/cbc:CompanyID` as a single argument. @throws SeveralValues */
export function oneCompanyId(schemes: readonly XmlElement[]): string {
  const [id, second] = schemes.flatMap((scheme) => scheme.all('cbc:CompanyID'))
  if (second !== undefined) throw new SeveralValues(second)
  return id?.stringValue ?? ''
}

/**
 * The first two letters of the VAT number of parties; undefined if there is none.
 * @throws SeveralValues
 */
function countryOfVat(parties: readonly XmlElement[]): string | undefined {
  const [scheme, second] = parties.flatMap(vatSchemes)
  if (second !== undefined) throw new SeveralValues(second)
  const country = scheme === undefined ? '' : text(scheme, 'cbc:CompanyID').slice(0, 2)
  return country === '' ? undefined : capitals(country)
}

function capitals(country: string): string {
  return normalised(country).toUpperCase()
}

/** `upper-case(normalize-space(…/cbc:IdentificationCode))`. @throws SeveralValues */
function countryOfAddress(root: XmlElement, party: string): string {
  return capitals(text(root, `${party}/${COUNTRY}`))
}

function addressOr(root: XmlElement, party: string): string {
  return has(root, `${party}/${COUNTRY}`) ? countryOfAddress(root, party) : 'XX'
}

/**
 * `$supplierCountry`: by the VAT number of the seller, else of its tax representative, else by the
 * address.
 * @throws SeveralValues
 */
export function supplierCountry(document: JudgedDocument): string {
  return document.once(countryOfSupplier)
}

function countryOfSupplier({ root }: JudgedDocument): string {
  return (
    countryOfVat(all(root, SELLER)) ?? countryOfVat(all(root, 'cac:TaxRepresentativeParty')) ?? addressOr(root, SELLER)
  )
}

/** `$accountingSupplierCountry`, which ignores the tax representative. @throws SeveralValues */
export function accountingSupplierCountry({ root }: JudgedDocument): string {
  return countryOfVat(all(root, SELLER)) ?? addressOr(root, SELLER)
}

/** `$customerCountry`. @throws SeveralValues */
export function customerCountry({ root }: JudgedDocument): string {
  return countryOfVat(all(root, BUYER)) ?? addressOr(root, BUYER)
}

/** `$supplierCountryIsDE and $customerCountryIsDE`. @throws SeveralValues */
export function bothAreGerman(document: JudgedDocument): boolean {
  return document.once(areBothGerman)
}

function areBothGerman({ root }: JudgedDocument): boolean {
  return countryOfAddress(root, SELLER) === 'DE' && countryOfAddress(root, BUYER) === 'DE'
}

/**
 * Whether the address of a party is in a country, ignoring case and white space.
 * @throws SeveralValues
 */
export function isIn(document: JudgedDocument, party: string, country: string): boolean {
  return countryOfAddress(document.root, party) === country
}

/** Whether the address of a party is in a country, as written. @throws SeveralValues */
export function isWrittenIn({ root }: JudgedDocument, party: string, country: string): boolean {
  return text(root, `${party}/${COUNTRY}`) === country
}

/** Whether any address of the party is in a country, as written. */
export function hasAddressIn(party: XmlElement, country: string): boolean {
  return is(party, COUNTRY, country)
}

/** A profile of Peppol BIS: the documents it accepts. */
export interface PeppolEdition {
  /** The beginning of BT-24. */
  readonly specification: string
  /**
   * The business processes (BT-23) that it approves, and those for which it checks the document
   * type.
   */
  readonly processes: ReadonlySet<string>
  readonly judged: ReadonlySet<string>
  readonly invoiceTypes: ReadonlySet<string>
  readonly creditNoteTypes: ReadonlySet<string>
  readonly isSelfBilling: boolean
}
