import { type JudgedDocument, once } from '../../../../einvoice/rules/bindings/binding.js'
import { LINES } from '../../../../einvoice/rules/bindings/ubl/facts.js'
import { all, has, is } from '../../../../einvoice/rules/bindings/xpath.js'
import type { XmlElement } from '../../../../einvoice/xml/element.js'
import { SubLines } from './sub-lines.js'

/*
 * The hierarchy of lines of EXTENDED-CTC-FR in UBL, which has no sub-lines for it: a line refers
 * to its own invoice, and that reference contains its subtype (EXT-FR-FE-163: GROUP, DETAIL,
 * INFORMATION) and the parent line (EXT-FR-FE-162).
 */

const OWN_NUMBER = 'cac:InvoiceDocumentReference/cbc:ID'
/** EXT-FR-FE-163, below a reference of a line. */
export const SUBTYPE = 'cac:InvoiceDocumentReference/cbc:DocumentStatusCode'
const PARENT = 'cac:BillingReferenceLine/cbc:ID'

/** Lines of an invoice, or of a credit note. */
export const ublLines = once(({ root }) => linesIn(root))

/** The lines of a document. */
export function linesIn({ children }: XmlElement): readonly XmlElement[] {
  return children.filter(({ name }) => name === 'cac:InvoiceLine' || name === 'cac:CreditNoteLine')
}

/** The number of the invoice (BT-1), or any other text in its place. */
export function invoiceNumbers({ root }: JudgedDocument): ReadonlySet<string> {
  return new Set(root.all('cbc:ID').map(({ stringValue }) => stringValue))
}

/** The cached references of each line to the invoice. */
const KNOWN = (): Map<XmlElement, readonly XmlElement[]> => new Map()

/** The references of a line to its own invoice. */
export function ownReferences(line: XmlElement, document: JudgedDocument): readonly XmlElement[] {
  const known = document.once(KNOWN)
  let own = known.get(line)
  if (own === undefined) {
    const numbers = document.once(invoiceNumbers)
    own = line
      .all('cac:BillingReference')
      .filter((reference) => all(reference, OWN_NUMBER).some(({ stringValue }) => numbers.has(stringValue)))
    known.set(line, own)
  }
  return own
}

/** The references of a line to other invoices. */
export function foreignReferences(line: XmlElement, document: JudgedDocument): readonly XmlElement[] {
  const own = document.once(invoiceNumbers)
  const isOther = (number: string): boolean => own.size > 1 || (own.size === 1 && !own.has(number))
  return line
    .all('cac:BillingReference')
    .filter((reference) => all(reference, OWN_NUMBER).some(({ stringValue }) => isOther(stringValue)))
}

/** The original subtypes of a line. */
export function subtypesOf(line: XmlElement, document: JudgedDocument): readonly string[] {
  return ownReferences(line, document).flatMap((each) => all(each, SUBTYPE).map(({ stringValue }) => stringValue))
}

/** The numbers of the parent lines of a line. */
export function parentsOf(line: XmlElement, document: JudgedDocument): readonly XmlElement[] {
  return ownReferences(line, document).flatMap((each) => all(each, PARENT))
}

/** The hierarchy of lines. */
export const UBL_SUB_LINES = new SubLines({
  lines: ublLines,
  linesIn,
  number: 'cbc:ID',
  net: 'cbc:LineExtensionAmount',
  parentsOf,
  isOfSubtype: (line, document, subtype) =>
    ownReferences(line, document).some((reference) => is(reference, SUBTYPE, subtype)),
})

/** The references to the invoice with a number as parent line, each with its line. */
export function referencesBelow(number: string, document: JudgedDocument): readonly ReferenceOfLine[] {
  return document.once(REFERENCES_BY_PARENT).get(number) ?? []
}

/** A reference to the invoice, with its line. */
interface ReferenceOfLine {
  readonly line: XmlElement
  readonly reference: XmlElement
}

const REFERENCES_BY_PARENT = (document: JudgedDocument): ReadonlyMap<string, readonly ReferenceOfLine[]> => {
  const index = new Map<string, ReferenceOfLine[]>()
  for (const line of ublLines(document))
    for (const reference of ownReferences(line, document))
      for (const number of new Set(all(reference, PARENT).map(({ stringValue }) => stringValue))) {
        const alike = index.get(number)
        if (alike === undefined) index.set(number, [{ line, reference }])
        else alike.push({ line, reference })
      }
  return index
}

/** Whether a line counts in the totals: it is not in a hierarchy, or has the subtype DETAIL. */
export function isCounted(line: XmlElement, document: JudgedDocument): boolean {
  const own = ownReferences(line, document)
  return own.length === 0 || own.some((reference) => is(reference, SUBTYPE, 'DETAIL'))
}

/** The lines that count in the totals. */
export function countedLines(document: JudgedDocument): readonly XmlElement[] {
  return LINES(document).filter((line) => isCounted(line, document))
}

/** Whether a reference of a line makes it a group. */
export function isGroup(reference: XmlElement): boolean {
  return is(reference, SUBTYPE, 'GROUP')
}

/** Whether a reference of a line names a parent line. */
export function refersUp(reference: XmlElement): boolean {
  return has(reference, PARENT)
}
