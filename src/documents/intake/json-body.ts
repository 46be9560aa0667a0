import { isUtf8 } from 'node:buffer'
import { turnFor } from '../../domain/large-work.js'
import { type Detail, unreadable } from '../../domain/refusal.js'
import { isSimple, scanJson } from './json-scan.js'
import { syntaxFault } from './json-syntax.js'

/** A parsed body, with the errors that JSON.parse ignores. */
export interface ParsedBody {
  /** Numbers computed in binary floating point are replaced by the intended decimals. */
  readonly value: unknown
  /** Ambiguous numbers and duplicate names. */
  readonly faults: readonly Detail[]
}

/** A parsed body and the text that it means, which has the intended decimals. */
interface MeantBody extends ParsedBody {
  /** null: the text that was parsed. */
  readonly meant: string | null
}

/** No invoice is nested deeper or has more values: the largest has about 400,000. */
const MAX_DEPTH = 32
const MAX_VALUES = 1_000_000

/** Nothing but an invoice has so many values. */
export const MAX_VALUES_OF_OTHERS = 10_000

/** In bytes. A smaller body can't have too many values. */
const SMALL = 64 * 1024

/**
 * Sixteen digits in a row, with or without a decimal point, or an exponent: JSON.parse may round
 * such a number.
 */
const SUSPICIOUS_NUMBER = /\d(?:\.?\d){15}|\d[eE][+-]?\d/

/** Few programs write white space there; without it, counting names is much faster. */
const SPACE_BEFORE_COLON = /"\s+:/

/** Parses a JSON body. Throws a `Refusal` if it is not JSON. */
export function parseJsonBody(bytes: Buffer): ParsedBody {
  const { value, faults } = parseMeant(bytes)
  return { value, faults }
}

/** The same with the text that is meant. */
export function parseMeant(bytes: Buffer): MeantBody {
  const steps = parsing(bytes, MAX_VALUES)
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
  }
}

/**
 * The same in steps: during the parsing of a large body the process can do other work.
 * @param account that waits for its turn
 * @param maxValues the most values that any acceptable body has
 */
export async function parseJsonBodyInTurns(
  bytes: Buffer,
  account: string,
  maxValues = MAX_VALUES,
): Promise<ParsedBody> {
  const steps = parsing(bytes, maxValues)
  for (;;) {
    await turnFor(account, bytes.length)
    const step = steps.next()
    if (step.done === true) return step.value
  }
}

/**
 * The scan for what JSON.parse hides costs as much as parsing, so it runs only if the text might
 * need it.
 */
function* parsing(bytes: Buffer, maxValues: number): Generator<undefined, MeantBody> {
  if (!isUtf8(bytes)) throw unreadable('The body is not valid UTF-8')
  const text = bytes.toString('utf8').replace(/^\uFEFF/, '')
  yield
  if (text.trim() === '') throw unreadable('The body is empty; send a JSON object')
  // For brackets alone JSON.parse would need seconds, and thirty times their size in memory.
  if (bytes.length > SMALL && !isSimple(bytes, MAX_DEPTH, maxValues)) throw tooComplex(maxValues)
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    const fault = syntaxFault(text)
    if (fault === null) throw error
    throw unreadable(`The body is not valid JSON at ${placeOf(fault.at, text)}: ${fault.message}`)
  }
  yield
  const names = countNames(value, 0)
  const needsScan = SUSPICIOUS_NUMBER.test(text) || countNamesIn(text) !== names
  if (!needsScan) return { value, faults: [], meant: null }
  yield
  const { faults, meant } = scanJson(text)
  if (meant === text) return { value, faults, meant: null }
  yield
  return { value: JSON.parse(meant), faults, meant }
}

/** The number of names in all nested objects; a duplicate name counts once. */
function countNames(value: unknown, depth: number): number {
  if (typeof value !== 'object' || value === null) return 0
  if (depth >= MAX_DEPTH) throw tooComplex(MAX_VALUES)
  let count = 0
  if (Array.isArray(value)) {
    for (const item of value) count += countNames(item, depth + 1)
    return count
  }
  for (const name of Object.keys(value)) count += 1 + countNames((value as Record<string, unknown>)[name], depth + 1)
  return count
}

/** Looks like the end of a name; a text value that contains it only triggers the scan. */
function countNamesIn(text: string): number {
  let count = 0
  if (SPACE_BEFORE_COLON.test(text)) {
    for (const name = /"\s*:/g; name.test(text);) count++
    return count
  }
  for (let at = text.indexOf('":'); at !== -1; at = text.indexOf('":', at + 2)) count++
  return count
}

/** Line and column of a place, both from 1. */
function placeOf(place: number, text: string): string {
  let lines = 1
  let lineStart = 0
  for (let at = text.indexOf('\n'); at !== -1 && at < place; at = text.indexOf('\n', lineStart)) {
    lines++
    lineStart = at + 1
  }
  return `line ${lines}, column ${place - lineStart + 1}`
}

function tooComplex(maxValues: number): Error {
  const values = maxValues.toLocaleString('en')
  return unreadable(`The body is nested more than ${MAX_DEPTH} levels deep, or has more than ${values} values`)
}
