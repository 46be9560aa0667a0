import type { Decimal } from '../../einvoice/model/decimal.js'

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
  /** A date `YYYY-MM-DD`; any other text is unchanged. */
  date(date: string): string
  /** Name of a country by its ISO 3166-1 code; an unknown code is unchanged. */
  country(code: string): string
  /** Bytes, kB or MB. */
  size(bytes: number): string
}

/** `Intl` writes so many decimals; the standard allows no more than 20. */
const ALL_DECIMALS = 20

/**
 * The writer for a BCP 47 tag. Numbers are formatted from their decimals, never from binary
 * floating point.
 */
export function writerOf(locale: string): Writer {
  const plain = new Intl.NumberFormat(locale, { maximumFractionDigits: ALL_DECIMALS })
  const dates = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' })
  const regions = new Intl.DisplayNames(locale, { type: 'region', fallback: 'code' })
  const monies = new Map<string, Intl.NumberFormat>()
  const amounts = new Map<string, Intl.NumberFormat>()

  /** A currency that is not a code of three letters has two decimals and is printed unchanged. */
  const moneyOf = (currency: string): Intl.NumberFormat | undefined => {
    if (!/^[A-Za-z]{3}$/.test(currency)) return undefined
    const known = monies.get(currency)
    if (known !== undefined) return known
    const style = { style: 'currency', currency, maximumFractionDigits: ALL_DECIMALS } as const
    const made = new Intl.NumberFormat(locale, style)
    monies.set(currency, made)
    return made
  }
  const amountOf = (currency: string): Intl.NumberFormat => {
    const known = amounts.get(currency)
    if (known !== undefined) return known
    const minimumFractionDigits = moneyOf(currency)?.resolvedOptions().minimumFractionDigits ?? 2
    const made = new Intl.NumberFormat(locale, { minimumFractionDigits, maximumFractionDigits: ALL_DECIMALS })
    amounts.set(currency, made)
    return made
  }
  const amount = (value: Decimal, currency: string): string => write(amountOf(currency), value)

  return {
    amount,
    money: (value, currency) => {
      const format = moneyOf(currency)
      return format === undefined ? `${amount(value, currency)} ${currency}`.trim() : write(format, value)
    },
    plain: (value) => plain.format(value),
    number: (value) => write(plain, value),
    percent: (value) => `${write(plain, value)}\u00a0%`,
    date: (date) => (isDate(date) ? dates.format(new Date(`${date}T00:00:00Z`)) : date),
    country: (code) => (/^[A-Za-z]{2}$/.test(code) ? (regions.of(code.toUpperCase()) ?? code) : code),
    size: (bytes) => {
      if (bytes < 1_000) return `${plain.format(bytes)}\u00a0B`
      const [value, unit] = bytes < 1_000_000 ? [bytes / 1_000, 'kB'] : [bytes / 1_000_000, 'MB']
      return `${plain.format(Math.round(value * 10) / 10)}\u00a0${unit}`
    },
  }
}

/** The type of `format` allows only numbers; a decimal as text is formatted exactly. */
function write(format: Intl.NumberFormat, value: Decimal): string {
  return format.format(value.toString() as `${number}`)
}

function isDate(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(`${text}T00:00:00Z`))
}
