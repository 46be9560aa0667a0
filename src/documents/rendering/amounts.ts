import { GROUPED, printedDay } from '../../countries/printed-numbers.js'
import type { Language } from '../../domain/language.js'
import type { Decimal } from '../../einvoice/model/decimal.js'
import { LABELS } from './labels/by-language.js'
import { unitName } from './labels/units.js'

/** Formats numbers and dates of an invoice in its language. */
export interface Writer {
  /** With the currency and at least its number of decimals. */
  money(amount: Decimal, currency: string): string
  /** The same without the currency. */
  amount(amount: Decimal, currency: string): string
  /** A number from JSON. */
  plain(value: number): string
  /** With all its decimals. */
  number(value: Decimal): string
  /** `19 %`, from 19. */
  percent(value: Decimal): string
  /** A unit's name after a quantity, in the plural where it has one. */
  unit(code: string, quantity: Decimal | undefined): string
  /** A date `YYYY-MM-DD` in the country's order; any other text is unchanged. */
  date(date: string): string
  /** Name of a country by its ISO 3166-1 code; an unknown code is unchanged. */
  country(code: string): string
  /** Bytes, kB or MB. */
  size(bytes: number): string
}

/** `Intl` writes so many decimals; the standard allows no more than 20. */
const ALL_DECIMALS = 20

/**
 * The writer of a language. Numbers are formatted from their decimals, never from binary floating
 * point; none of them can be broken at a space.
 */
export function writerOf(language: Language): Writer {
  const { locale } = LABELS[language]
  const plain = new Intl.NumberFormat(locale, { ...GROUPED, maximumFractionDigits: ALL_DECIMALS })
  const regions = new Intl.DisplayNames(locale, { type: 'region', fallback: 'code' })
  const plurals = new Intl.PluralRules(locale)
  const monies = new Map<string, Intl.NumberFormat>()
  const amounts = new Map<string, Intl.NumberFormat>()

  /** A currency that is not a code of three letters has two decimals and is printed unchanged. */
  const moneyOf = (currency: string): Intl.NumberFormat | undefined => {
    if (!/^[A-Za-z]{3}$/.test(currency)) return undefined
    const known = monies.get(currency)
    if (known !== undefined) return known
    const style = { ...GROUPED, style: 'currency', currency, maximumFractionDigits: ALL_DECIMALS } as const
    const made = new Intl.NumberFormat(locale, style)
    monies.set(currency, made)
    return made
  }
  const amountOf = (currency: string): Intl.NumberFormat => {
    const known = amounts.get(currency)
    if (known !== undefined) return known
    const minimumFractionDigits = moneyOf(currency)?.resolvedOptions().minimumFractionDigits ?? 2
    const digits = { ...GROUPED, minimumFractionDigits, maximumFractionDigits: ALL_DECIMALS }
    const made = new Intl.NumberFormat(locale, digits)
    amounts.set(currency, made)
    return made
  }
  const amount = (value: Decimal, currency: string): string => write(amountOf(currency), value)

  return {
    amount,
    money: (value, currency) => {
      const format = moneyOf(currency)
      return format === undefined ? `${amount(value, currency)}\u00a0${currency}`.trim() : write(format, value)
    },
    plain: (value) => plain.format(value),
    number: (value) => write(plain, value),
    percent: (value) => `${write(plain, value)}\u00a0%`,
    unit: (code, quantity) => unitName(code, language, plurals.select(Number(quantity?.abs().toString() ?? 1))),
    date: (date) => printedDay(date, language),
    country: (code) => (/^[A-Za-z]{2}$/.test(code) ? (regions.of(code.toUpperCase()) ?? code) : code),
    size: (bytes) => {
      if (bytes < 1_000) return `${plain.format(bytes)}\u00a0B`
      const [value, unit] = bytes < 1_000_000 ? [bytes / 1_000, 'kB'] : [bytes / 1_000_000, 'MB']
      return `${plain.format(Math.round(value * 10) / 10)}\u00a0${unit}`
    },
  }
}

/** The same with the code of the currency after amounts, as sentences on payment have it. */
export function inSentences(write: Writer): Writer {
  return { ...write, money: (value, currency) => `${write.amount(value, currency)}\u00a0${currency}` }
}

/** The type of `format` allows only numbers; a decimal as text is formatted exactly. */
function write(format: Intl.NumberFormat, value: Decimal): string {
  return format.format(value.toString() as `${number}`)
}
