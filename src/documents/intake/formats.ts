import { COUNTRIES } from '../../einvoice/codes/countries.js'
import { CURRENCIES } from '../../einvoice/codes/currencies.js'
import { quoted } from './messages.js'

interface Format {
  test(value: string): boolean
  message(value: string): string
}

/** EN 16931 adds two codes to ISO 3166-1 for VAT purposes; an address must be in a country. */
const NOT_ISO_3166 = new Set(['1A', 'XI'])

/** The formats that schemas name, for checks that other keywords of JSON Schema can't express. */
export const FORMATS: Readonly<Record<string, Format>> = {
  date: {
    test: (value) => isDate(value),
    message: (value) =>
      /^\d{4}-\d{2}-\d{2}$/.test(value)
        ? `${value} is not a calendar date; send an existing date as YYYY-MM-DD`
        : `must be a date as YYYY-MM-DD, for example 2026-03-31; ${quoted(value)} is not`,
  },
  'date-time': {
    test: (value) => parseInstant(value) !== null,
    message: (value) =>
      `must be a time in ISO 8601, for example 2027-01-31T00:00:00.000Z, or a date; ${quoted(value)} is not`,
  },
  'currency-code': {
    test: (value) => CURRENCIES.has(value),
    message: (value) => `must be a currency code of ISO 4217, for example EUR or RON; ${quoted(value)} is not`,
  },
  'country-code': {
    test: (value) => COUNTRIES.has(value) && !NOT_ISO_3166.has(value),
    message: (value) => `must be a country code of ISO 3166-1 alpha-2, for example RO; ${quoted(value)} is not`,
  },
  email: {
    test: (value) => /^[^\s@]+@[^\s@]+$/.test(value),
    message: (value) => `must be an email address; ${quoted(value)} is not`,
  },
  base64: {
    test: (value) => isBase64(value),
    message: () => 'must be Base64 (RFC 4648, section 4: standard alphabet, padded, without line breaks)',
  },
  colour: {
    test: (value) => /^#[0-9a-f]{6}$/i.test(value),
    message: (value) => `must be a colour as #rrggbb, for example #0b5c4a; ${quoted(value)} is not`,
  },
  filename: {
    test: (value) => /^\.*[^/\\.][^/\\]*\.[A-Za-z0-9]{1,10}$/.test(value),
    message: (value) =>
      `must be a file name with an extension and without a path, for example order.pdf; ${quoted(value)} is not`,
  },
  'media-type': {
    test: (value) => /^[a-z0-9][a-z0-9!#$&^_.+-]*\/[a-z0-9][a-z0-9!#$&^_.+-]*$/i.test(value),
    message: (value) => `must be a media type, for example application/pdf; ${quoted(value)} is not`,
  },
  'sdi-code': {
    test: (value) => /^[A-Z0-9]{6,7}$/i.test(value),
    message: (value) =>
      `must be a recipient code of 7 letters and digits, for example 0000000, or of 6 for a public administration; ${quoted(value)} is not`,
  },
  siret: {
    test: (value) => /^\d{14}$/.test(value),
    message: (value) => `must be a SIRET of 14 digits; ${quoted(value)} is not`,
  },
}

/**
 * Parses an ISO 8601 text: a date (its first instant in UTC), or a date and time with Z, an
 * offset, or neither, which means UTC. Returns null for any other text or a date that does not
 * exist.
 */
export function parseInstant(text: string): Date | null {
  const match = /^(\d{4}-\d{2}-\d{2})(?:T(\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?(Z|[+-]\d{2}:?\d{2})?)?$/i.exec(
    text,
  )
  if (!match) return null
  const [, date = '', hours = '00', minutes = '00', seconds = '00', fraction = '', zone = 'Z'] = match
  if (!isDate(date) || Number(hours) > 23 || Number(minutes) > 59 || Number(seconds) > 59) return null
  const offset = zone.toUpperCase() === 'Z' ? 'Z' : `${zone.slice(0, 3)}:${zone.slice(-2)}`
  const instant = new Date(`${date}T${hours}:${minutes}:${seconds}.${fraction.slice(0, 3).padEnd(3, '0')}${offset}`)
  return Number.isNaN(instant.getTime()) ? null : instant
}

/** A calendar date between 1900 and 2199. */
function isDate(value: string): boolean {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(value)
  if (!match) return false
  const [, year = 0, month = 0, day = 0] = match.map(Number)
  if (year < 1900 || year > 2199) return false
  const date = new Date(Date.UTC(year, month - 1, day))
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day
}

function isBase64(value: string): boolean {
  if (value.length % 4 !== 0 || !/^[A-Za-z0-9+/]+={0,2}$/.test(value)) return false
  // Unused bits before the padding must be zero, else two texts would encode the same bytes.
  const tail = value.slice(-4)
  return Buffer.from(tail, 'base64').toString('base64') === tail
}
