import { parseXmlOrNull } from '../../einvoice/xml/parse.js'
import type { XmlElement } from '../../einvoice/xml/element.js'
import type { MessageReader } from '../gateway/message-reader.js'
import { parisInstant } from './paris-time.js'

/** The status of one invoice in a life-cycle message. Texts are unchanged. */
export interface InvoiceStatus {
  /** BT-1 (MDT-87). */
  readonly number: string
  /** BT-2, `YYYY-MM-DD` (MDT-100); null: absent, because an inadmissible invoice may have none. */
  readonly issueDate: string | null
  /** Ids of the seller: of the invoice (MDT-129), or else of the message's recipient (MDT-57). */
  readonly sellerIds: readonly string[]
  /** `205` (MDT-105). */
  readonly code: string
  /** `Approuvée` (MDT-106); empty: absent. */
  readonly label: string
  /** When the status was set (MDT-78); null: absent. */
  readonly at: Date | null
  readonly reasons: readonly StatusDetail[]
}

/** A reason of a status, with free text. */
interface StatusDetail {
  /** `DOUBLON` (MDT-113); empty: absent. */
  readonly code: string
  readonly label: string
  readonly notes: readonly string[]
}

/** The role of a recipient that is the seller of the invoice (MDT-59). */
const SELLER = 'SE'

/**
 * Reads a life-cycle message (CDAR, Cross Domain Acknowledgement and Response) by the local names
 * of its elements: platforms differ in prefixes, and in the version in the namespaces. Null if the
 * bytes are no such message. An entry without number or code is skipped.
 */
export function readLifeCycle(bytes: Uint8Array): readonly InvoiceStatus[] | null {
  const root = parseXmlOrNull(bytes)?.root
  if (root === undefined || localName(root) !== 'CrossDomainAcknowledgementAndResponse') return null
  const recipients = descend(root, 'ExchangedDocument', 'RecipientTradeParty')
  const toSeller = recipients.filter((party) => textAt(party, 'RoleCode') === SELLER).flatMap(idsOf)
  return children(root, 'AcknowledgementDocument').flatMap((acknowledgement) => {
    const at = parisInstant(textAt(acknowledgement, 'IssueDateTime', 'DateTimeString'))
    return children(acknowledgement, 'ReferenceReferencedDocument')
      .map((document) => statusOf(document, at, toSeller))
      .filter(({ number, code }) => number !== '' && code !== '')
  })
}

/** Reads a life-cycle message, in a thread if it is large. */
export const LIFE_CYCLE_MESSAGE: MessageReader<null, readonly InvoiceStatus[] | null> = {
  name: 'life-cycle message',
  read: (bytes) => readLifeCycle(bytes),
}

function statusOf(document: XmlElement, at: Date | null, toSeller: readonly string[]): InvoiceStatus {
  const own = children(document, 'IssuerTradeParty').flatMap(idsOf)
  return {
    number: textAt(document, 'IssuerAssignedID'),
    issueDate: dayOf(textAt(document, 'FormattedIssueDateTime', 'DateTimeString')),
    sellerIds: own.length > 0 ? own : toSeller,
    code: textAt(document, 'ProcessConditionCode'),
    label: textAt(document, 'ProcessCondition'),
    at,
    reasons: children(document, 'SpecifiedDocumentStatus').map(detailOf).filter(saysSomething),
  }
}

function detailOf(status: XmlElement): StatusDetail {
  const notes = descend(status, 'IncludedNote', 'Content').map(plain)
  return {
    code: textAt(status, 'ReasonCode'),
    label: textAt(status, 'Reason'),
    notes: notes.filter((note) => note !== ''),
  }
}

function saysSomething({ code, label, notes }: StatusDetail): boolean {
  return code !== '' || label !== '' || notes.length > 0
}

function idsOf(party: XmlElement): readonly string[] {
  return [...children(party, 'GlobalID'), ...children(party, 'ID')].map(plain).filter((id) => id !== '')
}

/** `YYYYMMDD`, optionally followed by a time. */
function dayOf(digits: string): string | null {
  const found = /^(\d{4})-?(\d{2})-?(\d{2})/.exec(digits)
  return found === null ? null : found.slice(1).join('-')
}

function textAt(element: XmlElement, ...path: readonly string[]): string {
  const [first] = descend(element, ...path)
  return first === undefined ? '' : plain(first)
}

function descend(element: XmlElement, ...path: readonly string[]): readonly XmlElement[] {
  let found: readonly XmlElement[] = [element]
  for (const name of path) found = found.flatMap((each) => children(each, name))
  return found
}

function children(element: XmlElement, name: string): readonly XmlElement[] {
  return element.children.filter((child) => localName(child) === name)
}

function localName({ name }: XmlElement): string {
  return name.replace(/^(?:\{[^}]*\}|[^:{]*:)/, '')
}

function plain(element: XmlElement): string {
  return element.stringValue.replaceAll(/\s+/g, ' ').trim()
}
