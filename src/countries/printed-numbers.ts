import type { Language } from '../domain/language.js'
import type { Decimal } from '../einvoice/model/decimal.js'

/** Between day, month and year; English names the month, because its figures are ambiguous. */
const DATE_SIGNS: Readonly<Partial<Record<Language, string>>> = { de: '.', pl: '.', ro: '.', fr: '/', it: '/', nl: '/' }

/** Digits are in groups in every number, also in those of four, where some languages have none. */
export const GROUPED = { useGrouping: 'always' } as const

/**
 * The day of a date or a time in ISO 8601 as the language's country writes it, unbroken; another
 * text is unchanged.
 */
export function printedDay(text: string, language: Language): string {
  const [day = ''] = /^\d{4}-\d{2}-\d{2}(?=$|T)/i.exec(text) ?? []
  const time = Date.parse(`${day}T00:00:00Z`)
  if (Number.isNaN(time)) return text
  const sign = DATE_SIGNS[language]
  if (sign !== undefined) return day.split('-').reverse().join(sign)
  const format = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' })
  return format.format(time).replaceAll(' ', '\u00a0')
}

/** An amount with its currency, unbroken. */
export function printedMoney(amount: Decimal, currency: string, language: Language): string {
  const format = new Intl.NumberFormat(language, {
    ...GROUPED,
    style: 'currency',
    currency,
    maximumFractionDigits: 20,
  })
  // The formatter accepts decimals as texts, without a loss of precision.
  return format.format(amount.toString() as `${number}`)
}
