import type { XmlElement } from '../../xml/element.js'
import { NotOfType } from './xpath.js'

const DATE =
  /^[ \t\r\n]*(-?(?:[1-9][0-9]{4,8}|[0-9]{4}))-([0-9][0-9])-([0-9][0-9])(Z|[+-][0-9]{2}:[0-9]{2})?[ \t\r\n]*$/
const DAYS_OF_400_YEARS = 146_097
const MINUTES_OF_DAY = 1440

/**
 * `xs:date(text)` as the instant at which the day begins, in minutes; a date without zone is in
 * UTC. undefined: not a date. The year 0 is valid, and years may have more than four digits (XML
 * Schema 1.1).
 */
export function dateOf(written: string): number | undefined {
  const [, years, months, days, zone = 'Z'] = DATE.exec(written) ?? []
  const [year, month, day] = [Number(years), Number(months), Number(days)]
  if (years === undefined || month < 1 || month > 12 || day < 1 || day > lengthOf(year, month)) return undefined
  const offset = offsetOf(zone)
  return offset && dayNumber(year, month, day) * MINUTES_OF_DAY - offset.minutes
}

function offsetOf(zone: string): { readonly minutes: number } | undefined {
  if (zone === 'Z') return { minutes: 0 }
  const [hours, minutes] = [Number(zone.slice(1, 3)), Number(zone.slice(4))]
  if (hours > 14 || minutes > 59) return undefined
  return { minutes: (zone.startsWith('-') ? -1 : 1) * (hours * 60 + minutes) }
}

function lengthOf(year: number, month: number): number {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28
  return [4, 6, 9, 11].includes(month) ? 30 : 31
}

/**
 * Days since a fixed day; JavaScript's Date ends in the year 275760, but the calendar repeats
 * every four hundred years.
 */
function dayNumber(year: number, month: number, day: number): number {
  const cycles = Math.floor(year / 400)
  return Date.UTC(2000 + year - cycles * 400, month - 1, day) / 86_400_000 + cycles * DAYS_OF_400_YEARS
}

/** `xs:date(a)`. @throws NotOfType */
export function castToDate(element: XmlElement): number {
  const date = dateOf(element.stringValue)
  if (date === undefined) throw new NotOfType(element, 'date')
  return date
}

/** `text castable as xs:integer`. */
export function isXsInteger(written: string): boolean {
  return /^[ \t\r\n]*[+-]?[0-9]+[ \t\r\n]*$/.test(written)
}
