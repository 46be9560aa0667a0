import { BLANKS, COMMON, line, long, type Mutation, party, pick } from '../../support/random/mutations.js'

/** What callers of Poland do, each at random places. */
export const POLISH_MUTATIONS: readonly Mutation[] = [
  ...COMMON,
  ...BLANKS,
  (draft, n) =>
    (party(draft, n).vatNumber = pick(
      n >> 1,
      ...([
        'PL123',
        'PL0123456789',
        'PL5213891245',
        'DE',
        'XI123456789',
        'US1',
        'EL',
        'PL1002345678',
        'DEa b',
      ] as const),
    )),
  (draft, n) => (party(draft, n).phone = pick(n >> 1, '+48 22 555 01 17 wewn. 3', '1'.repeat(16), '1'.repeat(17))),
  (draft, n) => (party(draft, n).email = pick(n >> 1, 'a@b', 'ab', `${'x'.repeat(252)}@b.`, '@', 'a\n@b')),
  (draft, n) => (party(draft, n).name = pick(n >> 1, long(511, n), long(512, n), long(513, n), 'a\u0080b', 'x\u0085')),
  (draft, n) => (line(draft, n).description = pick(n >> 3, long(512, n), long(513, n), '\ufdd0', '  two  blanks  ')),
  (draft, n) => (line(draft, n).itemCode = pick(n >> 3, 'GTU_14', 'x'.repeat(50), 'x'.repeat(51), '5901234123458')),
  (draft, n) => (line(draft, n).vatRate = pick(n >> 3, 23, 22, 8, 7, 5, 4, 3, 19, 5.5, 0)),
  (draft, n) => (line(draft, n).unitPrice = pick(n >> 3, 0.000000001, 1e14, 99999999999999, 0.12345678)),
  (draft, n) => (line(draft, n).quantity = pick(n >> 3, 0.0000001, 1e16, -3, 9999999999999999)),
  (draft, n) => {
    Object.assign(line(draft, n), {
      vatCategory: 'E',
      vatRate: 0,
      exemptionReason: pick(n >> 3, long(257, n), 'x', ''),
    })
  },
  (draft, n) => {
    const each = line(draft, n)
    Object.assign(each, { vatCategory: 'E', vatRate: 0 })
    delete each.exemptionReason
    delete each.exemptionReasonCode
  },
  (draft, n) => (draft.number = pick(n, long(255, n), long(256, n), long(257, n), ' F 1 ', '')),
  (draft, n) => (draft.issueDate = pick(n, '2005-12-31', '2025-08-31', '2025-09-01', '2050-01-02', '2026-11-22')),
  (draft, n) => (draft.deliveryDate = pick(n, '2005-12-31', '2026-11-21', '2050-01-01', '')),
  (draft, n) => (draft.dueDate = pick(n, '2016-06-30', '2016-07-01', '2050-01-02')),
  (draft, n) => (draft.note = pick(n, long(3500, n), long(3501, n), long(7001, n), '\u0000', 'a\u009fb')),
  (draft, n) => (draft.exchangeRate = pick(n, 4.1234567, 1, 0.00001, 1e16)),
  (draft) => delete draft.exchangeRate,
  (draft, n) => (draft.orderReference = pick(n, long(256, n), long(257, n), '')),
  (draft, n) => (draft.contractReference = pick(n, long(256, n), long(257, n), '')),
  (draft, n) => (draft.buyerReference = pick(n, long(256, n), long(600, n), '')),
  (draft, n) =>
    (draft.paymentMeans = pick<NonNullable<typeof draft.paymentMeans>>(
      n,
      { bankAccount: '1'.repeat(9) },
      { bankAccount: '1'.repeat(34) },
      { bankAccount: '1'.repeat(35) },
      { bankAccount: '1'.repeat(10), bic: 'brexplpw' },
      { bic: 'BREXPLPW' },
      { paymentTerms: long(1000, n >> 3) },
    )),
  (draft, n) => {
    draft.invoiceType = 'credit_note'
    draft.precedingInvoice = pick<NonNullable<typeof draft.precedingInvoice>>(
      n,
      { number: 'F-1' },
      { number: 'F-1', issueDate: '2005-01-01' },
      { number: 'F-1', issueDate: '2026-01-01', ksefNumber: '5265877635-20250626-010080DD2B5E-27' },
      { number: 'F-1', issueDate: '2026-01-01', ksefNumber: '5265877635-20250626-010080-DD2B5E-26' },
      { number: 'F-1', issueDate: '2026-01-01', ksefNumber: '123' },
      { number: '', issueDate: '' },
    )
  },
  (draft, n) => {
    draft.customer.localGovernmentUnit = n % 2 === 0
    draft.customer.vatGroupMember = n % 3 === 0
  },
  (draft) => delete draft.thirdParties,
  (draft, n) => {
    draft.thirdParties = [
      {
        role: pick(n, 'factor', 'unknown'),
        name: pick(n, '', 'X', long(513, n)),
        nationalId: pick(n, '0000000000-00000', 'x'.repeat(51), '85010112345'),
        share: pick(n, 0.0000001, 100, 50),
      },
    ]
  },
  (draft, n) => {
    draft.customer.vatNumber = ''
    draft.customer.consumer = true
    draft.customer.nationalId = pick(n, '85010112345', '', 'x'.repeat(51), '8513277142-00017')
  },
]
