import { cut } from '../../domain/text.js'
import type { SchemedId } from '../../domain/request/terms.js'
import { isBlank, normalised } from '../../einvoice/xml/white-space.js'
import { advanceInWords } from './advances.js'
import { isGround } from './exemption.js'
import { unplacedCodes } from './item-code.js'
import type { Fa3Model } from './model.js'
import { marginScheme } from './margin.js'
import { numbersOf } from './party-numbers.js'
import { partDescription, retentionDescription } from './payment-parts.js'
import { formOfPayment } from './payment-forms.js'
import type { DeliveryTimes } from './periods.js'
import { allowanceInWords, DISCOUNT_IN_PRICE, LINE_ALLOWANCE } from './sale-lines.js'
import { parts } from '../text-parts.js'
import { DOCUMENT_IDS, DOCUMENT_WORDS, LINE_IDS, LINE_WORDS, schemedKey, valueAt } from './words.js'

/** DodatkowyOpis: facts of an invoice that FA(3) has no place for, as key and value. */
interface Description {
  /** Number of the line that it is about, from 1. */
  readonly line?: number
  readonly key: string
  readonly value: string
  /** The field that it was made from. */
  readonly field: string
}

/** Characters in a value, and in a key. */
export const LONGEST = 256
/** Characters of a name in a key, which contains more than the name. */
const LONGEST_NAME = 200

/** Keys beside those of `words.ts`. */
export const KEYS = {
  buyerReference: 'Referencja nabywcy',
  otherNumber: 'Inny numer nabywcy',
  paymentTerms: 'Warunki płatności',
  paymentPart: 'Rata płatności',
  advance: 'Zaliczka',
  retention: 'Kaucja gwarancyjna',
  paymentText: 'Sposób płatności',
  paymentCode: 'Kod sposobu płatności',
  exchangeRate: 'Kurs waluty',
  invoicePeriod: 'Okres faktury',
  period: 'Okres',
  exemption: 'Podstawa rozliczenia',
  exemptionCode: 'Kod podstawy rozliczenia',
  itemCode: 'Klasyfikacja',
  itemId: 'Identyfikator towaru',
} as const

/** Keys of identifiers of parties beside their VAT number. */
export const PARTY_KEYS = {
  supplier: { registration: 'Rejestr sprzedawcy', identifier: 'Identyfikator sprzedawcy' },
  customer: { registration: 'Rejestr nabywcy', identifier: 'Identyfikator nabywcy' },
} as const

/** The key of a second number that a further party has. */
export function otherNumberOf(name: string): string {
  return `Inny numer: ${cut(normalised(name), LONGEST_NAME)}`
}

type Add = (key: string, text: unknown, field: string) => void

/** The descriptions in words of an invoice and its lines. */
export function descriptions(model: Fa3Model, times: DeliveryTimes): readonly Description[] {
  const found: Description[] = []
  const adder = (line?: number): Add => {
    return (key, text, field) => {
      if (typeof text !== 'string' || isBlank(text)) return
      for (const value of parts(normalised(text), LONGEST))
        found.push({ ...(line !== undefined && { line }), key, value, field })
    }
  }
  describeInvoice(model, times, adder())
  model.lines.forEach((_, index) => {
    describeLine(model, index, times.inWords[index], adder(index + 1))
  })
  return found
}

function describeInvoice({ request, invoice }: Fa3Model, times: DeliveryTimes, add: Add): void {
  add(KEYS.buyerReference, request.buyerReference, 'buyerReference')
  // The format has a place for only one of the two numbers.
  if (!isBlank(request.customer.vatNumber)) add(KEYS.otherNumber, request.customer.nationalId, 'customer.nationalId')
  for (const [index, { name, vatNumber, nationalId }] of (request.thirdParties ?? []).entries())
    if (!isBlank(vatNumber)) add(otherNumberOf(name), nationalId, `thirdParties[${index}]`)
  for (const part of invoice.paymentPlan?.parts ?? [])
    add(KEYS.paymentPart, partDescription(part, request.currency), 'paymentSchedule')
  for (const [index, advance] of (request.prepayments ?? []).entries())
    for (const sentence of advanceInWords(advance, request.currency))
      add(KEYS.advance, sentence, `prepayments[${index}]`)
  const retention = invoice.paymentPlan?.retention
  if (retention !== undefined) add(KEYS.retention, retentionDescription(retention, request.currency), 'retention')
  add(KEYS.paymentTerms, request.paymentMeans?.paymentTerms, 'paymentMeans.paymentTerms')
  const { code, text } = formOfPayment(invoice.payment)
  add(KEYS.paymentText, text, 'paymentMeans.text')
  add(KEYS.paymentCode, code, 'paymentMeans.code')
  add(KEYS.invoicePeriod, times.ofInvoiceInWords, 'period')
  // A rate into the currency of the invoice itself has no place at the lines.
  if (request.currency === 'PLN') add(KEYS.exchangeRate, request.exchangeRate?.toString(), 'exchangeRate')
  for (const [key, path] of DOCUMENT_WORDS) add(key, valueAt(request, path), path)
  addIds(DOCUMENT_IDS, request, '', add)
  for (const role of ['supplier', 'customer'] as const) {
    const { registration, identifiers } = numbersOf(request[role], role === 'supplier' ? 'seller' : 'buyer')
    const keys = PARTY_KEYS[role]
    if (registration !== undefined)
      add(schemedKey(keys.registration, registration.scheme), registration.id, `${role}.legalRegistration`)
    for (const { id, scheme } of identifiers) add(schemedKey(keys.identifier, scheme), id, `${role}.identifiers`)
  }
  for (const [index, note] of (request.notes ?? []).entries()) {
    const { key, value } = noteInWords(note)
    add(key, value, `notes[${index}]`)
  }
}

function describeLine({ lines, rates, computed }: Fa3Model, index: number, period: string | undefined, add: Add): void {
  const { line, field, isOfInvoice = false } = lines[index] ?? {}
  if (line === undefined || field === undefined) return
  const at = (rest: string): string => (isOfInvoice ? field : `${field}.${rest}`)
  const { exemptionReason, exemptionReasonCode } = line
  add(KEYS.period, period, at('period'))
  // The annotations contain the reason of an exempt line, and a code that is the rate.
  const isExempt = rates[index] === 'zw'
  const isSaid =
    exemptionReasonCode === rates[index] || (isExempt && isGround(line)) || marginScheme(line) !== undefined
  const reason = isExempt || isBlank(exemptionReason) ? undefined : exemptionReason
  const code = isSaid ? undefined : exemptionReasonCode
  add(KEYS.exemption, reason, at('exemptionReason'))
  add(isExempt || reason !== undefined ? KEYS.exemptionCode : KEYS.exemption, code, at('exemptionReasonCode'))
  for (const [key, path] of LINE_WORDS) add(key, valueAt(line, path), at(path))
  addIds(LINE_IDS, line, at(''), add)
  const { codes, standardIdentifier } = unplacedCodes(line)
  if (standardIdentifier !== undefined)
    add(schemedKey(KEYS.itemId, standardIdentifier.scheme), standardIdentifier.id, at('item.standardIdentifier'))
  for (const { code: value, scheme, schemeVersion } of codes) {
    const list = [scheme, schemeVersion].filter((part) => !isBlank(part)).join(' ')
    add(schemedKey(KEYS.itemCode, list === '' ? undefined : list), value, at('item.classifications'))
  }
  if ((line.allowances ?? []).length > 0) add(DISCOUNT_IN_PRICE, line.discount?.toString(), at('discount'))
  const { allowances: amounts } = computed[index]?.inclusive ?? computed[index] ?? { allowances: [] }
  for (const [place, allowance] of (line.allowances ?? []).entries())
    add(LINE_ALLOWANCE, allowanceInWords(allowance, amounts[place]), at('allowances'))
  for (const { name, value } of line.item?.attributes ?? []) {
    const key = normalised(name)
    add(isReserved(key) ? ATTRIBUTE + key : key, value, at('item.attributes'))
  }
}

function addIds(table: typeof DOCUMENT_IDS, of: unknown, before: string, add: Add): void {
  for (const [key, path] of table) {
    const id = valueAt(of, path) as SchemedId | undefined
    if (id !== undefined) add(schemedKey(key, id.scheme), id.id, before + path)
  }
}

/** Before the name of an attribute that is a key of something else. */
export const ATTRIBUTE = 'Cecha: '
/** The key of a note. */
export const NOTE = 'Uwagi'

const RESERVED: ReadonlySet<string> = new Set([
  ...Object.values(KEYS),
  ...Object.values(PARTY_KEYS).flatMap((keys) => Object.values(keys)),
  ...[DOCUMENT_WORDS, DOCUMENT_IDS, LINE_WORDS, LINE_IDS].flatMap((table) => table.map(([key]) => key)),
])

/** Whether a key names the kind of its value. */
function isReserved(key: string): boolean {
  const [, plain = key] = /^(.+) \([^()]+\)$/.exec(key) ?? []
  return RESERVED.has(plain) || key.startsWith('Inny numer: ') || key.startsWith(ATTRIBUTE)
}

/**
 * A note as key and value. One that begins with a few words and a colon (`Odbiór: rampa 3`) has
 * them as its key.
 */
export function noteInWords({ text, subjectCode }: { readonly text: string; readonly subjectCode?: string }): {
  readonly key: string
  readonly value: string
} {
  if (subjectCode !== undefined) return { key: schemedKey(NOTE, subjectCode), value: text }
  const [, key, value] = /^([^: ](?:[^:]{0,98}[^: ])?): (.+)$/u.exec(normalised(text)) ?? []
  if (key === undefined || value === undefined || (isReserved(key) && key !== NOTE)) return { key: NOTE, value: text }
  return { key, value }
}
