import { decodeXml } from '../../../einvoice/xml/decode.js'
import type { XmlElement } from '../../../einvoice/xml/element.js'
import { parseXmlOrNull } from '../../../einvoice/xml/parse.js'

/**
 * The document inside of an envelope (SBDH), as the sender wrote it. Where it uses prefixes that
 * only the envelope declares, its root gets these declarations. In UTF-8.
 *
 * @param bytes the whole, which has been parsed
 * @param document its element in that
 */
export function payloadIn(bytes: Uint8Array, document: XmlElement): Uint8Array {
  const { text } = decodeXml(bytes)
  const begin = offsetIn(text, document.offset)
  const end = text.lastIndexOf('</')
  const written = Buffer.from(text.slice(begin, end).trimEnd())
  if (parseXmlOrNull(written) !== null) return written
  const tag = /^<[^\s/>]+/.exec(text.slice(begin, begin + LONGEST_NAME))?.[0] ?? ''
  const declared = missingDeclarations(text.slice(0, begin), text.slice(begin, text.indexOf('>', begin)))
  return Buffer.from(`${tag}${declared}${text.slice(begin + tag.length, end).trimEnd()}`)
}

const LONGEST_NAME = 1_000

/** `offset` counts each line end as one character, as the parser does. */
function offsetIn(text: string, offset: number): number {
  if (!text.includes('\r\n')) return offset
  let at = 0
  for (let seen = 0; seen < offset; seen += 1) at += text.startsWith('\r\n', at) ? 2 : 1
  return at
}

/** The declarations of namespaces before a start tag that it does not make itself. */
function missingDeclarations(before: string, tag: string): string {
  const own = new Set(declarationsIn(tag).map(([name]) => name))
  const outer = new Map(declarationsIn(before))
  // A name without a prefix does not take the namespace of the envelope.
  return [...outer].flatMap(([name, value]) => (own.has(name) || name === 'xmlns' ? [] : ` ${name}=${value}`)).join('')
}

function declarationsIn(text: string): readonly (readonly [string, string])[] {
  return [...text.matchAll(/\s(xmlns(?::[\w.-]+)?)\s?=\s?("[^"<]*"|'[^'<]*')/g)].map(
    ([, name = '', value = '']) => [name, value] as const,
  )
}
