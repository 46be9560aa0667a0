import type { XmlElement } from '../../../einvoice/xml/element.js'
import { parseXml } from '../../../einvoice/xml/parse.js'
import { XML_LIMITS } from '../../../einvoice/xml/refused-xml.js'
import { largeDocumentIn } from './large-document.js'
import { payloadIn } from './payload.js'

/** A business document as an access point forwards it: in its envelope (SBDH), or bare. */
export interface BusinessDocument {
  /** Null: there is none. */
  readonly envelope: Envelope | null
  /** Local name of the document's root element. */
  readonly name: string
  /** Null: it does not answer a document. */
  readonly response: ApplicationResponse | null
  /** The document without its envelope, if it is an invoice; null: it is none. */
  readonly invoice: Uint8Array | null
}

/** The root elements of invoices: UBL, and Cross Industry Invoice. */
const INVOICES: ReadonlySet<string> = new Set(['Invoice', 'CreditNote', 'CrossIndustryInvoice'])

/** The network's own data of a document. Participants in the form of `participantId`. */
interface Envelope {
  readonly sender: string
  readonly receiver: string
  readonly instanceId: string
}

/**
 * A UBL ApplicationResponse of Peppol. Texts are unchanged, except for white space at their ends.
 */
export interface ApplicationResponse {
  /**
   * Of the receiver's access point: `MLS`, or the older `MLR`. Of the buyer: `IMR`, Invoice
   * Response.
   */
  readonly kind: 'MLS' | 'MLR' | 'IMR'
  readonly id: string
  /** Null: absent, or not readable. */
  readonly issuedAt: Date | null
  readonly sender: string
  readonly receiver: string
  /** `AP`, `AB`, `RE` …; in capitals. */
  readonly code: string
  readonly description: string | null
  readonly reasons: readonly Reason[]
  /** The answered documents: SBDH instance ids, or numbers of invoices. */
  readonly references: readonly { readonly id: string; readonly issuedOn: string | null }[]
  readonly lines: readonly ResponseLine[]
}

/** A status reason. */
export interface Reason {
  /** `OPStatusReason`, `OPStatusAction`; empty: absent. */
  readonly list: string
  readonly code: string
  readonly text: string | null
}

/** The remark on one place in the document. */
interface ResponseLine {
  /** An XPath; `NA`: the whole document. */
  readonly place: string
  readonly description: string | null
  readonly code: string | null
}

/** The form of our SBDH instance identifiers and most others. */
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/**
 * Reads a forwarded document, by local names, since nothing in it is trusted.
 * @throws RefusedXml
 */
export function readBusinessDocument(bytes: Uint8Array): BusinessDocument {
  if (bytes.length > XML_LIMITS.bytes) return readLarge(bytes)
  const { root } = parseXml(bytes)
  if (localName(root) !== 'StandardBusinessDocument')
    return { envelope: null, ...documentIn(root, null), invoice: INVOICES.has(localName(root)) ? bytes : null }
  const header = childOf(root, 'StandardBusinessDocumentHeader')
  const document = root.children.find((child) => localName(child) !== 'StandardBusinessDocumentHeader')
  const envelope = header === undefined ? null : envelopeIn(header)
  if (document === undefined) return { envelope, name: 'StandardBusinessDocument', response: null, invoice: null }
  const invoice = INVOICES.has(localName(document)) ? payloadIn(bytes, document) : null
  return { envelope, ...documentIn(document, envelope), invoice }
}

/** Of a document that is too large to be read at least the receiver is known. */
function readLarge(bytes: Uint8Array): BusinessDocument {
  const { envelope, name, document } = largeDocumentIn(bytes)
  return { ...readBusinessDocument(envelope), name, invoice: INVOICES.has(name) ? document : null }
}

function envelopeIn(header: XmlElement): Envelope {
  const party = (name: string): string => {
    const identifier = at(header, name, 'Identifier')
    return participantIn(identifier?.attribute('Authority'), textOf(identifier) ?? '')
  }
  return {
    sender: party('Sender'),
    receiver: party('Receiver'),
    instanceId: textOf(at(header, 'DocumentIdentification', 'InstanceIdentifier')) ?? '',
  }
}

/** `iso6523-actorid-upis` is the only scheme of Peppol, and often left out. */
function participantIn(scheme: string | undefined, value: string): string {
  if (value.includes('::')) return value
  return `${scheme === undefined || scheme === '' ? 'iso6523-actorid-upis' : scheme}::${value}`
}

function documentIn(root: XmlElement, envelope: Envelope | null): Pick<BusinessDocument, 'name' | 'response'> {
  const name = localName(root)
  return { name, response: name === 'ApplicationResponse' ? responseIn(root, envelope) : null }
}

function responseIn(root: XmlElement, envelope: Envelope | null): ApplicationResponse | null {
  const document = childOf(root, 'DocumentResponse')
  const response = document && childOf(document, 'Response')
  const code = textOf(response && childOf(response, 'ResponseCode'))
  if (document === undefined || response === undefined || code === null) return null
  const references = childrenOf(document, 'DocumentReference').map((reference) => ({
    id: textOf(childOf(reference, 'ID')) ?? '',
    issuedOn: textOf(childOf(reference, 'IssueDate')),
  }))
  const description = childrenOf(response, 'Description')
    .map(textOf)
    .filter((text) => text !== null)
    .join(' ')
  return {
    kind: kindOf(root, references),
    id: textOf(childOf(root, 'ID')) ?? '',
    issuedAt: issuedAt(root),
    // The network has checked the sender of the envelope, but not that of its content.
    sender: envelope?.sender ?? partyIn(root, 'SenderParty'),
    receiver: envelope?.receiver ?? partyIn(root, 'ReceiverParty'),
    code: code.toUpperCase(),
    description: description === '' ? null : description,
    reasons: childrenOf(response, 'Status').flatMap((status) => reasonIn(status)),
    references,
    lines: childrenOf(document, 'LineResponse').flatMap((line) => linesIn(line)),
  }
}

function kindOf(root: XmlElement, references: ApplicationResponse['references']): ApplicationResponse['kind'] {
  const claimed = `${textOf(childOf(root, 'CustomizationID')) ?? ''} ${textOf(childOf(root, 'ProfileID')) ?? ''}`
  if (claimed.includes('invoice_response')) return 'IMR'
  if (/:mlr\b/.test(claimed)) return 'MLR'
  if (/:mls\b/.test(claimed)) return 'MLS'
  // Without a claim: access points name transmissions, buyers name invoices.
  return references.some(({ id }) => UUID.test(id)) ? 'MLS' : 'IMR'
}

function partyIn(root: XmlElement, name: string): string {
  const endpoint = at(root, name, 'EndpointID')
  const value = textOf(endpoint) ?? ''
  const scheme = endpoint?.attribute('schemeID')
  return participantIn(undefined, scheme === undefined || value.includes(':') ? value : `${scheme}:${value}`)
}

function reasonIn(status: XmlElement): readonly Reason[] {
  const code = childOf(status, 'StatusReasonCode')
  const text = textOf(childOf(status, 'StatusReason'))
  if (code === undefined && text === null) return []
  return [{ list: code?.attribute('listID') ?? '', code: textOf(code) ?? '', text }]
}

function linesIn(line: XmlElement): readonly ResponseLine[] {
  const place = textOf(at(line, 'LineReference', 'LineID')) ?? 'NA'
  return childrenOf(line, 'Response').map((response) => ({
    place,
    description: textOf(childOf(response, 'Description')),
    code: textOf(at(response, 'Status', 'StatusReasonCode')),
  }))
}

/** Without a zone the time is read as UTC. */
function issuedAt(root: XmlElement): Date | null {
  const date = textOf(childOf(root, 'IssueDate'))
  if (date === null) return null
  const time = textOf(childOf(root, 'IssueTime')) ?? '00:00:00'
  const zoned = /(?:Z|[+-]\d\d:\d\d)$/.test(time) ? time : `${time}Z`
  const read = new Date(`${date.slice(0, 10)}T${zoned}`)
  return Number.isNaN(read.getTime()) ? null : read
}

function localName({ name }: XmlElement): string {
  return name.replace(/^(?:\{[^}]*\}|[a-z]+:)/, '')
}

function childOf(element: XmlElement, name: string): XmlElement | undefined {
  return element.children.find((child) => localName(child) === name)
}

function childrenOf(element: XmlElement, name: string): readonly XmlElement[] {
  return element.children.filter((child) => localName(child) === name)
}

function at(element: XmlElement, ...path: readonly string[]): XmlElement | undefined {
  return path.reduce<XmlElement | undefined>((found, name) => found && childOf(found, name), element)
}

function textOf(element: XmlElement | undefined): string | null {
  const text = element?.stringValue.trim() ?? ''
  return text === '' ? null : text
}
