import { defined } from '../../domain/defined.js'
import { type Language, LANGUAGES } from '../../domain/language.js'
import { Decimal } from '../model/decimal.js'
import type { Invoice } from '../model/invoice-model.js'
import type { DocumentTotals } from '../model/settlement.js'
import { isBlank, normalised } from '../xml/white-space.js'
import {
  type CashDiscount,
  discountAmount,
  type PaymentPart,
  type Retention,
  retainedAmount,
} from '../model/payment-plan.js'

/** The parts of a sentence, each in the form of its language. */
interface Discounted {
  readonly percent: string
  /** With its preposition; empty: the whole amount due. */
  readonly base: string
  readonly amount: string
  readonly until: string
}

interface Words {
  /** BCP 47 tag for amounts and dates. */
  readonly locale: string
  readonly percent: (number: string) => string
  /** Of a partial amount, with a space before. */
  readonly of: (amount: string) => string
  readonly discount: (discounted: Discounted) => string
  readonly part: (part: { readonly n: string; readonly amount: string; readonly day: string }) => string
  /** `size`: the amount, or a percentage with the amount in brackets. */
  readonly retention: (size: string) => string
  /** The last day of a retention, with a space before. */
  readonly retainedUntil: (day: string) => string
  /** Between a retention and its reason. */
  readonly because: string
}

const spaced = (number: string): string => `${number} %`

const WORDS: Readonly<Record<Language, Words>> = {
  en: {
    locale: 'en-GB',
    percent: (number) => `${number}%`,
    of: (amount) => ` on ${amount}`,
    discount: ({ percent, base, amount, until }) =>
      `${percent} cash discount${base} (${amount}) for payment by ${until}`,
    part: ({ n, amount, day }) => `Instalment ${n}: ${amount}, due on ${day}`,
    retention: (size) => `Retention of ${size}`,
    retainedUntil: (day) => ` until ${day}`,
    because: ': ',
  },
  ro: {
    locale: 'ro-RO',
    percent: spaced,
    of: (amount) => ` din ${amount}`,
    discount: ({ percent, base, amount, until }) => `Scont ${percent}${base} (${amount}) la plata până la ${until}`,
    part: ({ n, amount, day }) => `Rata ${n}: ${amount}, scadentă la ${day}`,
    retention: (size) => `Garanție reținută de ${size}`,
    retainedUntil: (day) => ` până la ${day}`,
    because: ': ',
  },
  it: {
    locale: 'it-IT',
    percent: spaced,
    of: (amount) => ` su ${amount}`,
    discount: ({ percent, base, amount, until }) =>
      `Sconto del ${percent}${base} (${amount}) per pagamento entro il ${until}`,
    part: ({ n, amount, day }) => `Rata ${n}: ${amount}, scadenza ${day}`,
    retention: (size) => `Ritenuta a garanzia di ${size}`,
    retainedUntil: (day) => ` fino al ${day}`,
    because: ': ',
  },
  fr: {
    locale: 'fr-FR',
    percent: spaced,
    of: (amount) => ` sur ${amount}`,
    discount: ({ percent, base, amount, until }) =>
      `Escompte de ${percent}${base} (${amount}) pour paiement au plus tard le ${until}`,
    part: ({ n, amount, day }) => `Échéance ${n} : ${amount}, à payer le ${day}`,
    retention: (size) => `Retenue de garantie de ${size}`,
    retainedUntil: (day) => ` jusqu'au ${day}`,
    because: ' : ',
  },
  nl: {
    locale: 'nl-NL',
    percent: spaced,
    of: (amount) => ` op ${amount}`,
    discount: ({ percent, base, amount, until }) =>
      `${percent} korting${base} (${amount}) bij betaling uiterlijk op ${until}`,
    part: ({ n, amount, day }) => `Termijn ${n}: ${amount}, te betalen op ${day}`,
    retention: (size) => `Ingehouden waarborg van ${size}`,
    retainedUntil: (day) => ` tot ${day}`,
    because: ': ',
  },
  de: {
    locale: 'de-DE',
    percent: spaced,
    of: (amount) => ` auf ${amount}`,
    discount: ({ percent, base, amount, until }) => `${percent} Skonto${base} (${amount}) bei Zahlung bis ${until}`,
    part: ({ n, amount, day }) => `Rate ${n}: ${amount}, fällig am ${day}`,
    retention: (size) => `Sicherheitseinbehalt ${size}`,
    retainedUntil: (day) => ` bis ${day}`,
    because: ': ',
  },
  pl: {
    locale: 'pl-PL',
    percent: spaced,
    of: (amount) => ` od ${amount}`,
    discount: ({ percent, base, amount, until }) => `Skonto ${percent}${base} (${amount}) przy zapłacie do ${until}`,
    part: ({ n, amount, day }) => `Rata ${n}: ${amount}, termin płatności ${day}`,
    retention: (size) => `Kaucja gwarancyjna ${size}`,
    retainedUntil: (day) => ` do ${day}`,
    because: ': ',
  },
}

/**
 * "2 % Skonto (23,80 EUR) bei Zahlung bis 10.12.2026"
 * @param write how the numbers are written where the sentence is not read back: on a page
 */
export function discountInWords(
  discount: CashDiscount,
  { totals, currency }: Pick<Invoice, 'totals' | 'currency'>,
  language: Language,
  write: Writer = writerOf(language),
): string {
  const { percent, of, discount: sentence } = WORDS[language]
  const { percentage, baseAmount, until } = discount
  return sentence({
    percent: percent(write.number(percentage)),
    base: baseAmount === undefined ? '' : of(write.money(baseAmount, currency)),
    amount: write.money(discountAmount(discount, totals.due), currency),
    until: write.date(until),
  })
}

/** "Rate 1: 500,00 EUR, fällig am 10.12.2026"; a note follows after a dash. */
export function partInWords(
  { amount, dueDate, note }: PaymentPart,
  index: number,
  currency: string,
  language: Language,
  write: Writer = writerOf(language),
): string {
  const sentence = WORDS[language].part({
    n: String(index + 1),
    amount: write.money(amount, currency),
    day: write.date(dueDate),
  })
  return isBlank(note) ? sentence : `${sentence} – ${normalised(note)}`
}

/** "Sicherheitseinbehalt 5 % (59,50 EUR) bis 31.12.2028: Gewährleistung" */
export function retentionInWords(
  { amount, percentage, until, reason }: Retention,
  currency: string,
  language: Language,
  write: Writer = writerOf(language),
): string {
  const { percent, retention, retainedUntil, because } = WORDS[language]
  const money = write.money(amount, currency)
  const size = percentage === undefined ? money : `${percent(write.number(percentage))} (${money})`
  const end = until === undefined ? '' : retainedUntil(write.date(until))
  return `${retention(size)}${end}${because}${normalised(reason)}`
}

/**
 * A line of BT-20 that this service would write, in any of its languages with dates in figures;
 * undefined: it is another text.
 */
export function readDiscountWords(
  line: string,
  invoice: Pick<Invoice, 'totals' | 'currency'>,
): CashDiscount | undefined {
  if (!line.includes('%') || !line.includes(invoice.currency)) return undefined
  for (const language of LANGUAGES) {
    const discount = readIn(language, line, invoice.currency)
    if (discount !== undefined && discountInWords(discount, invoice, language) === line) return discount
  }
  return undefined
}

/** The same for a part of the payment; `index`: its place among the parts. */
export function readPartWords(line: string, index: number, currency: string): PaymentPart | undefined {
  if (!line.includes(currency)) return undefined
  for (const language of LANGUAGES) {
    const [sentence = '', ...rest] = line.split(' – ')
    const { a, d, m, y } = partPatternOf(language).exec(sentence)?.groups ?? {}
    const amount = numberIn(language, a)
    if (amount === undefined || amount.isZero()) continue
    const note = rest.length === 0 ? undefined : rest.join(' – ')
    const part = { dueDate: `${y ?? ''}-${m ?? ''}-${d ?? ''}`, amount, ...(note !== undefined && { note }) }
    if (partInWords(part, index, currency, language) === line) return part
  }
  return undefined
}

/** The same for a retention of the amount due. */
export function readRetentionWords(
  line: string,
  { totals, currency }: Pick<Invoice, 'currency'> & { readonly totals: Pick<DocumentTotals, 'due'> },
): Retention | undefined {
  if (!line.includes(currency)) return undefined
  for (const language of LANGUAGES) {
    const { n, a, b, d, m, y, reason } = retentionPatternOf(language).exec(line)?.groups ?? {}
    const [percentage, amount] = [numberIn(language, n), numberIn(language, n === undefined ? a : b)]
    if (amount === undefined || amount.isZero() || reason === undefined) continue
    if (percentage !== undefined && !retainedAmount(percentage, totals.due).equals(amount)) continue
    const until = d === undefined || m === undefined || y === undefined ? undefined : `${y}-${m}-${d}`
    const retention = { amount, reason, ...defined({ percentage, until }) }
    if (retentionInWords(retention, currency, language) === line) return retention
  }
  return undefined
}

const retentionPatternOf = onceForEach((language) => {
  const { percent, retention, retainedUntil, because } = WORDS[language]
  const share = escaped(percent('{n}')).replace('\\{n\\}', '(?<n>[\\d.,]+)')
  const size = `(?:${share} \\((?<b>[\\d., ]+) [A-Z]{3}\\)|(?<a>[\\d., ]+) [A-Z]{3})`
  const end = escaped(retainedUntil('{d}')).replace('\\{d\\}', DAY)
  const source = escaped(retention('{s}')).replace('\\{s\\}', size)
  return new RegExp(`^${source}(?:${end})?${escaped(because)}(?<reason>.+)$`, 'u')
})

/** Makes what a language needs on first use: expressions and formatters are expensive. */
function onceForEach<T>(make: (language: Language) => T): (language: Language) => T {
  const made = new Map<Language, T>()
  return (language) => {
    const known = made.get(language)
    if (known !== undefined) return known
    const value = make(language)
    made.set(language, value)
    return value
  }
}

const partPatternOf = onceForEach((language) => {
  const source = escaped(WORDS[language].part({ n: '{n}', amount: '{a}', day: '{d}' }))
    .replace('\\{n\\}', '\\d+')
    .replace('\\{a\\}', '(?<a>[\\d., ]+) [A-Z]{3}')
    .replace('\\{d\\}', DAY)
  return new RegExp(`^${source}$`, 'u')
})

const DAY = '(?<d>\\d{2})\\D(?<m>\\d{2})\\D(?<y>\\d{4})'

const patternOf = onceForEach((language) => {
  const { percent, of, discount } = WORDS[language]
  const sentence = discount({ percent: percent('{n}'), base: of('{b}'), amount: '{a}', until: '{d}' })
  const base = escaped(of('{b}'))
  const source = escaped(sentence)
    .replace(base, `(?:${base})?`)
    .replace('\\{n\\}', '(?<n>[\\d.,]+)')
    .replace('\\{b\\}', '(?<b>[\\d., ]+) [A-Z]{3}')
    .replace('\\{a\\}', '[\\d., -]+ [A-Z]{3}')
    .replace('\\{d\\}', DAY)
  return new RegExp(`^${source}$`, 'u')
})

function escaped(text: string): string {
  return text.replaceAll(/[{}()[\].*+?^$|\\/]/g, '\\$&')
}

function readIn(language: Language, line: string, currency: string): CashDiscount | undefined {
  const { n, b, d, m, y } = patternOf(language).exec(line)?.groups ?? {}
  const percentage = numberIn(language, n)
  if (percentage === undefined || d === undefined || m === undefined || y === undefined) return undefined
  const isPartial = b !== undefined
  const baseAmount = numberIn(language, b)
  if ((isPartial && baseAmount === undefined) || currency === '') return undefined
  return { until: `${y}-${m}-${d}`, percentage, baseAmount }
}

/** A number as the language writes it. */
function numberIn(language: Language, text: string | undefined): Decimal | undefined {
  const plain = language === 'en' ? text?.replaceAll(',', '') : text?.replaceAll(/[. ]/g, '').replace(',', '.')
  return plain !== undefined && /^\d{1,15}(?:\.\d{1,10})?$/.test(plain) ? Decimal.of(plain) : undefined
}

interface Writer {
  readonly number: (value: Decimal) => string
  readonly money: (amount: Decimal, currency: string) => string
  readonly date: (day: string) => string
}

/** Creating a formatter costs as much as validating an invoice; there is one per language. */
const writerOf = onceForEach((language): Writer => {
  const { locale } = WORDS[language]
  const numbers = new Intl.NumberFormat(locale, { maximumFractionDigits: 10 })
  const amounts = new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 10 })
  const month = language === 'en' ? 'short' : '2-digit'
  const dates = new Intl.DateTimeFormat(locale, { year: 'numeric', month, day: '2-digit', timeZone: 'UTC' })
  // The type of `format` allows only numbers; a decimal as text is formatted exactly.
  const write = (format: Intl.NumberFormat, value: Decimal): string =>
    withPlainSpaces(format.format(value.toString() as `${number}`))
  return {
    number: (value) => write(numbers, value),
    money: (amount, currency) => `${write(amounts, amount)} ${currency}`,
    date: (day) => {
      const time = Date.parse(`${day}T00:00:00Z`)
      return Number.isNaN(time) ? day : withPlainSpaces(dates.format(time))
    },
  }
})

/** Documents keep the text, and some formats allow no other spaces. */
function withPlainSpaces(text: string): string {
  return text.replaceAll(/[\u00a0\u202f]/g, ' ')
}
