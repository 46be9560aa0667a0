import { isUtf8 } from 'node:buffer'
import { yieldForLargeWork } from '../../domain/large-work.js'
import { type Detail, unreadable } from '../../domain/refusal.js'
import { isSimple, scanJson } from './json-scan.js'

/** A parsed body, with the faults that JSON.parse passes over in silence. */
export interface ParsedBody {
  /** Numbers that were computed in binary floating point are the decimals that were meant. */
  readonly value: unknown
  /** Numbers of which that can't be told, and names given twice. */
  readonly faults: readonly Detail[]
}

/** No invoice is nested deeper than this or has more values: the largest one has some 400,000. */
const MAX_DEPTH = 32
const MAX_VALUES = 1_000_000

/** Bytes. A smaller body can't have too many values. */
const SMALL = 64 * 1024

/**
 * Sixteen digits in a row, with or without a decimal point, or an exponent: a number may be more
 * than JSON.parse can keep.
 */
const SUSPICIOUS_NUMBER = /\d(?:\.?\d){15}|\d[eE][+-]?\d/

/** Few programs write it so; without it, names are counted far faster. */
const SPACE_BEFORE_COLON = /"\s+:/

/** Reads a JSON body. Throws a `Refusal` of what is no JSON. */
export function parseJsonBody(bytes: Buffer): ParsedBody {
  const steps = parsing(bytes)
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
  }
}

/** The same, in steps: between those of a large body the process does other work. */
export async function parseJsonBodyInTurns(bytes: Buffer): Promise<ParsedBody> {
  const steps = parsing(bytes)
  for (;;) {
    await yieldForLargeWork(bytes.length)
    const step = steps.next()
    if (step.done === true) return step.value
  }
}

/**
 * The careful scan for what JSON.parse hides costs as much as parsing; it runs only when the text
 * gives reason to it.
 */
function* parsing(bytes: Buffer): Generator<undefined, ParsedBody> {
  if (!isUtf8(bytes)) throw unreadable('The body is not valid UTF-8')
  const text = bytes.toString('utf8').replace(/^\uFEFF/, '')
  yield
  if (text.trim() === '') throw unreadable('The body is empty; send a JSON object')
  // Brackets alone would take JSON.parse seconds, and thirty times their size of memory.
  if (bytes.length > SMALL && !isSimple(bytes, MAX_DEPTH, MAX_VALUES)) throw tooComplex()
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw unreadable(`The body is not valid JSON${placeOf(error, text)}`)
  }
  yield
  const names = countNames(value, 0)
  const needsScan = SUSPICIOUS_NUMBER.test(text) || countNamesIn(text) !== names
  if (!needsScan) return { value, faults: [] }
  yield
  const { faults, meant } = scanJson(text)
  if (meant === text) return { value, faults }
  yield
  return { value: JSON.parse(meant), faults }
}

/** Names of all objects inside; a name that stood twice counts once here. */
function countNames(value: unknown, depth: number): number {
  if (typeof value !== 'object' || value === null) return 0
  if (depth >= MAX_DEPTH) throw tooComplex()
  let count = 0
  if (Array.isArray(value)) {
    for (const item of value) count += countNames(item, depth + 1)
    return count
  }
  for (const name of Object.keys(value)) count += 1 + countNames((value as Record<string, unknown>)[name], depth + 1)
  return count
}

/**
 * What looks like the end of a name; a text value that contains it only causes the careful scan.
 */
function countNamesIn(text: string): number {
  let count = 0
  if (SPACE_BEFORE_COLON.test(text)) {
    for (const name = /"\s*:/g; name.test(text);) count++
    return count
  }
  for (let at = text.indexOf('":'); at !== -1; at = text.indexOf('":', at + 2)) count++
  return count
}

/** Line and column of the fault, where the parser tells its place. */
function placeOf(error: unknown, text: string): string {
  const match = /position (\d+)/.exec(error instanceof Error ? error.message : '')
  if (!match) return '; it ends too early or is no JSON at all'
  const place = Number(match[1])
  let lines = 1
  let lineStart = 0
  for (let at = text.indexOf('\n'); at !== -1 && at < place; at = text.indexOf('\n', lineStart)) {
    lines++
    lineStart = at + 1
  }
  return ` at line ${lines}, column ${place - lineStart + 1}`
}

function tooComplex(): Error {
  const values = MAX_VALUES.toLocaleString('en')
  return unreadable(`The body is nested more than ${MAX_DEPTH} levels deep, or has more than ${values} values`)
}
