/**
 * `multipart/related` (RFC 2387), as far as SOAP with XOP needs it (W3C XOP 1.0): SdI sends and
 * requires this format. Works on bytes; only the headers are decoded as text.
 */

/** A part of a package. */
export interface MimePart {
  /** Without angle brackets; empty: it has none. */
  readonly contentId: string
  readonly contentType: string
  readonly bytes: Uint8Array
}

/** The package can't be read. The message is in English and quotes nothing of it. */
export class BadPackage extends Error {
  override readonly name = 'BadPackage'
}

/** SdI's packages have two parts: the envelope and the file. */
const MOST_PARTS = 10
const LONGEST_PART_HEADER = 8 * 1024
/** RFC 2046, clause 5.1.1. */
const LONGEST_BOUNDARY = 70

/** The media type in lower case, without its parameters: `multipart/related`. */
export function mediaTypeOf(contentType: string): string {
  return (contentType.split(';', 1)[0] ?? '').trim().toLowerCase()
}

/** A parameter of a media type, without its quotes; undefined: absent. */
function parameterOf(contentType: string, name: string): string | undefined {
  for (const [, key = '', quoted, plain] of contentType.matchAll(
    /;[ \t\r\n]*([^\s=;"]+)[ \t]*=[ \t]*(?:"((?:[^"\\]|\\.)*)"|([^\s;"]*))/g,
  ))
    if (key.toLowerCase() === name) return quoted?.replace(/\\(.)/g, '$1') ?? plain
  return undefined
}

/**
 * The parts of a package; the first one is its root unless `start` names another.
 * @throws BadPackage
 */
export function readPackage(bytes: Uint8Array, contentType: string): readonly MimePart[] {
  const boundary = parameterOf(contentType, 'boundary') ?? ''
  if (boundary === '' || boundary.length > LONGEST_BOUNDARY) throw new BadPackage('a package without a boundary')
  const parts = bodies(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length), boundary).map(partOf)
  const start = bare(parameterOf(contentType, 'start') ?? '')
  if (start === '') return parts
  const root = parts.find(({ contentId }) => contentId === start)
  if (root === undefined) throw new BadPackage('a package without the part that it starts with')
  return [root, ...parts.filter((part) => part !== root)]
}

/** The sections between the delimiters. Linear: each delimiter is searched from the last one. */
function bodies(bytes: Buffer, boundary: string): readonly Buffer[] {
  const delimiter = Buffer.from(`--${boundary}`, 'latin1')
  const found: Buffer[] = []
  let at = nextDelimiter(bytes, delimiter, 0)
  while (at !== null && !isLast(bytes, at + delimiter.length)) {
    if (found.length === MOST_PARTS) throw new BadPackage(`a package of over ${MOST_PARTS} parts`)
    const lineEnd = bytes.indexOf('\n', at + delimiter.length)
    const next = lineEnd < 0 ? null : nextDelimiter(bytes, delimiter, lineEnd + 1)
    if (next === null) throw new BadPackage('a truncated package')
    found.push(bytes.subarray(lineEnd + 1, endBefore(bytes, next)))
    at = next
  }
  if (found.length === 0) throw new BadPackage('a package without parts')
  return found
}

/** A delimiter is at the beginning of a line. */
function nextDelimiter(bytes: Buffer, delimiter: Buffer, from: number): number | null {
  for (let at = bytes.indexOf(delimiter, from); at >= 0; at = bytes.indexOf(delimiter, at + 1))
    if (at === 0 || bytes[at - 1] === LF) return at
  return null
}

const LF = 0x0a
const CR = 0x0d
const HYPHEN = 0x2d

function isLast(bytes: Buffer, at: number): boolean {
  return bytes[at] === HYPHEN && bytes[at + 1] === HYPHEN
}

/** The line end before a delimiter belongs to the delimiter. */
function endBefore(bytes: Buffer, delimiter: number): number {
  return bytes[delimiter - 2] === CR ? delimiter - 2 : delimiter - 1
}

function partOf(bytes: Buffer): MimePart {
  const { headers, body } = splitPart(bytes)
  const header = (name: string): string => new RegExp(`^${name}:[ \\t]*(.*)$`, 'im').exec(headers)?.[1]?.trim() ?? ''
  const encoding = header('Content-Transfer-Encoding').toLowerCase()
  if (!['', 'binary', '8bit', '7bit', 'base64'].includes(encoding))
    throw new BadPackage('a part in a transfer encoding other than binary, 8bit, 7bit and base64')
  return {
    contentId: bare(header('Content-ID')),
    contentType: header('Content-Type'),
    bytes: encoding === 'base64' ? Buffer.from(body.toString('latin1'), 'base64') : body,
  }
}

function splitPart(bytes: Buffer): { readonly headers: string; readonly body: Buffer } {
  const begin = bytes.subarray(0, LONGEST_PART_HEADER).toString('latin1')
  if (/^\r?\n/.test(begin)) return { headers: '', body: bytes.subarray(begin.startsWith('\r') ? 2 : 1) }
  const end = /\r?\n\r?\n/.exec(begin)
  if (end === null) throw new BadPackage('a part without an end of its headers')
  // A header may continue in a line that begins with a space.
  const headers = begin.slice(0, end.index).replace(/\r?\n[ \t]+/g, ' ')
  return { headers, body: bytes.subarray(end.index + end[0].length) }
}

function bare(contentId: string): string {
  return contentId.trim().replace(/^<(.*)>$/, '$1')
}

/**
 * A package of these parts, the first of which is its root.
 * @param boundary must not occur in any of them
 */
export function writePackage(parts: readonly MimePart[], boundary: string): Uint8Array {
  const pieces = parts.flatMap(({ contentId, contentType, bytes }) => [
    Buffer.from(
      `--${boundary}\r\nContent-Type: ${contentType}\r\nContent-Transfer-Encoding: binary\r\nContent-ID: <${contentId}>\r\n\r\n`,
      'latin1',
    ),
    bytes,
    Buffer.from('\r\n', 'latin1'),
  ])
  return Buffer.concat([...pieces, Buffer.from(`--${boundary}--\r\n`, 'latin1')])
}
