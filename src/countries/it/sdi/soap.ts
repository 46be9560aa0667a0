import type { XmlElement } from '../../../einvoice/xml/element.js'
import { parseXml } from '../../../einvoice/xml/parse.js'
import { RefusedXml } from '../../../einvoice/xml/refused-xml.js'
import { BadPackage, mediaTypeOf, type MimePart, readPackage } from './mime.js'
import { childOf, localName, textOf } from '../xml-names.js'

/** A message of SOAP 1.1: the content of its body, and the referenced parts. */
export interface SoapMessage {
  /** The first child of the body. */
  readonly payload: XmlElement
  readonly parts: readonly MimePart[]
}

/** Not a SOAP message. The error message is in English and quotes nothing of it. */
export class BadSoap extends Error {
  override readonly name = 'BadSoap'
}

/** The media type of SOAP 1.1. */
export const SOAP_MEDIA_TYPE = 'text/xml; charset=utf-8'

const ENVELOPE = 'http://schemas.xmlsoap.org/soap/envelope/'

/**
 * Reads an envelope, bare or in a package of MTOM.
 * @param contentType the unchanged header
 * @throws BadSoap
 */
export function readSoap(bytes: Uint8Array, contentType: string): SoapMessage {
  try {
    const isPackage = mediaTypeOf(contentType) === 'multipart/related'
    const parts = isPackage ? readPackage(bytes, contentType) : []
    const payload = payloadOf(parseXml(isPackage ? (parts[0]?.bytes ?? bytes) : bytes).root)
    return { payload, parts }
  } catch (error) {
    if (error instanceof BadPackage) throw new BadSoap(error.message)
    if (error instanceof RefusedXml) throw new BadSoap(`unreadable XML: ${error.fault}`)
    throw error
  }
}

function payloadOf(root: XmlElement): XmlElement {
  const body = localName(root) === 'Envelope' ? childOf(root, 'Body') : undefined
  const payload = body?.children[0]
  if (payload === undefined) throw new BadSoap('no SOAP envelope with a non-empty body')
  return payload
}

/**
 * The bytes of an element of the type `base64Binary`: inline, or in the part that its `Include`
 * references.
 * @throws BadSoap
 */
export function binaryOf(element: XmlElement, parts: readonly MimePart[]): Uint8Array {
  const include = childOf(element, 'Include')
  if (include === undefined) return fromBase64(element.stringValue)
  const contentId = contentIdOf(include.attribute('href') ?? '')
  const part = parts.find((one) => one.contentId === contentId)
  if (part === undefined) throw new BadSoap('a part of the package is missing')
  return part.bytes
}

/** RFC 2392: a `cid:` URL is the Content-ID, percent-encoded. */
function contentIdOf(href: string): string {
  try {
    return decodeURIComponent(href.replace(/^cid:/i, ''))
  } catch {
    throw new BadSoap('an unreadable reference to a part')
  }
}

function fromBase64(text: string): Uint8Array {
  const packed = text.replaceAll(/[ \t\r\n]/g, '')
  if (packed.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(packed)) throw new BadSoap('text that is not Base64')
  return Buffer.from(packed, 'base64')
}

/** A SOAP fault. */
interface SoapFault {
  /** `Client`: our request is wrong; `Server`: it is not. Empty: neither. */
  readonly code: string
  readonly text: string
}

/** The fault in a body; null: there is none. */
export function faultIn({ payload }: SoapMessage): SoapFault | null {
  if (localName(payload) !== 'Fault') return null
  const code = textOf(payload, 'faultcode') ?? ''
  return { code: code.slice(code.indexOf(':') + 1), text: textOf(payload, 'faultstring') ?? '' }
}

/** An envelope around a body, which is XML. */
export function envelope(body: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n<soapenv:Envelope xmlns:soapenv="${ENVELOPE}"><soapenv:Body>${body}</soapenv:Body></soapenv:Envelope>`
}

/** A fault. `text` is ours: plain English without characters that XML must escape. */
export function faultEnvelope(code: 'Client' | 'Server', text: string): string {
  return envelope(
    `<soapenv:Fault><faultcode>soapenv:${code}</faultcode><faultstring>${text}</faultstring></soapenv:Fault>`,
  )
}

/** A package of MTOM around an envelope; `rootType` of SOAP 1.1. */
export function packageTypeOf(boundary: string, rootId: string): string {
  return `multipart/related; type="application/xop+xml"; start="<${rootId}>"; start-info="text/xml"; boundary="${boundary}"`
}

/** The media type of an envelope in a package, without the character set. */
export const ROOT_PART_TYPE = 'application/xop+xml; charset=UTF-8; type="text/xml"'
