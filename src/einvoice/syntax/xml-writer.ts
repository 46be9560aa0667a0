import type { Decimal } from '../model/decimal.js'
import { type Attributes, type DocumentSink, ILLEGAL, UnwritableText } from './document-sink.js'

/**
 * Writes an XML 1.0 document element by element, indented, in UTF-8.
 *
 * It throws an `UnwritableText` rather than produce a document that is not well-formed: some
 * characters are forbidden in XML even if escaped.
 */
export class XmlWriter implements DocumentSink {
  #xml = '<?xml version="1.0" encoding="UTF-8"?>\n'
  #depth = 0

  group(name: string, children: () => void, attributes?: Attributes): void {
    const before = this.#xml
    this.#xml += `${indent(this.#depth)}<${name}${written(attributes)}>\n`
    const opened = this.#xml.length
    this.#depth += 1
    children()
    this.#depth -= 1
    if (this.#xml.length === opened) this.#xml = before
    else this.#xml += `${indent(this.#depth)}</${name}>\n`
  }

  text(name: string, text: string | undefined, attributes?: Attributes): void {
    if (text === undefined) return
    this.#xml += `${indent(this.#depth)}<${name}${written(attributes)}>${escaped(text)}</${name}>\n`
  }

  number(name: string, value: Decimal | undefined, places: number, attributes?: Attributes): void {
    this.text(name, value?.toAtLeast(places), attributes)
  }

  toString(): string {
    return this.#xml
  }
}

const NEEDS_CARE = /[&<>"\u0000-\u001F\uD800-\uDFFF\uFFFE\uFFFF]/u
const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  // A parser would read a bare carriage return as a line feed, and both as a space inside an
  // attribute (clauses 2.11, 3.3.3).
  '\r': '&#13;',
  '\n': '&#10;',
  '\t': '&#9;',
}

function escaped(text: string): string {
  if (!NEEDS_CARE.test(text)) return text
  if (ILLEGAL.test(text)) throw new UnwritableText(text)
  return text.replace(/[&<>\r]/g, (character) => ESCAPES[character] ?? character)
}

function written(attributes: Attributes | undefined): string {
  if (attributes === undefined) return ''
  let xml = ''
  for (const name in attributes) {
    const value = attributes[name]
    if (value === undefined) continue
    if (ILLEGAL.test(value)) throw new UnwritableText(value)
    xml += ` ${name}="${value.replace(/[&<>"\r\n\t]/g, (character) => ESCAPES[character] ?? character)}"`
  }
  return xml
}

const INDENTS = Array.from({ length: 12 }, (_, depth) => '  '.repeat(depth))

/** The separator of two elements, the second of which is at this depth below the root. */
export function lineBreak(depth: number): string {
  return `\n${indent(depth)}`
}

function indent(depth: number): string {
  return INDENTS[depth] ?? '  '.repeat(depth)
}
