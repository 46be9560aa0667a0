import { isAscii, isUtf8 } from 'node:buffer'
import { cut } from '../../domain/text.js'
import { RefusedXml } from './refused-xml.js'

/** A document as text, and as UTF-8 for the parser. */
interface DecodedXml {
  readonly text: string
  readonly utf8: Uint8Array
  /** Whether it had a byte order mark. */
  readonly isMarked: boolean
  /** Whether it was encoded in UTF-8, which includes ASCII. */
  readonly isUtf8: boolean
}

/** The subset of UTF-8 with bytes below 128. */
const ASCII_NAMES: ReadonlySet<string> = new Set(['us-ascii', 'ascii'])
/** Other encodings that European software uses, by their names in the IANA registry. */
const OTHER_NAMES: ReadonlySet<string> = new Set([
  ...['iso-8859-1', 'iso-8859-2', 'iso-8859-7', 'iso-8859-9', 'iso-8859-13', 'iso-8859-15'],
  ...['windows-1250', 'windows-1252', 'windows-1254'],
])

/**
 * Decodes the document by its byte order mark, or else by its XML declaration, or else as UTF-8
 * (XML 1.0, appendix F).
 * @throws RefusedXml `encoding`
 */
export function decodeXml(bytes: Uint8Array): DecodedXml {
  const decoded = decodedText(bytes)
  // One mark is removed; a second is an invalid character there, which libxml2 would ignore.
  if (decoded.text.charCodeAt(0) === 0xfeff)
    throw new RefusedXml('malformed', 'the document begins with two byte order marks', 1)
  return decoded
}

function decodedText(bytes: Uint8Array): DecodedXml {
  const wide = wideEncoding(bytes)
  if (wide !== null) return reencoded(wideText(bytes, wide), bytes[0] === 0xff || bytes[0] === 0xfe)
  const hasMark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf
  const body = hasMark ? bytes.subarray(3) : bytes
  const name = declaredEncoding(body)
  const asItIs = { utf8: body, isMarked: hasMark, isUtf8: true }
  if (name !== null && ASCII_NAMES.has(name)) return { ...asItIs, text: asciiText(body) }
  if (name === null || name === 'utf-8') return { ...asItIs, text: decoded(body, 'utf-8') }
  if (hasMark) throw new RefusedXml('encoding', `a UTF-8 byte order mark, but ${name} declared`)
  if (!OTHER_NAMES.has(name)) throw new RefusedXml('encoding', `the encoding ${name} is not supported; use UTF-8`)
  return reencoded(eightBit(body, name), false)
}

/** The characters 80 to 9F of windows-1252; those without a character are controls. */
const WINDOWS_1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008DŽ\u008F\u0090‘’“”•–—˜™š›œ\u009DžŸ'

/** The letters of ISO 8859-9 in place of the Icelandic letters of ISO 8859-1. */
const TURKISH: ReadonlyMap<string, string> = new Map([
  ...['ÐĞ', 'Ýİ', 'ÞŞ', 'ðğ', 'ýı', 'þş'].map((pair) => [pair.charAt(0), pair.charAt(1)] as const),
])

function asciiText(bytes: Uint8Array): string {
  if (!isAscii(bytes))
    throw new RefusedXml('encoding', 'US-ASCII is declared, but the text contains other characters; use UTF-8')
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1')
}

/**
 * Own decoders where TextDecoder is wrong: like browsers, it decodes ISO 8859-1 and 8859-9 as
 * windows-1252 and 1254, and Node 20 decodes windows-1252 as ISO 8859-1.
 */
function eightBit(bytes: Uint8Array, name: string): string {
  if (name !== 'iso-8859-1' && name !== 'iso-8859-9' && name !== 'windows-1252') return decoded(bytes, name)
  const latin = Buffer.from(bytes).toString('latin1')
  if (name === 'iso-8859-1') return latin
  if (name === 'iso-8859-9') return latin.replace(/[ÐÝÞðýþ]/g, (character) => TURKISH.get(character) ?? character)
  return latin.replace(/[\u0080-\u009F]/g, (character) => WINDOWS_1252.charAt(character.charCodeAt(0) - 0x80))
}

/** UTF-16. Without a mark its XML declaration is required, and must not name another encoding. */
function wideText(bytes: Uint8Array, encoding: 'utf-16le' | 'utf-16be'): string {
  const text = decoded(bytes, encoding)
  const name = encodingNamedIn(cut(text, DECLARATION_LIMIT, ''))
  const hasMark = bytes[0] === 0xff || bytes[0] === 0xfe
  if (name === null ? !hasMark : name !== 'utf-16' && name !== encoding)
    throw new RefusedXml(
      'encoding',
      `the text is UTF-16, but the XML declaration ${name === null ? 'names no encoding' : 'names another encoding'}`,
    )
  return text
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
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, DECLARATION_LIMIT))
  return encodingNamedIn(start.toString('latin1'))
}

/** Maximum length of an XML declaration, in characters. */
const DECLARATION_LIMIT = 4096

function encodingNamedIn(start: string): string | null {
  const declaration = start.startsWith('<?xml') ? start.slice(0, start.indexOf('?>') + 1) : ''
  const found = /[ \t\r\n]encoding[ \t\r\n]*=[ \t\r\n]*(?:"([^"]*)"|'([^']*)')/.exec(declaration)
  return found === null ? null : (found[1] ?? found[2] ?? '').toLowerCase()
}

function decoded(bytes: Uint8Array, encoding: string): string {
  // Several times as fast as a TextDecoder that checks.
  if (encoding === 'utf-8' && isUtf8(bytes))
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8')
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    throw new RefusedXml('encoding', `the bytes are not valid ${encoding.toUpperCase()}`)
  }
}

function reencoded(text: string, isMarked: boolean): DecodedXml {
  return { text, utf8: Buffer.from(text, 'utf8'), isMarked, isUtf8: false }
}
