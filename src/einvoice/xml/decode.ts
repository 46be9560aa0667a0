import { isUtf8 } from 'node:buffer'
import { RefusedXml } from './refused-xml.js'

/** A document as text, and as UTF-8 for the parser. */
export interface DecodedXml {
  readonly text: string
  readonly utf8: Uint8Array
}

/** Encodings that mean UTF-8 or a part of it. */
const UTF8_NAMES: ReadonlySet<string> = new Set(['utf-8', 'utf8', 'us-ascii', 'ascii'])
/** What else European software is known to write, by the names of the IANA registry. */
const OTHER_NAMES: ReadonlySet<string> = new Set([
  ...['iso-8859-1', 'iso-8859-2', 'iso-8859-15', 'windows-1250', 'windows-1252'],
])

/**
 * The document's text by its byte order mark, else by its XML declaration, else as UTF-8 (XML 1.0, appendix F).
 * @throws RefusedXml `encoding`
 */
export function decodeXml(bytes: Uint8Array): DecodedXml {
  const wide = wideEncoding(bytes)
  if (wide !== null) return reencoded(decoded(bytes, wide))
  const hasMark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf
  const body = hasMark ? bytes.subarray(3) : bytes
  const name = declaredEncoding(body)
  if (name === null || UTF8_NAMES.has(name)) return { text: decoded(body, 'utf-8'), utf8: body }
  if (hasMark) throw new RefusedXml('encoding', `a UTF-8 byte order mark, but ${name} declared`)
  if (!OTHER_NAMES.has(name)) throw new RefusedXml('encoding', `the encoding ${name} is not supported; use UTF-8`)
  return reencoded(eightBit(body, name))
}

/** The characters 80 to 9F of windows-1252; those without a character are controls. */
const WINDOWS_1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008DŽ\u008F\u0090‘’“”•–—˜™š›œ\u009DžŸ'

/** By hand where TextDecoder is wrong: it takes ISO 8859-1 for windows-1252, as browsers do, and Node 20 the latter for the former. */
function eightBit(bytes: Uint8Array, name: string): string {
  if (name !== 'iso-8859-1' && name !== 'windows-1252') return decoded(bytes, name)
  const latin = Buffer.from(bytes).toString('latin1')
  if (name === 'iso-8859-1') return latin
  return latin.replace(/[\u0080-\u009F]/g, (character) => WINDOWS_1252.charAt(character.charCodeAt(0) - 0x80))
}

function wideEncoding(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  const [first = 1, second = 1, third = 1, fourth = 1] = bytes
  const isUtf32 = (third === 0 && fourth === 0) || (first === 0 && second === 0)
  if ((first === 0xff && second === 0xfe) || (first === 0x3c && second === 0)) {
    if (!isUtf32) return 'utf-16le'
  } else if ((first === 0xfe && second === 0xff) || (first === 0 && second === 0x3c)) {
    return 'utf-16be'
  } else if (!(first === 0 && second === 0)) return null
  throw new RefusedXml('encoding', 'UTF-32 is not supported; use UTF-8')
}

function declaredEncoding(bytes: Uint8Array): string | null {
  if (bytes[0] !== 0x3c || bytes[1] !== 0x3f) return null
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 256)).toString('latin1')
  const declaration = /^<\?xml\s[^>]*?encoding\s*=\s*(?:"([^"]*)"|'([^']*)')/.exec(start)
  return declaration === null ? null : (declaration[1] ?? declaration[2] ?? '').toLowerCase()
}

function decoded(bytes: Uint8Array, encoding: string): string {
  // Several times as fast as TextDecoder with a check.
  if (encoding === 'utf-8' && isUtf8(bytes))
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8')
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    throw new RefusedXml('encoding', `the bytes are no ${encoding.toUpperCase()} text`)
  }
}

function reencoded(text: string): DecodedXml {
  return { text, utf8: Buffer.from(text, 'utf8') }
}
