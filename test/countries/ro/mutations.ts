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
  pick(n, 'x'.repeat(length), '😀'.repeat(length), 'ă '.repeat(length), ` ${'y'.repeat(length - 1)} `)

function inAddress(field: 'street' | 'city' | 'postalCode' | 'stateOrProvince', limit: number): Mutation[] {
  return [
    (draft, n) => delete party(draft, n).address?.[field],
    (draft, n) => {
      const address = party(draft, n).address as Mutable<Address> | undefined
      if (address !== undefined)
        address[field] = pick(n >> 1, '', '   ', long(limit + (n % 3), n), 'Sector 9', 'RO-XX', 'sector 5', 'Cluj', 'B')
    },
  ]
}

/** What callers do, each at random places. */
export const MUTATIONS: readonly Mutation[] = [
  ...inAddress('street', 149),
  ...inAddress('city', 49),
  ...inAddress('postalCode', 19),
  ...inAddress('stateOrProvince', 30),
  (draft, n) => delete party(draft, n).address,
  (draft, n) => {
    const address = party(draft, n).address as Mutable<Address> | undefined
    if (address !== undefined) address.country = pick(n >> 1, 'RO', 'DE', 'XX', 'ro', 'XI', '1A')
  },
  (draft, n) => (party(draft, n).name = long(199 + (n % 3), n >> 2)),
  (draft, n) => (party(draft, n).email = long(99 + (n % 3), n >> 2)),
  (draft, n) => (party(draft, n).phone = long(99 + (n % 3), n >> 2)),
  (draft, n) =>
    (party(draft, n).vatNumber = pick(n >> 1, '123', 'XX123', 'R', 'EL123456789', 'ZZ9', 'ro1234', 'XI123456789')),
  (draft, n) =>
    (party(draft, n).peppolId = pick(
      n >> 1,
      '0208:0403170701',
      '9959:1',
      'no-scheme',
      '9901:12',
      'iso6523-actorid-upis::0088:1',
      ':',
      '0245:1',
    )),
  (draft, n) => (party(draft, n).siret = pick(n, '30326504500053', '')),
  (draft, n) => (draft.number = pick(n, 'no digits', long(199, n), `1${long(199, n)}`, `1${long(201, n)}`, '７', '1')),
  (draft, n) =>
    (draft.note = pick(
      n,
      long(300, n >> 3),
      long(301, n >> 3),
      '#AAB#text',
      '#QQQ#text',
      'a #b# c',
      'x##yyy#z',
      '#1#2#',
      'a\nb\tc',
      '',
    )),
  (draft, n) => (draft.contractReference = long(199 + (n % 3), n)),
  (draft, n) => (draft.orderReference = long(199 + (n % 3), n)),
  (draft, n) => (draft.buyerReference = long(199 + (n % 3), n)),
  (draft, n) =>
    (draft.paymentMeans = { bankAccount: 'RO49AAAA1B31007593840000', paymentTerms: long(298 + (n % 5), n) }),
  (draft, n) =>
    (draft.paymentMeans = pick(
      n,
      { bic: 'AAAAROBU' },
      { bankAccount: '' },
      { paymentTerms: '' },
      {},
      { bankAccount: ' ', bic: 'X' },
    )),
  (draft) => delete draft.dueDate,
  (draft, n) => (draft.precedingInvoice = { number: long(199 + (n % 3), n) }),
  (draft) => delete draft.precedingInvoice,
  (draft, n) => (draft.currency = pick(n, 'EUR', 'RON', 'VES', 'BGN', 'XCG', 'GBP')),
  (draft) => delete draft.exchangeRate,
  (draft, n) => (draft.deliveryDate = pick(n, '2026-11-01', '2026-02-28')),
  (draft) => delete draft.deliveryDate,
  (draft, n) => (draft.invoiceType = pick(n, 'invoice', 'credit_note', 'debit_note')),
  (draft, n) => (line(draft, n).vatRate = pick(n >> 3, 0, 19, 0.4, 0.5, -5, 21, 7, 100, 5.5, 1e-7)),
  (draft, n) => (line(draft, n).vatCategory = pick<VatCategory>(n >> 3, 'S', 'Z', 'E', 'AE', 'K', 'G', 'O')),
  (draft, n) => {
    Object.assign(line(draft, n), {
      vatCategory: pick<VatCategory>(n >> 3, 'S', 'Z', 'E', 'AE', 'K', 'G', 'O'),
      vatRate: 0,
    })
  },
  (draft) => {
    for (const each of draft.lines) Object.assign(each, { vatCategory: 'O', vatRate: 0 })
  },
  (draft, n) => delete line(draft, n).vatCategory,
  (draft, n) => (line(draft, n).exemptionReason = pick(n >> 3, 'motiv', long(150, n), '')),
  (draft, n) =>
    (line(draft, n).exemptionReasonCode = pick(
      n >> 3,
      'VATEX-EU-132',
      'vatex-eu-g',
      'VATEX-EU-153',
      'NONE',
      'VATEX-FR-AE',
    )),
  (draft, n) => delete line(draft, n).exemptionReasonCode,
  (draft, n) => (line(draft, n).unitCode = pick(n >> 3, 'XXX', 'C62', 'kgm', 'PCE', 'XPP', 'buc')),
  (draft, n) => (line(draft, n).unitPrice = pick(n >> 3, -1, 0, -0.001, 1e-7, 0.005)),
  (draft, n) => (line(draft, n).discount = pick(n >> 3, 1e9, -1, 0, 0.01)),
  (draft, n) => {
    Object.assign(line(draft, n), { unitPrice: -10, discount: pick(n >> 3, -20, -10, 0, 5) })
  },
  (draft, n) => (line(draft, n).quantity = pick(n >> 3, -1, 0, 1e15, 0.000001, 123456789012345, 1e21)),
  (draft, n) => (line(draft, n).description = long(99 + (n % 3), n >> 2)),
  (draft, n) => (line(draft, n).itemCode = pick(n >> 3, '', '1', '84713000')),
  (draft, n) =>
    (line(draft, n).period = pick(
      n >> 3,
      { start: '2026-11-02', end: '2026-11-01' },
      {},
      { start: '' },
      { start: '2026-11-01', end: '2026-11-01' },
    )),
  (draft, n) => {
    draft.attachments = [
      {
        filename: pick(n >> 3, long(199, n), long(200, n), long(201, n), 'a\tb "c".pdf'),
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
