import { createHash } from 'node:crypto'
import { turnFor } from '../../domain/large-work.js'
import { isObject } from '../../domain/json.js'
import { canonicalize } from '../../eventstore/canonicalize.js'

/** Bytes that are hashed in one turn. */
const PORTION = 64 * 1024

/**
 * SHA-256 (hex) over the canonical JSON (RFC 8785) of a body, so that neither the order of fields
 * nor white space makes a difference. A large one is hashed in portions, between which the process
 * does other things.
 * @param account that waits for its turn; empty: there is only one
 */
export async function requestHash(body: object, account = ''): Promise<string> {
  const hash = createHash('sha256')
  let portion = ''
  for (const piece of canonicalFields(Object.entries(body))) {
    portion += piece
    if (portion.length < PORTION) continue
    hash.update(portion)
    portion = ''
    await turnFor(account, PORTION)
  }
  return hash.update(portion).digest('hex')
}

/** The canonical JSON, in pieces: values without lists or objects inside are one. */
function* canonicalPieces(value: unknown): Generator<string> {
  if (Array.isArray(value)) yield* canonicalItems(value)
  else if (isObject(value) && Object.values(value).some(isNested))
    yield* canonicalFields(Object.entries(value).filter(([, inner]) => inner !== undefined))
  else if (typeof value === 'string' && value.length > PORTION) yield* canonicalText(value)
  else yield canonicalize(value) ?? 'null'
}

/** A long text in parts, none of which begins or ends within a character. */
function* canonicalText(text: string): Generator<string> {
  yield '"'
  for (let start = 0; start < text.length;) {
    const end = start + PORTION
    const part = text.slice(start, isLowSurrogate(text, end) ? end + 1 : end)
    yield JSON.stringify(part).slice(1, -1)
    start += part.length
  }
  yield '"'
}

function isLowSurrogate(text: string, at: number): boolean {
  return (text.charCodeAt(at) & 0xfc00) === 0xdc00
}

function isNested(value: unknown): boolean {
  return (typeof value === 'object' && value !== null) || (typeof value === 'string' && value.length > PORTION)
}

function* canonicalFields(fields: readonly (readonly [name: string, value: unknown])[]): Generator<string> {
  let before = '{'
  // The order that RFC 8785 requires: by UTF-16 units.
  for (const [name, inner] of fields.toSorted(([one], [other]) => (one < other ? -1 : 1))) {
    yield `${before}${JSON.stringify(name)}:`
    yield* canonicalPieces(inner)
    before = ','
  }
  yield fields.length === 0 ? '{}' : '}'
}

function* canonicalItems(items: readonly unknown[]): Generator<string> {
  yield '['
  for (const [index, item] of items.entries()) {
    if (index > 0) yield ','
    yield* canonicalPieces(item)
  }
  yield ']'
}
