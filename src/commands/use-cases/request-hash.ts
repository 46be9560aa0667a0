import { createHash } from 'node:crypto'
import { LARGE_BYTES, yieldForLargeWork } from '../../domain/large-work.js'
import { canonicalize } from '../../eventstore/canonicalize.js'

/**
 * SHA-256 (hex) over the canonical JSON (RFC 8785) of a body, so that neither the order of fields
 * nor white space makes a difference. A large one is hashed in portions, between which the process
 * does other things.
 */
export async function requestHash(body: object): Promise<string> {
  const hash = createHash('sha256')
  let portion = ''
  for (const piece of canonicalPieces(body)) {
    portion += piece
    if (portion.length < LARGE_BYTES) continue
    hash.update(portion)
    portion = ''
    await yieldForLargeWork(LARGE_BYTES)
  }
  return hash.update(portion).digest('hex')
}

/** The canonical JSON, in pieces: by fields, and by items of fields. */
function* canonicalPieces(body: object): Generator<string> {
  // The order that RFC 8785 requires: by UTF-16 units.
  const fields = Object.entries(body).sort(([one], [other]) => (one < other ? -1 : 1))
  let before = '{'
  for (const [name, value] of fields) {
    yield `${before}${JSON.stringify(name)}:`
    if (Array.isArray(value)) yield* canonicalItems(value)
    else yield canonicalize(value) ?? 'null'
    before = ','
  }
  yield fields.length === 0 ? '{}' : '}'
}

function* canonicalItems(items: readonly unknown[]): Generator<string> {
  yield '['
  for (const [index, item] of items.entries()) yield `${index === 0 ? '' : ','}${canonicalize(item) ?? 'null'}`
  yield ']'
}
