import { lengthOf, withoutEnd } from '../../domain/text.js'
import { Decimal } from '../model/decimal.js'
import { quoted } from '../xml/quoted.js'

/** A built-in type of XML Schema with the restrictions of the invoice schemas. */
export interface SimpleType {
  /** `decimal`, `date`, `token` … */
  readonly base: string
  /** Lengths in characters. */
  readonly least: number
  readonly most: number
  readonly values: ReadonlySet<string> | null
  readonly fixed: string | null
  /** How white space is normalised before the checks, if not like the base type. */
  readonly space?: 'preserve' | 'replace' | 'collapse'
  /** Patterns, all of which the value must match. */
  readonly patterns?: readonly RegExp[]
  /** For a number: maximum digits and decimals, without leading and trailing zeros. */
  readonly digits?: number
  readonly decimals?: number
  /** Bounds of numbers and dates; `from` and `to` are inclusive. */
  readonly from?: string
  readonly above?: string
  readonly to?: string
  /** The default of an empty element. */
  readonly mayBeEmpty?: true
}

/** Base types that accept any text. */
const UNBOUNDED: ReadonlySet<string> = new Set(['string', 'normalizedString', 'token', 'anyURI'])
const DECIMAL = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)$/
const INTEGER = /^[+-]?\d+$/
const BOOLEAN = /^(?:true|false|1|0)$/
const LANGUAGE = /^[a-zA-Z]{1,8}(?:-[a-zA-Z0-9]{1,8})*$/
const ZONE = '(?:Z|[+-](?:(?:0\\d|1[0-3]):[0-5]\\d|14:00))?'
const DAY = '(-?(?:[1-9]\\d{3,}|0\\d{3}))-(\\d\\d)-(\\d\\d)'
const CLOCK = '(?:(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(?:\\.\\d+)?|24:00:00(?:\\.0+)?)'
const YEAR = new RegExp(`^-?(?:[1-9]\\d{3,}|0\\d{3})${ZONE}$`)
const DATE = new RegExp(`^${DAY}${ZONE}$`)
const TIME = new RegExp(`^${CLOCK}${ZONE}$`)
const DATE_TIME = new RegExp(`^${DAY}T${CLOCK}${ZONE}$`)
const DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

/**
 * Values that a type accepts unseen: any text, or any decimal number; null: each is checked.
 */
export function acceptedUnseen({ base, ...facets }: SimpleType): 'text' | 'decimal' | null {
  const { least, most, values, fixed, patterns, digits, decimals, from, above, to } = facets
  const hasBounds = least > 0 || most !== Infinity || from !== undefined || above !== undefined || to !== undefined
  if (hasBounds || values !== null || fixed !== null || patterns !== undefined) return null
  if (UNBOUNDED.has(base)) return 'text'
  return base === 'decimal' && digits === undefined && decimals === undefined ? 'decimal' : null
}

/** The error in a value of a simple type; null: none. */
export function simpleFault(written: string, type: SimpleType): string | null {
  const { base, least, most, values, fixed, patterns, space = SPACE[base] ?? 'collapse' } = type
  if (type.mayBeEmpty === true && written === '') return null
  // In a string every character counts; most other types ignore surrounding and repeated white
  // space.
  const value =
    space === 'collapse' ? collapsed(written) : space === 'replace' ? written.replace(/[\t\r\n]/g, ' ') : written
  if (!isOf(base, value)) return `${quoted(value)} is not a valid ${base}`
  // Lengths first, so that patterns only run on short texts.
  if (!hasLength(value, least, most)) return `${quoted(value)} does not have ${least} to ${most} characters`
  if (patterns?.some((pattern) => !pattern.test(value))) return `${quoted(value)} does not have the required form`
  const outside = boundsFault(value, type)
  if (outside !== null) return outside
  if (values !== null && !isOneOf(values, value, base)) return `${quoted(value)} is not one of the allowed values`
  return fixed !== null && value !== fixed ? `${quoted(value)} is not ${fixed}` : null
}

/** How white space is normalised, by the base type; all others collapse it. */
const SPACE: Readonly<Record<string, SimpleType['space']>> = { string: 'preserve', normalizedString: 'replace' }

function boundsFault(value: string, { base, digits, decimals, from, above, to }: SimpleType): string | null {
  if (digits !== undefined || decimals !== undefined) {
    const [, before = '', after = ''] = /^[+-]?(\d*)(?:\.(\d*))?$/.exec(value) ?? []
    const [whole, fraction] = [before.replace(/^0+/, ''), withoutEnd(after, '0')]
    if (decimals !== undefined && fraction.length > decimals)
      return `${quoted(value)} has more than ${decimals} decimals`
    if (digits !== undefined && whole.length + fraction.length > digits)
      return `${quoted(value)} has more than ${digits} digits`
  }
  if (from !== undefined && compare(base, value, from) < 0) return `${quoted(value)} is less than ${from}`
  if (above !== undefined && compare(base, value, above) <= 0) return `${quoted(value)} is not more than ${above}`
  if (to !== undefined && compare(base, value, to) > 0) return `${quoted(value)} is more than ${to}`
  return null
}

/** Numbers are equal in any notation. */
function isOneOf(values: ReadonlySet<string>, value: string, base: string): boolean {
  if (values.has(value) || (base !== 'integer' && base !== 'decimal')) return values.has(value)
  return [...values].some((each) => compare(base, value, each) === 0)
}

/** By the order of the base type: dates by their text, because all have the same form. */
function compare(base: string, one: string, other: string): number {
  if (base === 'decimal' || base === 'integer') return decimalOf(one).compare(decimalOf(other))
  if (base === 'dateTime') return instantOf(one) - instantOf(other)
  if (one.startsWith('-')) return -1
  const [years, otherYears] = [one.indexOf('-'), other.indexOf('-')]
  if (years !== otherYears) return years - otherYears
  return one < other ? -1 : one === other ? 0 : 1
}

/** Milliseconds; a time without a zone counts as UTC. */
function instantOf(dateTime: string): number {
  return Date.parse(/(?:Z|[+-]\d\d:\d\d)$/.test(dateTime) ? dateTime : `${dateTime}Z`)
}

/** Exact, except for numbers so long that only their magnitude matters. */
function decimalOf(value: string): Decimal {
  if (value.length > 100) return Decimal.of(Math.max(-1e300, Math.min(1e300, Number(value))))
  return Decimal.of(
    value
      .replace(/^\+/, '')
      .replace(/^(-?)\./, '$10.')
      .replace(/\.$/, ''),
  )
}

function hasLength(value: string, least: number, most: number): boolean {
  if (least === 0 && most === Infinity) return true
  const length = lengthOf(value)
  return length >= least && length <= most
}

function collapsed(written: string): string {
  let wasBlank = true
  for (let index = 0; index < written.length; index += 1) {
    const code = written.charCodeAt(index)
    if (code > 0x20) wasBlank = false
    else if (wasBlank || code !== 0x20) return written.replace(/[ \t\r\n]+/g, ' ').replace(/^ | $/g, '')
    else wasBlank = true
  }
  return wasBlank && written !== '' ? written.slice(0, -1) : written
}

function isOf(base: string, value: string): boolean {
  switch (base) {
    case 'decimal':
      return DECIMAL.test(value)
    case 'integer':
      return INTEGER.test(value)
    case 'gYear':
      return YEAR.test(value)
    case 'boolean':
      return BOOLEAN.test(value)
    case 'date':
      return isDay(DATE.exec(value))
    case 'dateTime':
      return isDay(DATE_TIME.exec(value))
    case 'time':
      return TIME.test(value)
    case 'language':
      return LANGUAGE.test(value)
    case 'base64Binary':
      return isBase64(value)
    default:
      return true
  }
}

function isDay(match: RegExpExecArray | null): boolean {
  if (match === null) return false
  const [, year = 0, month = 0, day = 0] = match.map(Number)
  if (year === 0 || day < 1) return false
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
  return day <= (month === 2 && isLeap ? 29 : (DAYS[month - 1] ?? 0))
}

/** Groups of four; the unused bits of the last group must be zero. */
function isBase64(value: string): boolean {
  const digits = value.includes(' ') ? value.replaceAll(' ', '') : value
  if (digits.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(digits)) return false
  if (digits.endsWith('==')) return /[AQgw]==$/.test(digits)
  return !digits.endsWith('=') || /[AEIMQUYcgkosw048]=$/.test(digits)
}
