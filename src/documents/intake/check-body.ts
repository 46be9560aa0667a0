import { type Detail, Refusal } from '../../domain/refusal.js'
import { type Check, compileCheck } from './check.js'
import { parseMeant } from './json-body.js'
import { unlistedIn } from './listed-details.js'
import { BatchLine } from './schemas/batch-line.js'
import { InvoiceBody } from './schemas/invoice-input.js'

/** The bodies that hold an invoice. */
export type BodyKind = 'invoice' | 'line of a batch'

/** What a body in JSON is found to be. */
export type CheckedBody =
  /** `json`: the JSON that is meant, where it is not the one that is written. */
  | { readonly kind: 'fit'; readonly json: Uint8Array | null }
  /** `unlisted`: how many fields are wrong besides those of `details`. */
  | { readonly kind: 'unfit'; readonly details: readonly Detail[]; readonly unlisted: number }
  | { readonly kind: 'unreadable'; readonly message: string }

const checks = new Map<BodyKind, Check>()

/** Parses a body and checks it against its schema, in any thread. Never throws on the content. */
export function checkBody(bytes: Uint8Array, kind: BodyKind): CheckedBody {
  try {
    const { value, faults, meant } = parseMeant(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
    const details: Detail[] = [...faults]
    checkOf(kind)(value, '', details)
    if (details.length > 0) return { kind: 'unfit', details, unlisted: unlistedIn(details) }
    return { kind: 'fit', json: meant === null ? null : Buffer.from(meant) }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { kind: 'unreadable', message: error.message }
  }
}

function checkOf(kind: BodyKind): Check {
  const check = checks.get(kind) ?? compileCheck(kind === 'invoice' ? InvoiceBody : BatchLine)
  checks.set(kind, check)
  return check
}

/** The value of a body that `checkBody` has found fit. */
export function fitValue(json: Uint8Array): unknown {
  const text = Buffer.from(json.buffer, json.byteOffset, json.byteLength).toString('utf8')
  return JSON.parse(text.replace(/^\uFEFF/, ''))
}
