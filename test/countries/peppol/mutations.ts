import type { Line, Party } from '../../../src/domain/request/invoice-request.js'
import { BLANKS, type Mutation, party, pick } from '../../support/random/mutations.js'
import { ROMANIAN_MUTATIONS } from '../ro/mutations.js'

const PARTICIPANTS = [
  ...[
    '0208:0403170701',
    '0208:0403170702',
    '0208:403170701',
    '0208: 0403170701 ',
    '0088:7300010000001',
    '0088:73000100',
  ],
  ...[
    '0088:',
    '0192:974760673',
    '0192:974760674',
    '0184:12345678',
    '0184:DK12345678',
    '0184:1234567',
    '0096:1234567890',
  ],
  ...['0096:12', '0198:DK12345678', '0198:12345678', '0007:2120000787', '0007:2120000788', '0151:51824753556'],
  ...['0151:51824753557', '0201:ABC123', '0201:AB', '0210:12345678901', '0211:IT12345678903', '0211:IT12345678900'],
  ...[
    '9907:1',
    '0106:12345678',
    '0106:1',
    '0190:1',
    '9944:NL1',
    '0217:1',
    '0037:1',
    'EM:a@b.example',
    '9930:DE1',
    '0246:DE1',
  ],
  ...['xx:1', '0193:1', '9955:1', '0204:04011000-12345-03', '0242:1', '0225:303265045'],
] as const

/** Countries with rules of their own in Peppol, and some without. */
const COUNTRIES = ['DE', 'BE', 'NL', 'DK', 'SE', 'NO', 'IS', 'GR', 'IT', 'de', 'nl'] as const

const elsewhere = (country: string, vatNumber: string, more: Partial<Party> = {}): Partial<Party> => ({
  vatNumber,
  address: { street: 'Street 1', city: 'City', postalCode: '1000', country },
  ...more,
})
const FOREIGN_SELLERS: [Partial<Party>, ...Partial<Party>[]] = [
  elsewhere('NL', 'NL123456789B12'),
  elsewhere('DK', 'DK12345678'),
  elsewhere('SE', 'SE212000078701'),
  elsewhere('SE', 'SE21200007870'),
  elsewhere('SE', 'SE212000078801', { peppolId: '0088:7300010000001' }),
  elsewhere('NO', 'NO974760673MVA'),
  elsewhere('NO', 'NO974760674MVA'),
  elsewhere('IS', 'IS123456', { peppolId: '0196:1234567890' }),
  elsewhere('GR', 'EL094259216'),
  elsewhere('GR', 'EL094259217'),
  elsewhere('GR', 'GR094259216', { peppolId: '9933:094259216' }),
  elsewhere('IT', 'IT12345678903'),
]

/** What callers of countries on the Peppol network do. */
const OWN: readonly Mutation[] = [
  (draft, n) => (party(draft, n).peppolId = PARTICIPANTS[(n >> 1) % PARTICIPANTS.length] ?? ''),
  (draft, n) => (party(draft, n).peppolId = PARTICIPANTS[(n >> 1) % PARTICIPANTS.length] ?? ''),
  (draft, n) => delete party(draft, n).peppolId,
  (draft, n) =>
    (party(draft, n).vatNumber = pick(
      n >> 1,
      ...([
        'BE0403170702',
        'BE0403170701',
        'NL12',
        'NL123456789B12',
        'SE212000078701',
        'NO974760673MVA',
        'DK12345678',
      ] as const),
      ...(['IT12345678900', 'DE136695976', 'FI12345678', 'US1', '', '  ', 'XI1', 'EL1', 'RO12'] as const),
    )),
  (draft, n) => (draft.customer.leitwegId = pick(n, '04011000-12345-03', 'nonsense', '  ')),
  (draft, n) => {
    const both = [draft.supplier, draft.customer]
    for (const each of n % 3 === 0 ? [draft.supplier] : both)
      if (each.address !== undefined) Object.assign(each.address, { country: pick(n >> 2, ...COUNTRIES) })
  },
  (draft, n) => Object.assign(draft.supplier, pick(n, ...FOREIGN_SELLERS)),
  (draft) => delete draft.supplier.email,
  (draft) => delete draft.supplier.phone,
  (draft, n) => (draft.supplier.phone = pick(n, '1', '12 3', '', ' ')),
  (draft, n) => (draft.supplier.email = pick(n, 'a', 'a@b', 'a@b.example', ' a b@c.example', '')),
  (draft) => delete draft.paymentMeans,
  (draft, n) =>
    (draft.paymentMeans = pick(
      n,
      { bankAccount: 'DE00 1234' },
      { bic: 'GEBABEBB' },
      { paymentTerms: '#SKONTO#TAGE=14#PROZENT=2.00#' },
      { bankAccount: 'BE68539007547034', paymentTerms: '#SKONTO#TAGE=14#PROZENT=2.00#\n' },
      {
        bankAccount: 'BE68539007547034',
        paymentTerms: '#SKONTO#TAGE=14#PROZENT=2.00#\n#SKONTO#TAGE=30#PROZENT=1.00#BASISBETRAG=10.00#',
      },
      { bankAccount: 'BE68539007547034', paymentTerms: 'net\n#SKONTO#TAGE=14#PROZENT=2#\n' },
      { bankAccount: 'BE68539007547034', paymentTerms: '# 30 days' },
      { bankAccount: 'BE68539007547034', paymentTerms: ' #SKONTO#TAGE=14#PROZENT=2.00# then text\n' },
      { bankAccount: 'BE68539007547034', paymentTerms: 'a #b# c' },
      { bankAccount: 'BE68539007547034', paymentTerms: '#SKONTO#TAGE=14#PROZENT=2.00#\r\nnet 30' },
    )),
  (draft) => {
    delete draft.buyerReference
    delete draft.orderReference
  },
  (draft, n) => (draft.buyerReference = pick(n, '', '  ', 'x')),
  (draft, n) =>
    (draft.attachments = ['a.pdf', pick(n, 'a.pdf', 'A.pdf', 'b.pdf')].map((filename) => ({
      filename,
      mimeType: 'application/pdf',
      sha256: '0'.repeat(64),
      size: 1,
    }))),
  (draft, n) => {
    Object.assign(draft.lines[n % draft.lines.length] ?? {}, {
      vatRate: 0,
      vatCategory: pick(n >> 2, 'E', 'Z', 'AE', 'K', 'G', 'O'),
      exemptionReasonCode: pick(
        n >> 4,
        'VATEX-EU-G',
        'VATEX-EU-O',
        'vatex-eu-ic',
        'VATEX-EU-AE',
        'VATEX-EU-D',
        'VATEX-EU-J',
      ),
    } satisfies Partial<Line>)
  },
  (draft) => (draft.number = '094259216|21/11/2026|7|1.1|A|x'),
  (draft, n) => (draft.currency = pick(n, 'STN', 'STD', 'HUF', 'USD', 'XXX')),
  (draft, n) => (draft.exchangeRate = pick(n, 0, 0.5, 1)),
]

/** Romania's too, as they reach every field; their own twice, as they are the ones that matter. */
export const PEPPOL_MUTATIONS: readonly Mutation[] = [...ROMANIAN_MUTATIONS, ...BLANKS, ...OWN, ...OWN]
