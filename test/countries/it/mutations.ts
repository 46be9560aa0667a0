import type { Address } from '../../../src/domain/request/invoice-request.js'
import { COMMON, line, long, type Mutation, party, pick } from '../../support/random/mutations.js'

type Mutable<T> = { -readonly [K in keyof T]: T[K] }

const inAddress: readonly Mutation[] = (['street', 'city', 'postalCode', 'stateOrProvince'] as const).map(
  (field) => (draft, n) => {
    const address = party(draft, n).address as Mutable<Address> | undefined
    if (address !== undefined)
      address[field] = pick(
        n >> 1,
        '',
        ' ',
        long(60 + (n % 3), n),
        '5210',
        '00187',
        'rm',
        'Provincia di Pisa',
        'ZZ',
        'Roma',
      )
  },
)

/** What callers of Italy do. */
export const ITALIAN_MUTATIONS: readonly Mutation[] = [
  ...COMMON,
  ...inAddress,
  (draft, n) => (party(draft, n).vatNumber = pick(n >> 1, 'IT123', '01879020517', 'IT01879020517', 'DE1', 'XX9', '')),
  (draft, n) => (party(draft, n).nationalId = pick(n >> 1, 'RSSMRA85T10A562S', '80016350821', 'x', 'à', long(17, n))),
  (draft, n) => (party(draft, n).name = pick(n >> 1, long(80, n), long(81, n), 'Čech „Ł” – s.r.o.', '漢字', 'ﬁne')),
  (draft, n) => (draft.customer.sdiCode = pick(n, 'ABC1234', 'ABCDEF', 'XXXXXXX', '0000000', 'abcdefg')),
  (draft, n) => (draft.customer.pec = pick(n, 'a@b.it', 'sdi01@pec.fatturapa.it', 'x@y')),
  (draft, n) => (draft.supplier.phone = pick(n, '+39 055 123456', '+49 30 12345678', '1234', long(13, n))),
  (draft, n) => (draft.supplier.taxRegime = pick(n, 'RF01', 'RF03', 'RF19', 'x')),
  (draft, n) =>
    (draft.supplier.rea = pick(n, { office: 'rm', number: '1' }, { office: 'X', number: 'à', shareCapital: 1.005 })),
  (draft, n) => (draft.number = pick(n, 'no digits', '1', 'à1', '1'.repeat(20), '1'.repeat(21), ' 1')),
  (draft, n) => (draft.issueDate = pick(n, '2026-11-22', '1969-12-31', '2020-01-01')),
  (draft, n) =>
    (draft.documentType = pick(
      n,
      ...(['TD01', 'TD04', 'TD16', 'TD17', 'TD20', 'TD21', 'TD27', 'TD29', 'TD99'] as const),
    )),
  (draft, n) => (draft.vatCollection = pick(n, 'immediate', 'cash', 'split_payment')),
  (draft, n) => (draft.stampDuty = pick(n, 2, 2.005, 0, 99_999_999_999.99, 999_999_999_999)),
  (draft, n) =>
    (draft.withholdings = [
      pick(n, { type: 'RT01', rate: 20, reason: 'A' }, { type: 'RT09', rate: 20.123, reason: 'F', amount: 1.234 }),
    ]),
  (draft) => delete draft.withholdings,
  (draft, n) =>
    (draft.socialFunds = [
      pick(
        n,
        { type: 'TC01', rate: 4, vatRate: 22 },
        { type: 'TC01', rate: 4, vatRate: 0 },
        { type: 'TC01', rate: 4, vatRate: 22, exemptionReasonCode: 'N4' },
        { type: 'TC99', rate: 4.001, vatRate: 0.5, withholding: true },
        { type: 'TC01', rate: 4, vatRate: 0, vatCategory: 'E', base: 1e11 },
      ),
    ]),
  (draft, n) =>
    (draft.deliveryNotes = [
      pick(n, { number: 'DDT-1', issueDate: '2026-11-01' }, { number: 'é', issueDate: 'x', lines: [9_999] }),
    ]),
  (draft, n) => (draft.tenderReference = pick(n, '8712345678', long(16, n), 'è')),
  (draft, n) => (draft.orderReference = pick(n, long(20, n), long(21, n), 'PO è')),
  (draft, n) => (draft.precedingInvoice = pick(n, { number: 'F-1' }, { number: long(21, n), issueDate: '2026-12-01' })),
  (draft, n) => (draft.note = pick(n, long(201, n), long(999, n), 'a\r\n\r\n b\tc', 'x'.repeat(401), '\u0007')),
  (draft, n) => (draft.currency = pick(n, 'EUR', 'USD', 'PLN')),
  (draft) => delete draft.exchangeRate,
  (draft, n) => (draft.deliveryDate = pick(n, '2026-11-01', '2026-02-30', 'x')),
  (draft, n) =>
    (draft.paymentMeans = pick(
      n,
      { bankAccount: 'IT60X' },
      { bankAccount: 'IT60X0542811101000000123456', bic: 'bpmoit22' },
      { bic: 'BAD' },
      { dueDate: '2026-13-01' },
    )),
  (draft, n) => (line(draft, n).vatCategory = pick(n >> 3, ...(['S', 'Z', 'E', 'AE', 'K', 'G', 'O'] as const))),
  (draft, n) =>
    (line(draft, n).exemptionReasonCode = pick(
      n >> 3,
      ...(['N2', 'N3', 'N6', 'N6.3', 'N9', 'VATEX-EU-D', 'X'] as const),
    )),
  (draft, n) => (line(draft, n).exemptionReason = pick(n >> 3, long(100, n), long(101, n), 'Art. 10')),
  (draft, n) => (line(draft, n).vatRate = pick(n >> 3, 0, 0.22, 22, 22.5, 7.125, 100)),
  (draft, n) => (line(draft, n).unitPrice = pick(n >> 3, 0.123456789, 99_999_999_999, 123_456_789_012, -5, 0.00000001)),
  (draft, n) => (line(draft, n).quantity = pick(n >> 3, -1, 0.123456789, 999_999_999_999, -0.5)),
  (draft, n) => (line(draft, n).withholding = true),
  (draft, n) => (line(draft, n).itemCode = pick(n >> 3, 'x'.repeat(35), 'x'.repeat(36), 'é', '漢')),
  (draft, n) => (line(draft, n).unitCode = pick(n >> 3, 'HUR', 'XYZ', 'x'.repeat(11), 'é')),
  (draft, n) => (line(draft, n).period = pick(n >> 3, { start: '2026-11-31' }, { end: '2026-11-30' })),
  (draft, n) => {
    const filename = pick(n, 'a', 'x'.repeat(61), 'b.tar.gz', `c.${'y'.repeat(11)}`, '漢.pdf')
    draft.attachments = (draft.attachments ?? []).map((file) => ({ ...file, filename }))
  },
]
