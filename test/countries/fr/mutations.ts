import fc from 'fast-check'
import type { AcceptedInvoice, Address, Line, Party, VatCategory } from '../../../src/domain/accepted-invoice.js'
import type { RandomInvoice } from './arbitrary-invoice.js'

type Mutable<T> = {
  -readonly [K in keyof T]: T[K] extends readonly (infer E)[]
    ? Mutable<E>[]
    : T[K] extends object
      ? Mutable<T[K]>
      : T[K]
}
type Draft = Mutable<AcceptedInvoice>

/** One thing that a caller can do wrong (or may do, at the edge of a rule). `n` picks among variants. */
type Mutation = (draft: Draft, n: number) => void

function pick<T>(n: number, ...choices: [T, ...T[]]): T {
  return choices[n % choices.length] ?? choices[0]
}

const party = (draft: Draft, n: number): Mutable<Party> => (n % 2 === 0 ? draft.supplier : draft.customer)
const line = (draft: Draft, n: number): Mutable<Line> =>
  draft.lines[n % draft.lines.length] ?? { ...(draft.lines[0] as Mutable<Line>) }
const long = (length: number, n: number): string =>
  pick(n, 'x'.repeat(length), '😀'.repeat(length), 'é '.repeat(length), ` ${'y'.repeat(length - 1)} `)
const CATEGORIES: [VatCategory, ...VatCategory[]] = ['S', 'Z', 'E', 'AE', 'K', 'G', 'O']

const PERIODS: [NonNullable<Line['period']>, ...NonNullable<Line['period']>[]] = [
  { start: '2026-11-02', end: '2026-11-01' },
  {},
  { start: '' },
  { end: '2100-01-01' },
]

/** What callers do, each at random places. */
export const MUTATIONS: readonly Mutation[] = [
  (draft, n) => delete party(draft, n).address,
  (draft, n) => {
    const address = party(draft, n).address as Mutable<Address> | undefined
    if (address !== undefined) address.country = pick(n >> 1, 'FR', 'DE', 'XX', 'fr', 'XI', '1A')
  },
  (draft, n) => (party(draft, n).name = pick(n >> 1, '', '  ', 'Société', long(150, n))),
  (draft, n) =>
    (party(draft, n).vatNumber = pick(
      n >> 1,
      ...(['123', 'XX123', 'F', 'EL123456789', 'ZZ9', 'fr1234', 'FR12', 'FR00000000000', 'FR４0３03265045'] as [
        string,
        ...string[],
      ]),
    )),
  (draft, n) => {
    party(draft, n).vatNumber = pick(n >> 1, 'SE556036079301', 'DK13585628', 'US1', 'SE1', 'XI123456789')
    delete party(draft, n).email
    delete party(draft, n).peppolId
  },
  (draft, n) =>
    (party(draft, n).peppolId = pick(
      n >> 1,
      ...(['0225:303265045', '0225:', '0225:a b', '0225:é', 'no-scheme', '9901:12', ':', '0009:30326504500053'] as [
        string,
        ...string[],
      ]),
      `0225:${'9'.repeat(125 + (n % 3))}`,
      `0088:${'9'.repeat(125 + (n % 3))}`,
    )),
  (draft, n) => (party(draft, n).siret = pick(n >> 1, '30326504500053', '', '3032650450005', '３0326504500053')),
  (draft, n) => {
    party(draft, n).siret = `${party(draft, n).vatNumber.slice(-9)}${pick(n >> 1, '00012', '0001', '000123', 'ABCDE')}`
  },
  (draft, n) =>
    (draft.number = pick(
      n,
      ...(['', ' ', 'a b', ' F1', 'F1 ', 'F.1', 'F#1', 'é1', '７', 'F\u00a01'] as [string, ...string[]]),
      'F'.repeat(34 + (n % 4)),
      '/'.repeat(36),
    )),
  (draft, n) =>
    (draft.note = pick(
      n,
      ...(['#BAR#B2C', '#BAR#B2B#BAR#B2BINT', '#BAR#XYZ', 'x #BAR#', '#PMT#a#PMT#b', 'a#PMD#b#PMD#'] as [
        string,
        ...string[],
      ]),
      ...[
        'a#BAR',
        '#AAB#a#AAB#b#TXD#x#TXD#y',
        '#QQQ#text',
        'a #b# c',
        '#1#2#',
        '',
        'a\nb\tc',
        '#bar#b2b',
        '#BAR#B2CINT',
      ],
      ...['#BAR# B2B', '#BAR#OUTOFSCOPE', '#TXD#MEMBRE_ASSUJETTI_UNIQUE', 'x#PMT', '##BAR##'],
    )),
  (draft, n) => (draft.paymentMeans = pick(n, { bic: 'AGRIFRPP' }, { bankAccount: '' }, { paymentTerms: '' }, {})),
  (draft) => delete draft.dueDate,
  (draft, n) => (draft.dueDate = pick(n, '2026-11-15', '2026-11-20', '1999-12-31', '2100-01-01', '2026-11-21')),
  (draft, n) => (draft.issueDate = pick(n, '1999-12-31', '2100-01-01', '2000-02-29', '2099-12-31')),
  (draft, n) =>
    (draft.precedingInvoice = { number: pick(n, 'a b', 'é', 'F'.repeat(36), 'F-1'), issueDate: '2026-10-01' }),
  (draft, n) => (draft.precedingInvoice = { number: 'F-1', ...(n % 2 === 0 ? {} : { issueDate: '1999-01-01' }) }),
  (draft) => delete draft.precedingInvoice,
  (draft, n) => (draft.currency = pick(n, 'EUR', 'USD', 'VES', 'BGN', 'XCG', 'GBP')),
  (draft) => delete draft.exchangeRate,
  (draft, n) => (draft.deliveryDate = pick(n, '2026-11-01', '1999-02-28', '2100-02-28')),
  (draft) => delete draft.deliveryDate,
  (draft, n) => (draft.invoiceType = pick(n, 'invoice', 'credit_note', 'debit_note')),
  (draft, n) => (line(draft, n).vatRate = pick(n >> 3, 0, 19, 0.4, 0.5, -5, 21, 7, 100, 5.5, 0.00001, 19.6, 2.105)),
  (draft, n) => (line(draft, n).vatCategory = pick(n >> 3, ...CATEGORIES)),
  (draft, n) => {
    Object.assign(line(draft, n), { vatCategory: pick(n >> 3, ...CATEGORIES), vatRate: 0 })
  },
  (draft) => {
    for (const each of draft.lines) Object.assign(each, { vatCategory: 'O', vatRate: 0 })
  },
  (draft, n) => delete line(draft, n).vatCategory,
  (draft, n) => (line(draft, n).exemptionReason = pick(n >> 3, 'motif', long(150, n), '')),
  (draft, n) =>
    (line(draft, n).exemptionReasonCode = pick(
      n >> 3,
      ...(['VATEX-EU-132', 'vatex-eu-g', 'VATEX-EU-153', 'NONE', 'VATEX-FR-AE', 'VATEX-FR-FRANCHISE'] as [
        string,
        ...string[],
      ]),
    )),
  (draft, n) => delete line(draft, n).exemptionReasonCode,
  (draft, n) => (line(draft, n).unitCode = pick(n >> 3, 'XXX', 'C62', 'kgm', 'PCE', 'XPP', 'pce')),
  (draft, n) => (line(draft, n).unitPrice = pick(n >> 3, -1, 0, -0.001, 1e-7, 0.005, 1234567.1234567)),
  (draft, n) => (line(draft, n).discount = pick(n >> 3, 1e9, -1, 0, 0.01, 0.0000001)),
  (draft, n) => {
    Object.assign(line(draft, n), { unitPrice: -10, discount: pick(n >> 3, -20, -10, 0, 5) })
  },
  (draft, n) =>
    (line(draft, n).quantity = pick(n >> 3, -1, 0, 1e15, 0.000001, 1.00005, 123456789012345, 1e18, 1e19, -1e18, 1e21)),
  (draft, n) => (line(draft, n).description = pick(n >> 3, '', ' ', long(150, n))),
  (draft, n) => (line(draft, n).itemCode = pick(n >> 3, '', '1', '84713000')),
  (draft, n) => (line(draft, n).period = pick(n >> 3, ...PERIODS)),
  (draft, n) => {
    draft.attachments = [
      {
        filename: pick(n >> 3, 'a\tb "c".pdf', '', ' ', long(100, n)),
        mimeType: pick(n, 'application/pdf', 'text/plain', 'IMAGE/PNG', 'application/xml'),
        ...{ sha256: '0'.repeat(64), size: 0 },
      },
    ]
  },
]

/** An invoice with one to four things done to it. */
export function mutated(random: fc.Arbitrary<RandomInvoice>): fc.Arbitrary<RandomInvoice> {
  const steps = fc.array(fc.tuple(fc.nat({ max: MUTATIONS.length - 1 }), fc.nat({ max: 4095 })), {
    minLength: 1,
    maxLength: 4,
  })
  return fc.tuple(random, steps).map(([{ invoice, attachments }, chosen]) => {
    const draft = structuredClone(invoice) as Draft
    for (const [index, n] of chosen) MUTATIONS[index]?.(draft, n)
    return { invoice: draft as AcceptedInvoice, attachments }
  })
}
