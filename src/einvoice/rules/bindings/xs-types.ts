import type { XmlElement } from '../../xml/element.js'
import { NotOfType } from './xpath.js'

const DATE = /^[ \t\r\n]*(-?\d{4,})-(\d\d)-(\d\d)(Z|[+-]\d\d:\d\d)?[ \t\r\n]*$/
const DAY = 86_400_000

/** `xs:date(text)` as the instant at which the day begins, in milliseconds; a date without zone is one of UTC. undefined: no date. */
export function dateOf(written: string): number | undefined {
  const [, year = '', month = '', day = '', zone = 'Z'] = DATE.exec(written) ?? []
  const at = new Date(0)
  at.setUTCFullYear(Number(year), Number(month) - 1, Number(day))
  const isDay = at.getUTCMonth() === Number(month) - 1 && at.getUTCDate() === Number(day)
  if (year === '' || Number(year) === 0 || !isDay) return undefined
  if (zone === 'Z') return at.getTime()
  const [hours, minutes] = [Number(zone.slice(1, 3)), Number(zone.slice(4))]
  const offset = (hours * 60 + minutes) * 60_000
  if (minutes > 59 || offset > (14 / 24) * DAY) return undefined
  return zone.startsWith('-') ? at.getTime() + offset : at.getTime() - offset
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

/** `number(text)`: a double, NaN where the text is none. */
export function numberOf(written: string): number {
  const number = written.replace(/^[ \t\r\n]+|[ \t\r\n]+$/g, '')
  if (/^[+-]?INF$/.test(number)) return number.startsWith('-') ? -Infinity : Infinity
  return /^[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?$/.test(number) ? Number(number) : Number.NaN
}
