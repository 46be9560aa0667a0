import { ParseOption, XmlDocument, XmlParseError } from 'libxml2-wasm'
import { buildTree } from './build-tree.js'
import { decodeXml } from './decode.js'
import { XmlTree } from './element.js'
import { describedFault, isAboutUri } from './malformed.js'
import { RefusedXml, XML_LIMITS } from './refused-xml.js'

/**
 * Parses an untrusted XML document: never accesses network or files, refuses a DOCTYPE (and so
 * every entity), and bounds size and depth. libxml2 checks whether the document is well-formed;
 * its own tree is in WebAssembly memory only during this check.
 * @throws RefusedXml
 */
export function parseXml(bytes: Uint8Array): XmlTree {
  if (bytes.length > XML_LIMITS.bytes)
    throw new RefusedXml('tooLarge', `${bytes.length} bytes; at most ${XML_LIMITS.bytes} are read`)
  const { text, utf8, isMarked, isUtf8 } = decodeXml(bytes)
  // libxml2 is written in C; a NUL must not end the document there and not here.
  const nul = text.indexOf('\0')
  if (nul >= 0) throw new RefusedXml('malformed', 'a NUL character', lineAt(text, nul))
  refuseOtherVersions(text)
  refuseDoctype(text)
  refuseTooManyTags(text)
  checkWellFormed(utf8)
  const source = text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text
  return new XmlTree(buildTree(source), source, { bytes: bytes.length, isMarked, isUtf8 })
}

/** Parses as `parseXml` does; null: the document is refused. */
export function parseXmlOrNull(bytes: Uint8Array): XmlTree | null {
  try {
    return parseXml(bytes)
  } catch (error) {
    if (error instanceof RefusedXml) return null
    throw error
  }
}

/** The version of XML in the declaration of a document; undefined: it has none. */
export function declaredVersion(text: string): string | undefined {
  return /^<\?xml[ \t\r\n]+version[ \t\r\n]*=[ \t\r\n]*["']([^"'<]*)["']/.exec(text)?.[1]
}

/** There are no other versions than 1.0 and 1.1, but libxml2 would accept them. */
function refuseOtherVersions(text: string): void {
  const version = declaredVersion(text)
  if (version !== undefined && version !== '1.0' && version !== '1.1')
    throw new RefusedXml(
      'malformed',
      'the document is in a version of XML that does not exist',
      1,
      'Declare version="1.0"',
    )
}

function refuseDoctype(text: string): void {
  const at = endOfMisc(text)
  if (text.startsWith('<!DOCTYPE', at))
    throw new RefusedXml('doctype', 'a document type declaration is not allowed in an invoice', lineAt(text, at))
}

/**
 * The end of XML declaration, comments, processing instructions and white space, where the DOCTYPE
 * or the root begins.
 */
function endOfMisc(text: string): number {
  let at = 0
  for (;;) {
    while (at < text.length && text.charCodeAt(at) <= 0x20) at += 1
    const end = text.startsWith('<?', at) ? '?>' : text.startsWith('<!--', at) ? '-->' : null
    if (end === null) return at
    const close = text.indexOf(end, at)
    // libxml2 reports what does not end.
    if (close < 0) return at
    at = close + end.length
  }
}

function refuseTooManyTags(text: string): void {
  // A tag has at least three characters, so most documents need no count.
  if (text.length < XML_LIMITS.tags * 3) return
  let tags = 0
  for (let at = text.indexOf('<'); at >= 0; at = text.indexOf('<', at + 1)) tags += 1
  if (tags > XML_LIMITS.tags) throw new RefusedXml('tooMany', `${tags} tags; at most ${XML_LIMITS.tags} are read`)
}

/**
 * HUGE lifts limits of libxml2 on one text (10 million characters) that an attachment may reach;
 * our own limits have been checked by then. COMPACT and NOBLANKS spare it a quarter of its time;
 * they only affect its own tree, which is not used.
 */
const OPTIONS =
  ParseOption.XML_PARSE_NO_XXE |
  ParseOption.XML_PARSE_NONET |
  ParseOption.XML_PARSE_NO_SYS_CATALOG |
  ParseOption.XML_PARSE_IGNORE_ENC |
  ParseOption.XML_PARSE_BIG_LINES |
  ParseOption.XML_PARSE_SKIP_IDS |
  ParseOption.XML_PARSE_HUGE |
  ParseOption.XML_PARSE_COMPACT |
  ParseOption.XML_PARSE_NOBLANKS

/** The level from which a message of libxml2 is an error. */
const AT_LEAST_ERROR = 2

function checkWellFormed(utf8: Uint8Array): void {
  let document: XmlDocument | undefined
  try {
    document = XmlDocument.fromBuffer(utf8, { option: OPTIONS, encoding: 'UTF-8' })
    // Repeated by the parser itself.
    if (document.dtd !== null)
      throw new RefusedXml('doctype', 'a document type declaration is not allowed in an invoice')
  } catch (error) {
    if (!(error instanceof XmlParseError)) throw error
    const errors = error.details.filter(({ level }) => level >= AT_LEAST_ERROR)
    if (errors.length > 0 && errors.every(({ message }) => isAboutUri(message))) return
    const first = errors.find(({ message }) => !isAboutUri(message))
    const { fault, message, fix } = describedFault(first?.message ?? error.message)
    throw new RefusedXml(fault, message, first?.line, fix)
  } finally {
    document?.dispose()
  }
}

function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length
}
