import fc from 'fast-check'
import type { InvoiceRequest, Address, Line, Party, VatCategory } from '../../../src/domain/request/invoice-request.js'
import type { RandomInvoice } from './invoice.js'

type Mutable<T> = {
  -readonly [K in keyof T]: T[K] extends readonly (infer E)[]
    ? Mutable<E>[]
    : T[K] extends object
      ? Mutable<T[K]>
      : T[K]
}
/** An invoice that a mutation changes in place. */
export type Draft = Mutable<InvoiceRequest>

/**
 * One thing that a caller can do wrong (or may do, at the edge of a rule). `n` picks among
 * variants.
 */
export type Mutation = (draft: Draft, n: number) => void

/** One of the choices: `n` counts through them and begins again. */
export function pick<T>(n: number, ...choices: readonly [T, ...T[]]): T {
  return choices[n % choices.length] ?? choices[0]
}

/** The supplier for an even `n`, else the customer. */
export const party = (draft: Draft, n: number): Mutable<Party> => (n % 2 === 0 ? draft.supplier : draft.customer)

/** One of the lines: `n` counts through them and begins again. */
export const line = (draft: Draft, n: number): Mutable<Line> =>
  draft.lines[n % draft.lines.length] ?? { ...(draft.lines[0] as Mutable<Line>) }

/** A text of that length, in units of UTF-16 that are not characters in every case. */
export const long = (length: number, n: number): string =>
  pick(n, 'x'.repeat(length), '😀'.repeat(length), 'ă '.repeat(length), ` ${'y'.repeat(length - 1)} `)

const CATEGORIES: readonly [VatCategory, ...VatCategory[]] = ['S', 'Z', 'E', 'AE', 'K', 'G', 'O']

/** Mistakes of callers in every country, at random places. */
export const COMMON: readonly Mutation[] = [
  (draft, n) => delete party(draft, n).address,
  (draft, n) => {
    const address = party(draft, n).address as Mutable<Address> | undefined
    if (address !== undefined) address.country = pick(n >> 1, 'RO', 'FR', 'DE', 'XX', 'ro', 'XI', '1A')
  },
  (draft, n) => (party(draft, n).name = pick(n >> 1, '', 'Société', long(199 + (n % 3), n >> 2))),
  (draft, n) => (draft.precedingInvoice = { number: pick(n, '', '  ', 'F-1') }),
  (draft) => delete draft.precedingInvoice,
  (draft) => delete draft.dueDate,
  (draft, n) =>
    (draft.paymentMeans = pick<NonNullable<Draft['paymentMeans']>>(
      n,
      ...([
        { bic: 'AAAAROBU' },
        { bankAccount: '' },
        { paymentTerms: '' },
        {},
        { bankAccount: ' ', bic: 'X' },
      ] as const),
    )),
  (draft, n) => (draft.currency = pick(n, 'EUR', 'RON', 'USD', 'VES', 'BGN', 'XCG', 'GBP')),
  (draft) => delete draft.exchangeRate,
  (draft) => delete draft.deliveryDate,
  (draft, n) => (draft.invoiceType = pick(n, 'invoice', 'credit_note', 'debit_note')),
  (draft, n) => (line(draft, n).vatRate = pick(n >> 3, 0, 19, 0.4, 0.5, -5, 21, 7, 100, 5.5, 1e-7, 19.6, 2.105)),
  (draft, n) => (line(draft, n).vatCategory = pick(n >> 3, ...CATEGORIES)),
  (draft, n) => {
    Object.assign(line(draft, n), { vatCategory: pick(n >> 3, ...CATEGORIES), vatRate: 0 })
  },
  (draft) => {
    for (const each of draft.lines) Object.assign(each, { vatCategory: 'O', vatRate: 0 })
  },
  (draft, n) => delete line(draft, n).vatCategory,
  (draft, n) => (line(draft, n).exemptionReason = pick(n >> 3, 'motiv', long(150, n), '')),
  (draft, n) =>
    (line(draft, n).exemptionReasonCode = pick(
      n >> 3,
      ...(['VATEX-EU-132', 'vatex-eu-g', 'VATEX-EU-153', 'NONE', 'VATEX-FR-AE', 'VATEX-FR-FRANCHISE'] as const),
    )),
  (draft, n) => delete line(draft, n).exemptionReasonCode,
  (draft, n) => (line(draft, n).unitCode = pick(n >> 3, 'XXX', 'C62', 'kgm', 'PCE', 'XPP', 'buc')),
  (draft, n) => (line(draft, n).unitPrice = pick(n >> 3, -1, 0, -0.001, 1e-7, 0.005, 1234567.1234567)),
  (draft, n) => (line(draft, n).discount = pick(n >> 3, 1e9, -1, 0, 0.01, 0.0000001)),
  (draft, n) => {
    Object.assign(line(draft, n), { unitPrice: -10, discount: pick(n >> 3, -20, -10, 0, 5) })
  },
  (draft, n) =>
    (line(draft, n).quantity = pick(
      n >> 3,
      ...([-1, 0, 1e15, 0.000001, 1.00005, 123456789012345, 1e18, 1e19, -1e18, 1e21] as const),
    )),
  (draft, n) => (line(draft, n).description = pick(n >> 3, '', long(99 + (n % 3), n >> 2))),
  (draft, n) => (line(draft, n).itemCode = pick(n >> 3, '', '1', '84713000')),
  (draft, n) =>
    (line(draft, n).period = pick<NonNullable<Line['period']>>(
      n >> 3,
      ...([
        { start: '2026-11-02', end: '2026-11-01' },
        {},
        { start: '' },
        { start: '2026-11-01', end: '2026-11-01' },
      ] as const),
    )),
  (draft, n) => {
    draft.attachments = [
      {
        filename: pick(n >> 3, long(199, n), long(200, n), long(201, n), 'a\tb "c".pdf', ''),
        mimeType: pick(n, 'application/pdf', 'text/plain', 'IMAGE/PNG', 'application/xml'),
        sha256: '0'.repeat(64),
        size: 0,
      },
    ]
  },
]

/**
 * Spaces alone: ANAF's own rules accept them as a text in places, and the API nowhere.
 */
export const BLANKS: readonly Mutation[] = [
  (draft, n) => (party(draft, n).name = '  '),
  (draft, n) => (line(draft, n).description = ' '),
]

/** An invoice with one to four mutations. */
export function mutatedBy(
  mutations: readonly Mutation[],
  random: fc.Arbitrary<RandomInvoice>,
): fc.Arbitrary<RandomInvoice> {
  const steps = fc.array(fc.tuple(fc.nat({ max: mutations.length - 1 }), fc.nat({ max: 4095 })), {
    minLength: 1,
    maxLength: 4,
  })
  return fc.tuple(random, steps).map(([{ invoice, attachments }, chosen]) => {
    const draft = structuredClone(invoice) as Draft
    for (const [index, n] of chosen) mutations[index]?.(draft, n)
    // UBL has no place for third party payments there, so that the API refuses them.
    if (draft.invoiceType === 'credit_note') delete draft.de
    const contents = (draft.attachments ?? []).map(
      ({ size }, index) => attachments[index] ?? new Uint8Array(size).fill(65),
    )
    return { invoice: draft, attachments: contents }
  })
}
