import type { TSchema } from '@sinclair/typebox'
import type { Detail } from '../../domain/refusal.js'
import { lengthOf } from '../../domain/text.js'
import { DestinationFields } from './country-fields.js'
import { FieldPlaces } from './field-places.js'
import { FORMATS } from './formats.js'
import { isListed } from './listed-details.js'
import * as say from './messages.js'
import { fieldPath } from './path.js'
import { isObject } from '../../domain/json.js'

/**
 * Validates a value against a JSON Schema and reports a remedy for every wrong field. The schemas
 * are those of the OpenAPI document. Existing validators either stop at the first error or
 * describe it in the schema's terms, not in the caller's.
 *
 * Supports the keywords that our schemas use, and throws at start-up for any other, so that none
 * is silently ignored.
 */
export type Check = (value: unknown, path: string, details: Detail[]) => void

/** The keywords that are checked, besides `type`. */
interface Keywords {
  readonly type?: string | readonly string[]
  readonly enum?: readonly string[]
  readonly properties?: Readonly<Record<string, TSchema>>
  readonly required?: readonly string[]
  readonly items?: TSchema
  readonly minItems?: number
  readonly maxItems?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly exclusiveMinimum?: number
  readonly format?: string
  /** Maximum number of decimal places. */
  readonly 'x-maxDecimals'?: number
  /** Fields that other operations accept and this one refuses, with the reason. */
  readonly 'x-refused'?: Readonly<Record<string, string>>
  /** Fields that are required unless another one is true. */
  readonly 'x-requiredUnless'?: Readonly<Record<string, string>>
  /** Fields that are required where another one is absent. */
  readonly 'x-requiredWithout'?: Readonly<Record<string, string>>
  /** Where null is right. */
  readonly 'x-null'?: string
  /** The field that names the country, on which `x-countries` of the fields inside depends. */
  readonly 'x-countryOf'?: string
  /** The field that names the format, on which `x-formats` of the fields inside depends. */
  readonly 'x-formatOf'?: string
}

const JUDGED = new Set(
  (
    'type enum properties required items minItems maxItems minLength maxLength minimum maximum exclusiveMinimum format ' +
    'x-maxDecimals x-refused x-requiredUnless x-requiredWithout x-countryOf x-formatOf x-countries x-formats x-profile x-default x-null'
  ).split(' '),
)
/**
 * Keywords that are only documentation; `additionalProperties` is false everywhere, and `pattern`
 * shows other programs what the check of a field ensures.
 */
const ANNOTATIONS = new Set([
  '$id',
  'title',
  'description',
  'examples',
  'default',
  'additionalProperties',
  'deprecated',
  'pattern',
])

/** Builds the check of a schema. Throws an `Error` for an unsupported type or keyword. */
export function compileCheck(schema: TSchema): Check {
  return checkOf(schema, new FieldPlaces(schema))
}

/** @param places of the fields of the whole body */
function checkOf(schema: TSchema, places: FieldPlaces): Check {
  const keywords = schema as Keywords
  for (const keyword of Object.keys(schema)) {
    if (!JUDGED.has(keyword) && !ANNOTATIONS.has(keyword)) throw new Error(`no check for the schema keyword ${keyword}`)
  }
  if (Array.isArray(keywords.type)) return nullableCheck(keywords)
  switch (keywords.type) {
    case 'object':
      return keywords['x-countryOf'] === undefined
        ? objectCheck(keywords, places)
        : both(objectCheck(keywords, places), destinationCheck(schema, keywords['x-countryOf'], keywords['x-formatOf']))
    case 'array':
      return arrayCheck(keywords, places)
    case 'string':
      return stringCheck(keywords)
    case 'number':
    case 'integer':
      return numberCheck(keywords)
    case 'boolean':
      return (value, path, details) => {
        if (typeof value !== 'boolean' && isListed(details))
          details.push({ path, message: say.wrongType('true or false', value) })
      }
    default:
      throw new Error(`no check for the schema type ${String(keywords.type)}`)
  }
}

/** The one kind of field that may be null is a text. */
function nullableCheck(keywords: Keywords): Check {
  if (String(keywords.type) !== 'string,null') throw new Error(`no check for the schema type ${String(keywords.type)}`)
  const check = stringCheck(keywords)
  return (value, path, details) => {
    if (value !== null) check(value, path, details)
  }
}

function destinationCheck(schema: TSchema, countryField: string, formatField?: string): Check {
  const fields = new DestinationFields(schema, countryField, formatField)
  return (value, path, details) => {
    fields.refuse(value, path, details)
  }
}

function both(first: Check, second: Check): Check {
  return (value, path, details) => {
    first(value, path, details)
    second(value, path, details)
  }
}

function objectCheck(keywords: Keywords, places: FieldPlaces): Check {
  const properties = keywords.properties ?? {}
  const names = Object.keys(properties)
  const known = new Set(names)
  const unless = keywords['x-requiredUnless'] ?? {}
  const without = Object.entries(keywords['x-requiredWithout'] ?? {})
  const required = new Set([...(keywords.required ?? []), ...Object.keys(unless)])
  const refused = new Map(Object.entries(keywords['x-refused'] ?? {}))
  const checks = Object.entries(properties).map(([name, schema]) => ({
    name,
    check: checkOf(schema, places),
    expected: expectation(schema),
    nullable: Array.isArray(schema['type']),
    missing: required.has(name) ? say.missing(expectation(schema)) : null,
    unless: unless[name],
  }))
  return (value, path, details) => {
    if (!isObject(value)) {
      if (isListed(details)) details.push({ path, message: say.wrongType('an object', value) })
      return
    }
    for (const { name, check, missing, unless, expected, nullable } of checks) {
      const inner = Object.hasOwn(value, name) ? value[name] : undefined
      if (inner === null && missing !== null && !nullable && isListed(details))
        details.push({ path: fieldPath(path, name), message: say.requiredNotNull(expected) })
      else if (inner !== undefined) check(inner, fieldPath(path, name), details)
      else if (missing === null || (unless !== undefined && value[unless] === true) || !isListed(details)) continue
      else details.push({ path: fieldPath(path, name), message: missing })
    }
    for (const [name, other] of without) {
      if (value[name] === undefined && value[other] === undefined && isListed(details))
        details.push({ path: fieldPath(path, name), message: say.missingBoth(name, other) })
    }
    for (const name of Object.keys(value)) {
      if (known.has(name) || !isListed(details)) continue
      const message =
        refused.get(name) ?? say.unknownField(name, mayBeSuggested(details) ? names : null, places.of(name))
      details.push({ path: fieldPath(path, say.shortened(name)), message })
    }
  }
}

/**
 * The search for a similar name is the most expensive step; in a body full of unknown names a few
 * suggestions are enough.
 */
const MOST_SUGGESTIONS = 20
const suggested = new WeakMap<Detail[], number>()

/** Whether a suggestion may be made for one more unknown name in this check. */
function mayBeSuggested(details: Detail[]): boolean {
  const before = suggested.get(details) ?? 0
  suggested.set(details, before + 1)
  return before < MOST_SUGGESTIONS
}

function arrayCheck(keywords: Keywords, places: FieldPlaces): Check {
  const { items, minItems = 0, maxItems = Infinity } = keywords
  const check = items ? checkOf(items, places) : null
  return (value, path, details) => {
    if (!Array.isArray(value)) {
      if (isListed(details)) details.push({ path, message: say.wrongType('an array', value) })
      return
    }
    if (value.length < minItems && isListed(details)) details.push({ path, message: say.tooFew(minItems) })
    if (value.length > maxItems) {
      if (isListed(details)) details.push({ path, message: say.tooMany(value.length, maxItems) })
      return
    }
    value.forEach((item, index) => check?.(item, `${path}[${index}]`, details))
  }
}

/** Characters that XML 1.0 forbids (section 2.2, Char), and halves of surrogate pairs. */
// Built from text because eslint forbids control characters in a regular expression literal.
const UNSPEAKABLE = new RegExp('[\\u0000-\\u0008\\u000B\\u000C\\u000E-\\u001F\\uFFFE\\uFFFF\\uD800-\\uDFFF]', 'u')

function stringCheck(keywords: Keywords): Check {
  const { enum: values, minLength = 0, maxLength = Infinity } = keywords
  const format = keywords.format === undefined ? null : FORMATS[keywords.format]
  if (format === undefined) throw new Error(`no check for the format ${String(keywords.format)}`)
  const expected = expectation(keywords)
  const faultOf = (value: unknown): string | null => {
    if (typeof value !== 'string') return say.wrongType(expected, value)
    if (values) return values.includes(value) ? null : say.notOneOf(values, value)
    if (value.length > maxLength && lengthOf(value) > maxLength) return say.tooLong(lengthOf(value), maxLength)
    if (UNSPEAKABLE.test(value)) return say.unspeakable(UNSPEAKABLE.exec(value)?.[0] ?? '')
    if (minLength > 0 && value.trim() === '') return say.blank()
    return format && !format.test(value) ? format.message(value) : null
  }
  return (value, path, details) => {
    const message = faultOf(value)
    if (message !== null && isListed(details)) details.push({ path, message })
  }
}

function numberCheck(keywords: Keywords): Check {
  const { minimum = -Infinity, maximum = Infinity, exclusiveMinimum = -Infinity } = keywords
  const maxDecimals = keywords['x-maxDecimals'] ?? Infinity
  const expected = expectation(keywords)
  const faultOf = (value: unknown): string | null => {
    if (typeof value !== 'number') return say.wrongType(expected, value)
    if (value < minimum || value > maximum || value <= exclusiveMinimum || !Number.isFinite(value))
      return say.outOfRange(keywords)
    if (keywords.type === 'integer' && !Number.isInteger(value)) return say.notWhole()
    return decimals(value) > maxDecimals ? say.tooManyDecimals(maxDecimals) : null
  }
  return (value, path, details) => {
    const message = faultOf(value)
    if (message !== null && isListed(details)) details.push({ path, message })
  }
}

function expectation(schema: TSchema | Keywords): string {
  const keywords = schema as Keywords
  if (keywords['x-null'] !== undefined) return `a string, or null ${keywords['x-null']}`
  switch (keywords.type) {
    case 'object':
      return 'an object'
    case 'array':
      return 'an array'
    case 'boolean':
      return 'true or false'
    case 'integer':
      return 'a whole number'
    case 'number':
      return 'a number'
    default:
      return keywords.enum ? `one of ${keywords.enum.join(', ')}` : 'a string'
  }
}

/** Decimal places of the shortest decimal that parses as this number. */
function decimals(value: number): number {
  if (Number.isInteger(value)) return 0
  const text = String(value)
  const point = text.indexOf('.')
  const exponent = text.indexOf('e')
  const fraction = point === -1 ? 0 : (exponent === -1 ? text.length : exponent) - point - 1
  return Math.max(0, fraction - (exponent === -1 ? 0 : Number(text.slice(exponent + 1))))
}
