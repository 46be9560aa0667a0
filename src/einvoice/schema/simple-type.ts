import { cut, lengthOf } from '../../domain/text.js'

/** A built-in type of XML Schema with the restrictions that the invoice schemas make. */
export interface SimpleType {
  /** `decimal`, `date`, `token` … */
  readonly base: string
  /** Lengths in characters. */
  readonly least: number
  readonly most: number
  readonly values: ReadonlySet<string> | null
  readonly fixed: string | null
}

/** Types that any text obeys. */
const UNBOUNDED: ReadonlySet<string> = new Set(['string', 'normalizedString', 'token', 'anyURI'])
const DECIMAL = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)$/
const BOOLEAN = /^(?:true|false|1|0)$/
const LANGUAGE = /^[a-zA-Z]{1,8}(?:-[a-zA-Z0-9]{1,8})*$/
const ZONE = '(?:Z|[+-](?:(?:0\\d|1[0-3]):[0-5]\\d|14:00))?'
const DAY = '(-?(?:[1-9]\\d{3,}|0\\d{3}))-(\\d\\d)-(\\d\\d)'
const CLOCK = '(?:(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(?:\\.\\d+)?|24:00:00(?:\\.0+)?)'
const DATE = new RegExp(`^${DAY}${ZONE}$`)
const TIME = new RegExp(`^${CLOCK}${ZONE}$`)
const DATE_TIME = new RegExp(`^${DAY}T${CLOCK}${ZONE}$`)
const DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

/** What is wrong with a value of a simple type; null: nothing. */
export function simpleFault(written: string, type: SimpleType): string | null {
  const { base, least, most, values, fixed } = type
  if (UNBOUNDED.has(base) && least === 0 && most === Infinity && values === null && fixed === null) return null
  // Of a string every character counts; of all others white space around and runs of it do not.
  const value = base === 'string' || base === 'normalizedString' ? written : collapsed(written)
  if (!isOf(base, value)) return `${shown(value)} is no ${base}`
  if (!hasLength(value, least, most)) return `${shown(value)} has not ${least} to ${most} characters`
  if (values !== null && !values.has(value)) return `${shown(value)} is not one of the values allowed`
  return fixed !== null && value !== fixed ? `${shown(value)} is not ${fixed}` : null
}

function hasLength(value: string, least: number, most: number): boolean {
  if (least === 0 && most === Infinity) return true
  const length = lengthOf(value)
  return length >= least && length <= most
}

function shown(value: string): string {
  return `"${cut(value, 60, '...')}"`
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

/** Groups of four; what the last group leaves over must be zero bits. */
function isBase64(value: string): boolean {
  const digits = value.includes(' ') ? value.replaceAll(' ', '') : value
  if (digits.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(digits)) return false
  if (digits.endsWith('==')) return /[AQgw]==$/.test(digits)
  return !digits.endsWith('=') || /[AEIMQUYcgkosw048]=$/.test(digits)
}
