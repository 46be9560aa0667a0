import { BLANKS, COMMON, line, type Mutation, party, pick } from '../../support/random/mutations.js'

const PEPPOL_IDS = [
  ...['0225:303265045', '0225:', '0225:a b', '0225:é', 'no-scheme', '9901:12', ':', '0009:30326504500053'],
  ...[125, 126, 127].flatMap((length) => [`0225:${'9'.repeat(length)}`, `0088:${'9'.repeat(length)}`]),
]

const NUMBERS = [
  ...['', ' ', 'a b', ' F1', 'F1 ', 'F.1', 'F#1', 'é1', '７', 'F\u00a01', '/'.repeat(36)],
  ...[34, 35, 36, 37].map((length) => 'F'.repeat(length)),
]

const NOTES = [
  ...['#BAR#B2C', '#BAR#B2B#BAR#B2BINT', '#BAR#XYZ', 'x #BAR#', '#PMT#a#PMT#b', 'a#PMD#b#PMD#', 'a#BAR', ''],
  ...['#AAB#a#AAB#b#TXD#x#TXD#y', '#QQQ#text', 'a #b# c', '#1#2#', 'a\nb\tc', '#bar#b2b', '#BAR#B2CINT', 'x#PMT'],
  ...['#BAR# B2B', '#BAR#OUTOFSCOPE', '#TXD#MEMBRE_ASSUJETTI_UNIQUE', '##BAR##'],
]

const VAT_NUMBERS = ['123', 'XX123', 'F', 'EL123456789', 'ZZ9', 'fr1234', 'FR12', 'FR00000000000', 'FR４0３03265045']

const among = (n: number, choices: readonly string[]): string => choices[n % choices.length] ?? ''

/** What callers of France do. */
export const FRENCH_MUTATIONS: readonly Mutation[] = [
  ...COMMON,
  ...BLANKS,
  (draft, n) => (party(draft, n).vatNumber = among(n >> 1, VAT_NUMBERS)),
  (draft, n) => {
    party(draft, n).vatNumber = pick(n >> 1, 'SE556036079301', 'DK13585628', 'US1', 'SE1', 'XI123456789')
    delete party(draft, n).email
    delete party(draft, n).peppolId
  },
  (draft, n) => (party(draft, n).peppolId = among(n >> 1, PEPPOL_IDS)),
  (draft, n) => (party(draft, n).siret = pick(n >> 1, '30326504500053', '', '3032650450005', '３0326504500053')),
  (draft, n) => {
    const number = party(draft, n).vatNumber.slice(-9)
    // That of a body of the public sector would bring other rules.
    const siren = /^[12]/.test(number) ? '303265045' : number
    party(draft, n).siret = `${siren}${pick(n >> 1, '00012', '0001', '000123', 'ABCDE')}`
  },
  (draft, n) => (draft.number = among(n, NUMBERS)),
  (draft, n) => (draft.note = among(n, NOTES)),
  (draft, n) => (draft.note = among(n, NOTES)),
  (draft, n) => (draft.dueDate = pick(n, '2026-11-15', '2026-11-20', '1999-12-31', '2100-01-01', '2026-11-21')),
  (draft, n) => (draft.issueDate = pick(n, '1999-12-31', '2100-01-01', '2000-02-29', '2099-12-31')),
  (draft, n) =>
    (draft.precedingInvoice = { number: pick(n, 'a b', 'é', 'F'.repeat(36), 'F-1'), issueDate: '2026-10-01' }),
  (draft, n) => (draft.precedingInvoice = { number: 'F-1', ...(n % 2 === 0 ? {} : { issueDate: '1999-01-01' }) }),
  (draft, n) => (draft.deliveryDate = pick(n, '2026-11-01', '1999-02-28', '2100-02-28')),
  (draft, n) => (line(draft, n).period = { end: '2100-01-01' }),
]
