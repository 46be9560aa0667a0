import { Decimal } from '../../../einvoice/model/decimal.js'
import { decimalOf } from '../../../einvoice/rules/bindings/xpath.js'
import { normalised } from '../../../einvoice/xml/white-space.js'
import { childrenNamed, type XmlElement } from '../../../einvoice/xml/element.js'
import type { Unread } from '../../judging/read-document.js'
import { plainUnit } from '../units.js'

/** Creation time and program of the document: irrelevant for the invoice. */
const ABOUT_THE_FILE = 'fa:Naglowek'
/** Elements that are read as one text, which may be split differently. */
const FOOTER = 'fa:Informacje'

/**
 * The elements of a document that are missing in the one made from its JSON: single ones, or the
 * whole group if all of it is missing. Linear in both documents.
 * @param document its root
 * @param made the root of the document that was made from its JSON
 * @param said elements that others repeat
 */
export function unreadIn(document: XmlElement, made: XmlElement, said: ReadonlySet<XmlElement> = NONE): Unread {
  const unread: XmlElement[] = []
  const readAs = new Map<XmlElement, string>()
  const isFooterBack = footerOf(made).endsWith(footerOf(document))
  const isRead: IsRead = (element) =>
    said.has(element) || element.name === ABOUT_THE_FILE || (isFooterBack && element.name === FOOTER)
  compareChildren(document, made, { unread, readAs }, isRead)
  return { unread, readAs }
}

const NONE: ReadonlySet<XmlElement> = new Set()

/** The result, as it grows. */
interface Found {
  readonly unread: XmlElement[]
  readonly readAs: Map<XmlElement, string>
}

function footerOf(root: XmlElement): string {
  const footers = root.select('fa:Stopka', FOOTER, 'fa:StopkaFaktury')
  return normalised(footers.map(({ stringValue }) => stringValue).join(' '))
}

/** The result for an element: `none` has nothing to compare. */
type Fate = 'none' | 'back' | 'lost'

type IsRead = (element: XmlElement) => boolean

/** Collects missing elements. */
function compare(element: XmlElement, made: XmlElement | undefined, found: Found, isRead: IsRead): Fate {
  if (isRead(element)) return 'back'
  const { unread, readAs } = found
  if (element.children.length === 0) {
    if (saysNothing(element)) return 'none'
    if (made !== undefined && isSame(element, made)) return 'back'
    unread.push(element)
    if (made !== undefined) readAs.set(element, made.stringValue)
    return 'lost'
  }
  const before = unread.length
  const fate = compareChildren(element, made, found, isRead)
  if (fate === 'lost') unread.splice(before, Infinity, element)
  return fate
}

/** `back` if anything is present. */
function compareChildren(element: XmlElement, made: XmlElement | undefined, found: Found, isRead: IsRead): Fate {
  const partners = partnersOf(element, made)
  const fates = new Set(element.children.map((child) => compare(child, partners.get(child), found, isRead)))
  return fates.has('back') ? 'back' : fates.has('lost') ? 'lost' : 'none'
}

/** Sums of zero equal absent sums. */
function saysNothing(element: XmlElement): boolean {
  if (normalised(element.stringValue) === '') return true
  return /^fa:P_1[34]_/.test(element.name) && decimalOf(element)?.isZero() === true
}

/**
 * The matching children of the two elements. Lines match in order. Other repeated elements match
 * equal ones first, and then in order.
 */
function partnersOf(element: XmlElement, made: XmlElement | undefined): ReadonlyMap<XmlElement, XmlElement> {
  const partners = new Map<XmlElement, XmlElement>()
  if (made === undefined) return partners
  for (const name of new Set(element.children.map((child) => child.name))) {
    const state = STATES[name]
    if (state !== undefined) {
      pairRows([childrenNamed(element, name), childrenNamed(made, name)], state, partners)
      continue
    }
    const [theirs, ours] = [childrenNamed(element, name), childrenNamed(made, name)]
    // A key with another value is another description.
    const isKeyed = name === 'fa:DodatkowyOpis'
    const isInOrder = !isKeyed && theirs.length === 1 && ours.length === 1
    const [left, right] = isInOrder ? [theirs, ours] : pairEqual(theirs, ours, partners)
    if (isKeyed) continue
    left.forEach((child, index) => {
      const partner = right[index]
      if (partner !== undefined) partners.set(child, partner)
    })
  }
  return partners
}

/** Rows, and their mark of the state before a correction. */
const STATES: Readonly<Record<string, string | undefined>> = {
  'fa:FaWiersz': 'fa:StanPrzed',
  'fa:ZamowienieWiersz': 'fa:StanPrzedZ',
}

/** Lines match in order; of a correction with both states, those of each state. */
function pairRows(
  [theirs, ours]: readonly [readonly XmlElement[], readonly XmlElement[]],
  state: string,
  partners: Map<XmlElement, XmlElement>,
): void {
  const isBefore = (row: XmlElement): boolean => row.child(state) !== undefined
  // Without states in ours, rows before the correction are reversed.
  const groups = ours.some(isBefore) ? [isBefore, (row: XmlElement) => !isBefore(row)] : [() => true]
  for (const isIn of groups) {
    const right = ours.filter(isIn)
    theirs.filter(isIn).forEach((row, index) => {
      const partner = right[index]
      if (partner !== undefined) partners.set(row, partner)
    })
  }
}

/** Pairs equal elements, and returns the rest. */
function pairEqual(
  theirs: readonly XmlElement[],
  ours: readonly XmlElement[],
  partners: Map<XmlElement, XmlElement>,
): [XmlElement[], XmlElement[]] {
  const byContent = new Map<string, XmlElement[]>()
  for (const child of [...ours].reverse()) {
    const content = contentOf(child)
    const alike = byContent.get(content)
    if (alike === undefined) byContent.set(content, [child])
    else alike.push(child)
  }
  const left = theirs.filter((child) => {
    const partner = byContent.get(contentOf(child))?.pop()
    if (partner !== undefined) partners.set(child, partner)
    return partner === undefined
  })
  const rest = new Set(Array.from(byContent.values()).flat())
  return [left, ours.filter((child) => rest.has(child))]
}

/** Names and values, so that equal texts mean equal elements. */
function contentOf(element: XmlElement): string {
  const { name, children } = element
  return children.length === 0 ? `${name}=${valueOf(element)}\n` : `${name}{\n${children.map(contentOf).join('')}}\n`
}

/** The text of an element; for a number its value, in any notation. */
function valueOf(element: XmlElement): string {
  const text = normalised(element.stringValue)
  return /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/.test(text) ? (decimalOf(element)?.toString() ?? text) : text
}

/** Quantity and price may both change their sign if the net amount is the same. */
const UNSIGNED = new Set(['fa:P_8B', 'fa:P_9A', 'fa:P_9B', 'fa:P_10'])

function isSame(element: XmlElement, made: XmlElement): boolean {
  const [theirs, ours] = [valueOf(element), valueOf(made)]
  if (theirs === ours) return true
  const { name, parent } = element
  if (name === 'fa:P_8A') return plainUnit(theirs) === plainUnit(ours)
  const [amount, other] = [decimalOf(element), decimalOf(made)]
  if (amount === undefined || other === undefined) return false
  if (UNSIGNED.has(name)) return amount.abs().equals(other.abs())
  const isTakenBack = /^fa:P_11(?:A|Vat)?$/.test(name) && parent?.child('fa:StanPrzed') !== undefined
  return isTakenBack && amount.plus(other).compare(Decimal.zero) === 0
}
