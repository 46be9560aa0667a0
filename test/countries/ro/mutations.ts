import type { Address } from '../../../src/domain/request/invoice-request.js'
import { COMMON, type Draft, long, type Mutation, party, pick } from '../../support/random/mutations.js'

type Mutable<T> = { -readonly [K in keyof T]: T[K] }

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

/** A text whose length is about a limit of CIUS-RO. */
const about =
  (limit: number, set: (draft: Draft, text: string, n: number) => void): Mutation =>
  (draft, n) => {
    set(draft, long(limit - 1 + (n % 3), n >> 2), n)
  }

/** What callers of Romania do, the limits of CIUS-RO among it. */
export const ROMANIAN_MUTATIONS: readonly Mutation[] = [
  ...COMMON,
  ...inAddress('street', 149),
  ...inAddress('city', 49),
  ...inAddress('postalCode', 19),
  ...inAddress('stateOrProvince', 30),
  about(100, (draft, text, n) => (party(draft, n).email = text)),
  about(100, (draft, text, n) => (party(draft, n).phone = text)),
  about(200, (draft, text) => (draft.contractReference = text)),
  about(200, (draft, text) => (draft.orderReference = text)),
  about(200, (draft, text) => (draft.buyerReference = text)),
  about(200, (draft, text) => (draft.precedingInvoice = { number: text })),
  about(300, (draft, text) => (draft.paymentMeans = { bankAccount: 'RO49AAAA1B31007593840000', paymentTerms: text })),
  (draft, n) =>
    (party(draft, n).vatNumber = pick(n >> 1, '123', 'XX123', 'R', 'EL123456789', 'ZZ9', 'ro1234', 'XI123456789')),
  (draft, n) =>
    (party(draft, n).peppolId = pick(
      n >> 1,
      ...([
        '0208:0403170701',
        '9959:1',
        'no-scheme',
        '9901:12',
        'iso6523-actorid-upis::0088:1',
        ':',
        '0245:1',
      ] as const),
    )),
  (draft, n) => (party(draft, n).siret = pick(n, '30326504500053', '')),
  (draft, n) => (draft.number = pick(n, 'no digits', long(199, n), `1${long(199, n)}`, `1${long(201, n)}`, '７', '1')),
  (draft, n) =>
    (draft.note = pick(
      n,
      ...([
        long(300, n >> 3),
        long(301, n >> 3),
        '#AAB#text',
        '#QQQ#text',
        'a #b# c',
        'x##yyy#z',
        '#1#2#',
        '',
      ] as const),
      'a\nb\tc',
    )),
  (draft, n) => (draft.deliveryDate = pick(n, '2026-11-01', '2026-02-28')),
]
