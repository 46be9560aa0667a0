import { RefusedXml } from '../../../einvoice/xml/refused-xml.js'
import { parseXml } from '../../../einvoice/xml/parse.js'
import type { XmlElement } from '../../../einvoice/xml/element.js'
import { isObject } from '../../../domain/json.js'

/** The content of a body from ANAF, before it is interpreted. */
export type Said =
  /** The `header` element of an XML answer, in any namespace. */
  | { readonly kind: 'header'; readonly header: XmlElement; readonly errors: readonly string[] }
  | { readonly kind: 'json'; readonly json: Readonly<Record<string, unknown>>; readonly error: string | null }
  /** A page of ANAF's firewall, or of a proxy before the service. */
  | { readonly kind: 'page'; readonly isFirewall: boolean }
  | { readonly kind: 'empty' }
  | { readonly kind: 'unreadable'; readonly why: string }

const FIREWALL = /The requested URL was rejected/i
const PAGE = /^\uFEFF?[ \t\r\n]*(?:<\?xml[^>]*>[ \t\r\n]*)?<(?:!doctype html|html|head|body)\b/i
const ANSWER = /^\uFEFF?[ \t\r\n]*(?:[{[]|<\?xml|<header)/
const BLANK = /^\uFEFF?[ \t\r\n]*$/

/** Reads the body of an answer. Never throws: a body may be anything. */
export function readBody(bytes: Uint8Array): Said {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, START_BYTES)).toString('utf8')
  if (BLANK.test(start) && bytes.length <= START_BYTES) return { kind: 'empty' }
  const isFirewall = FIREWALL.test(start) && !ANSWER.test(start)
  if (isFirewall || PAGE.test(start)) return { kind: 'page', isFirewall }
  return /^\uFEFF?[ \t\r\n]*[{[]/.test(start) ? readJson(bytes) : readXml(bytes)
}

/** Enough to distinguish a page from an answer. */
const START_BYTES = 4096

function readJson(bytes: Uint8Array): Said {
  let json: unknown
  try {
    json = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    return { kind: 'unreadable', why: 'not JSON' }
  }
  if (!isObject(json)) return { kind: 'unreadable', why: 'not a JSON object' }
  return { kind: 'json', json, error: textOf(json['eroare']) ?? textOf(json['message']) }
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? plain(value) : null
}

function readXml(bytes: Uint8Array): Said {
  try {
    const { root } = parseXml(bytes)
    if (localName(root) !== 'header') return { kind: 'unreadable', why: `an element ${localName(root)}` }
    return { kind: 'header', header: root, errors: errorsIn(root) }
  } catch (error) {
    if (error instanceof RefusedXml) return { kind: 'unreadable', why: `not XML (${error.fault})` }
    throw error
  }
}

/**
 * The texts of `Errors` (of a call) and `Error` (of an invoice), in document order. They come in
 * several namespaces.
 */
function errorsIn(header: XmlElement): readonly string[] {
  return header.children
    .filter((child) => ['Errors', 'Error'].includes(localName(child)))
    .map((child) => plain(child.attribute('errorMessage') ?? ''))
    .filter((text) => text !== '')
}

function localName({ name }: XmlElement): string {
  return name.replace(/^\{[^}]*\}/, '')
}

/**
 * The text on one line, without white space at its ends: ANAF's attributes contain tabs and line
 * ends. Several spaces in the middle are part of ANAF's text and stay.
 */
function plain(text: string): string {
  return text.replace(/[\t\r\n]+/g, ' ').trim()
}
