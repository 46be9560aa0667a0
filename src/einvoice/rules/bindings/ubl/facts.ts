import type { XmlElement } from '../../../xml/element.js'
import { type JudgedDocument, type Context, everywhere, once, type Test } from '../binding.js'
import { all, has, indicates, isJudgedAs, plain } from '../xpath.js'

/** BG-4, below the root. */
export const SELLER = 'cac:AccountingSupplierParty/cac:Party'
/** BG-7, below the root. */
export const BUYER = 'cac:AccountingCustomerParty/cac:Party'

/** Lines of either kind of document. */
export const LINES = everywhere('cac:InvoiceLine', 'cac:CreditNoteLine')

/**
 * Whether a tax category or tax scheme of a party is VAT:
 * `cac:TaxScheme/normalize-space(upper-case(cbc:ID)) = 'VAT'`.
 */
export function isOfVat(element: XmlElement): boolean {
  for (const scheme of element.children)
    if (scheme.name === 'cac:TaxScheme' && isVat(plain(scheme, 'cbc:ID'))) return true
  return false
}

function isVat(scheme: string): boolean {
  return scheme === 'VAT' || scheme.toUpperCase() === 'VAT'
}

/** The VAT categories among tax categories. */
export function ofVat(elements: readonly XmlElement[]): readonly XmlElement[] {
  return elements.every(isOfVat) ? elements : elements.filter(isOfVat)
}

/** Allowances (false) or charges (true) of the document. */
export function documentLevel(isCharge: boolean): Context {
  return isCharge ? DOCUMENT_CHARGES : DOCUMENT_ALLOWANCES
}

const [DOCUMENT_ALLOWANCES, DOCUMENT_CHARGES] = [ofDocument(false), ofDocument(true)]

function ofDocument(isCharge: boolean): Context {
  return once(({ root }) =>
    all(root, 'cac:AllowanceCharge').filter((each) => indicates(each, 'cbc:ChargeIndicator', isCharge)),
  )
}

/** Allowances and charges. */
interface Reductions {
  readonly allowances: readonly XmlElement[]
  readonly charges: readonly XmlElement[]
}

/**
 * `../cac:AllowanceCharge` of totals: the siblings of the totals, which normally are those of the
 * document.
 */
export function reductionsBeside({ parent }: XmlElement, document: JudgedDocument): Reductions {
  return parent === null ? { allowances: [], charges: [] } : document.onceOf(parent, reductionsIn)
}

function reductionsIn(element: XmlElement): Reductions {
  const reductions = element.all('cac:AllowanceCharge')
  return {
    allowances: reductions.filter((each) => indicates(each, 'cbc:ChargeIndicator', false)),
    charges: reductions.filter((each) => indicates(each, 'cbc:ChargeIndicator', true)),
  }
}

/** Allowances (false) or charges (true) of lines, each judged as one of both. */
export function lineLevel(isCharge: boolean): Context {
  return isCharge ? LINE_CHARGES : LINE_ALLOWANCES
}

const [LINE_ALLOWANCES, LINE_CHARGES] = [ofLines(false), ofLines(true)]

function ofLines(isCharge: boolean): Context {
  return once((document) =>
    document
      .named('cac:AllowanceCharge')
      .filter(({ parent }) => isLine(parent))
      .filter((each) => isJudgedAs(each, 'cbc:ChargeIndicator', isCharge)),
  )
}

/** Whether an element is a line of either kind of document. */
export function isLine(element: XmlElement | null): boolean {
  return element?.name === 'cac:InvoiceLine' || element?.name === 'cac:CreditNoteLine'
}

/** A tax category of VAT with a code: BT-95, BT-102, BT-118. */
export const hasCategory: Test = (each) =>
  ofVat(all(each, 'cac:TaxCategory')).some((category) => has(category, 'cbc:ID'))
