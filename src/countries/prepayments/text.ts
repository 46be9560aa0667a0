import { Decimal } from '../../einvoice/model/decimal.js'

/** An amount or a rate with a decimal comma. */
export function numberInWords(value: number, decimals = 2): string {
  return Decimal.of(value).toAtLeast(decimals).replace('.', ',')
}

/** Whether it is a number with a decimal comma. */
export function isNumber(text: string): boolean {
  return /^\d{1,15}(?:,\d{1,10})?$/.test(text)
}

/** The inverse of `numberInWords`, of a text that `isNumber`. */
export function numberOf(text: string): number {
  return Number(text.replace(',', '.'))
}

/** `YYYY-MM-DD` with the day first. */
export function dateInWords(date: string, separator: '.' | '/'): string {
  return date.split('-').reverse().join(separator)
}

/** Whether it is a date with the day first. */
export function isDate(text: string, separator: '.' | '/'): boolean {
  return /^\d\d([./])\d\d\1\d{4}$/.test(text) && text[2] === separator
}

/** The inverse of `dateInWords`. */
export function dateFromWords(text: string, separator: '.' | '/'): string {
  return text.split(separator).reverse().join('-')
}

/** The text before and after the last occurrence; after is undefined without one. */
export function cutAtLast(text: string, separator: string): readonly [before: string, after: string | undefined] {
  const at = text.lastIndexOf(separator)
  return at < 0 ? [text, undefined] : [text.slice(0, at), text.slice(at + separator.length)]
}
