/** A parameter's value (RFC 8941, section 3.3), as far as signatures have such; no decimals. */
type Bare = number | string | boolean | Token | Buffer

/** A token: a word without quotation marks. */
class Token {
  constructor(readonly word: string) {}
}

/** FieldParameters by their names, in their order. */
export type FieldParameters = ReadonlyMap<string, Bare>

/** A string with parameters. */
interface StringItem {
  readonly value: string
  readonly parameters: FieldParameters
}

/** A list of strings in parentheses, with parameters: the value of `Signature-Input`. */
export interface InnerList {
  readonly items: readonly StringItem[]
  readonly parameters: FieldParameters
}

/** A header field that does not have the expected form. */
export class MalformedField extends Error {
  override readonly name = 'MalformedField'
}

const BLANKS = / */y
const BETWEEN = /[ \t]*/y
const KEY = /[a-z*][a-z0-9_.*-]*/y
const INTEGER = /-?[0-9]{1,15}(?![0-9.])/y
const STRING = /"((?:[ !#-[\]-~]|\\["\\])*)"/y
const TOKEN = /[A-Za-z*][!#$%&'*+.^_`|~0-9A-Za-z:/-]*/y
const BYTES = /:([A-Za-z0-9+/]*={0,2}):/y
const BOOLEAN = /\?([01])/y

/** Reads a text from its beginning to its end. */
class Cursor {
  #at = 0

  constructor(private readonly text: string) {}

  get isAtEnd(): boolean {
    return this.#at === this.text.length
  }

  /** What the pattern finds here, with its first group; null: nothing. */
  take(pattern: RegExp): { readonly whole: string; readonly part: string } | null {
    pattern.lastIndex = this.#at
    const found = pattern.exec(this.text)
    if (found === null) return null
    const [whole, part = ''] = found
    this.#at += whole.length
    return { whole, part }
  }

  has(sign: string): boolean {
    if (!this.text.startsWith(sign, this.#at)) return false
    this.#at += sign.length
    return true
  }

  expect(sign: string): void {
    if (!this.has(sign)) throw new MalformedField(`"${sign}" is missing`)
  }
}

/** A dictionary of inner lists of strings: `Signature-Input`. Throws `MalformedField`. */
export function innerLists(text: string): ReadonlyMap<string, InnerList> {
  return dictionary(text, innerList)
}

/** A dictionary of byte sequences: `Signature`, `Content-Digest`. Throws `MalformedField`. */
export function byteSequences(text: string): ReadonlyMap<string, Buffer> {
  return dictionary(text, (cursor) => {
    const value = bytes(cursor)
    if (value === null) throw new MalformedField('a byte sequence is missing')
    parameters(cursor)
    return value
  })
}

/**
 * A dictionary (RFC 8941, section 3.2). Of a repeated key the last would count: readers that
 * differ there would see different values, so it is refused.
 */
function dictionary<T>(text: string, member: (cursor: Cursor) => T): ReadonlyMap<string, T> {
  const cursor = new Cursor(text.trim())
  const found = new Map<string, T>()
  for (;;) {
    const key = keyAt(cursor)
    if (found.has(key)) throw new MalformedField(`"${key}" is repeated`)
    cursor.expect('=')
    found.set(key, member(cursor))
    cursor.take(BETWEEN)
    if (cursor.isAtEnd) return found
    cursor.expect(',')
    cursor.take(BETWEEN)
  }
}

function keyAt(cursor: Cursor): string {
  const key = cursor.take(KEY)
  if (key === null) throw new MalformedField('a key is missing')
  return key.whole
}

function innerList(cursor: Cursor): InnerList {
  cursor.expect('(')
  const items: StringItem[] = []
  cursor.take(BLANKS)
  while (!cursor.has(')')) {
    const value = string(cursor)
    if (value === null) throw new MalformedField('a component is no string')
    items.push({ value, parameters: parameters(cursor) })
    const gap = cursor.take(BLANKS)?.whole ?? ''
    if (gap !== '') continue
    cursor.expect(')')
    break
  }
  return { items, parameters: parameters(cursor) }
}

function parameters(cursor: Cursor): FieldParameters {
  const found = new Map<string, Bare>()
  while (cursor.has(';')) {
    cursor.take(BLANKS)
    const key = keyAt(cursor)
    if (found.has(key)) throw new MalformedField(`the parameter "${key}" is repeated`)
    found.set(key, cursor.has('=') ? bare(cursor) : true)
  }
  return found
}

function bare(cursor: Cursor): Bare {
  const integer = cursor.take(INTEGER)
  if (integer !== null) return Number(integer.whole)
  const boolean = cursor.take(BOOLEAN)
  if (boolean !== null) return boolean.part === '1'
  const text = string(cursor) ?? bytes(cursor)
  if (text !== null) return text
  const token = cursor.take(TOKEN)
  if (token === null) throw new MalformedField('a parameter has no value that signatures have')
  return new Token(token.whole)
}

function string(cursor: Cursor): string | null {
  const found = cursor.take(STRING)
  return found === null ? null : found.part.replaceAll(/\\(["\\])/g, '$1')
}

function bytes(cursor: Cursor): Buffer | null {
  const found = cursor.take(BYTES)
  return found === null ? null : Buffer.from(found.part, 'base64')
}

/** The one written form of a string. */
export function written(text: string): string {
  return `"${text.replaceAll(/["\\]/g, '\\$&')}"`
}

/** The one written form of an inner list, as signatures cover it (RFC 9421, section 2.3). */
export function writtenList({ items, parameters: its }: InnerList): string {
  const inside = items.map(({ value, parameters: ofItem }) => `${written(value)}${writtenParameters(ofItem)}`)
  return `(${inside.join(' ')})${writtenParameters(its)}`
}

function writtenParameters(given: FieldParameters): string {
  return [...given].map(([name, value]) => (value === true ? `;${name}` : `;${name}=${writtenBare(value)}`)).join('')
}

function writtenBare(value: Bare): string {
  if (typeof value === 'number') return String(value)
  if (typeof value === 'string') return written(value)
  if (typeof value === 'boolean') return value ? '?1' : '?0'
  return value instanceof Token ? value.word : `:${value.toString('base64')}:`
}
