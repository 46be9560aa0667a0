import fc from 'fast-check'
import type { InvoiceRequest, Line, Party, ThirdParty } from '../../../src/domain/request/invoice-request.js'
import { type PolishLinePart, PROCEDURES, OFFLINE_MODES } from '../../../src/domain/request/polish.js'
import { withAdvances } from './arbitrary-advances.js'
import { withCorrection } from './arbitrary-correction.js'
import { polishPart } from './arbitrary-part.js'
import { withTerms } from './arbitrary-terms.js'
import {
  address,
  digits,
  type LawfulCountry,
  lawfulInvoice,
  party,
  type RandomInvoice,
  text,
} from '../../support/random/invoice.js'
import { withPaymentPlans } from '../../support/random/payment-plan.js'
import { withRightSign } from '../../support/random/right-sign.js'

const NIPS = ['5213891244', '7831643201', '9542817363', '5252441189', '7010938562', '8513277142']
const nip = fc.constantFrom(...NIPS.map((digits) => `PL${digits}`))

const ABROAD = [
  ['DE', 'DE136695976'],
  ['FR', 'FR40303265045'],
  ['GR', 'EL094259216'],
  ['US', 'US123456789'],
  ['CH', 'CHE123456788'],
] as const

/** Polish invoices that obey every rule, as far as all countries' invoices are alike. */
const POLISH: LawfulCountry = {
  country: 'PL',
  supplier: party(nip, address('PL', ['street'])),
  customer: party(nip, address('PL', ['city'])),
  customerAbroad: fc
    .constantFrom(...ABROAD)
    .chain(([country, vat]) => party(fc.constant(vat), address(country, ['street', 'city', 'postalCode']))),
  number: fc.tuple(text(20), digits(1, 8)).map(([prefix, number]) => `${prefix}/${number}`),
  rates: [23, 8, 5, 4],
  currency: (isAbroad) => (isAbroad ? fc.constantFrom('EUR', 'USD', 'PLN') : fc.constantFrom('PLN', 'PLN', 'EUR')),
  exchange: { into: 'PLN', rate: 4.2517, always: true },
  note: text(4_000),
  paymentMeans: fc.record(
    {
      bankAccount: fc.constantFrom('PL27 1140 2004 0000 3002 0135 5387', '27114020040000300201355387'),
      bic: fc.constantFrom('BREXPLPW', 'BREXPLPWXXX'),
      paymentTerms: text(900),
    },
    { requiredKeys: ['bankAccount'] },
  ),
  edges: {
    prices: [0, 0.00000001, 0.005, 9999999999.99, 1234567890.12345],
    quantities: [0, 0.000001, 1000, 999.999999],
  },
}

const CODES = ['GTU_06', 'GTU_13', '62.01.11.0', '84713000', '8471 30 00', '5901234123457', '72000000-5', 'MY-1']
const REASONS = [
  'art. 43 ust. 1 pkt 29 lit. a ustawy o VAT',
  'art. 132 ust. 1 lit. i dyrektywy 2006/112/WE',
  'Umowa międzynarodowa z 1999 r.',
  'VATEX-EU-132-1I',
]

/** What lines of which the buyer pays the VAT may say beside. */
const REVERSED: readonly Partial<Line>[] = [
  {},
  { exemptionReason: 'art. 28b ustawy o VAT' },
  { exemptionReasonCode: 'VATEX-EU-AE' },
  { exemptionReason: 'art. 17', exemptionReasonCode: 'VATEX-EU-AE' },
  { exemptionReasonCode: 'np II' },
]

const ROLES = ['factor', 'recipient', 'original_entity', 'additional_buyer', 'issuer', 'payer', 'employee'] as const

const thirdParty: fc.Arbitrary<ThirdParty> = fc.record(
  {
    role: fc.constantFrom(...ROLES),
    name: text(80),
    vatNumber: fc.oneof(nip, fc.constantFrom('DE136695976', 'PL 521-389-12-44')),
    nationalId: fc.constantFrom('5213891244-00017', '85010112345'),
    address: address('PL', ['street']),
    email: fc.constant('office@example.example'),
    phone: digits(5, 15),
    share: fc.constantFrom(0, 33.333333, 100),
  },
  { requiredKeys: ['role', 'name'] },
)

/** What only Polish invoices have. */
const national = fc.record({
  vatCollection: fc.constantFrom('immediate', 'cash', 'split_payment'),
  // With two of one name it would be unclear whose second number is whose.
  thirdParties: fc.uniqueArray(thirdParty, {
    maxLength: 3,
    selector: ({ name }) => name.replaceAll(/\s+/g, ' ').trim(),
  }),
  buyer: fc.constantFrom('business', 'business', 'consumer', 'unit', 'group'),
  ksefNumber: fc.constantFrom(undefined, '5265877635-20250626-010080DD2B5E-26'),
  reason: fc.constantFrom(...REASONS),
  code: fc.constantFrom(undefined, ...CODES),
  reversed: fc.constantFrom(...REVERSED),
  deliversOnIssue: fc.constantFrom(false, false, true),
  // An invoice has one margin scheme.
  margin: fc.constantFrom(undefined, undefined, 'VATEX-EU-D', 'VATEX-EU-F', 'VATEX-EU-I', 'VATEX-EU-J'),
  part: polishPart,
  isSelfBilled: fc.constantFrom(false, false, true),
  offline: fc.constantFrom(undefined, undefined, ...OFFLINE_MODES),
  lineMarks: fc.record({ procedure: fc.constantFrom(...PROCEDURES), annex15: fc.boolean() }, { requiredKeys: [] }),
  isWithVat: fc.constantFrom(false, false, true),
} as const)

/**
 * Polish invoices that obey every rule: those of all countries, without files, with one ground of
 * exemption, and with what the format has a place for.
 */
export function lawfulPolish(maxLines: number): fc.Arbitrary<RandomInvoice> {
  const plain = plainPolish(maxLines)
  return withPaymentPlans(
    withRightSign(withAdvances(withCorrection(fc.oneof(plain, withTerms(plain)), ['difference', 'before_after']))),
  )
}

function plainPolish(maxLines: number): fc.Arbitrary<RandomInvoice> {
  return fc
    .tuple(lawfulInvoice(POLISH, maxLines), national)
    .map(
      ([
        { invoice },
        {
          vatCollection,
          thirdParties,
          buyer,
          ksefNumber,
          deliversOnIssue,
          isWithVat,
          part,
          isSelfBilled,
          offline,
          ...ofLines
        },
      ]) => {
        const base: InvoiceRequest = { ...invoice }
        Reflect.deleteProperty(base, 'attachments')
        const isDomestic = base.customer.vatNumber.startsWith('PL')
        const kind = isDomestic ? buyer : 'business'
        const parties = kind === 'unit' || kind === 'group' ? [...thirdParties, unitOf(kind)] : thirdParties
        const accepted: InvoiceRequest = {
          ...base,
          vatCollection,
          ...(Object.keys(part).length > 0 && { pl: part }),
          // KSeF knows who issues by the NIP.
          ...(isSelfBilled && isDomestic && kind !== 'consumer' && { selfBilled: true as const }),
          ...(offline !== undefined && { offline }),
          customer: customerOf(base.customer, kind, base.lines),
          lines: base.lines.map((line) => polish(line, ofLines)),
          ...(isWithVat && { pricesIncludeVat: true }),
          ...(deliversOnIssue && { deliveryDate: base.issueDate }),
          ...(parties.length > 0 && { thirdParties: parties }),
          ...(base.precedingInvoice && {
            precedingInvoice: { ...base.precedingInvoice, ...(ksefNumber !== undefined && { ksefNumber }) },
          }),
        }
        return { invoice: accepted, attachments: [] }
      },
    )
}

interface OfLines {
  readonly reason: string
  readonly code: string | undefined
  readonly reversed: Partial<Line>
  readonly margin: string | undefined
  readonly lineMarks: PolishLinePart
}

function polish(line: Line, { reason, code, reversed, margin, lineMarks }: OfLines): Line {
  const { exemptionReason, exemptionReasonCode, ...rest } = line
  const isExempt = exemptionReason !== undefined || exemptionReasonCode !== undefined
  const ordinary = reason.startsWith('VATEX') ? { exemptionReasonCode: reason } : { exemptionReason: reason }
  const ground = margin === undefined ? ordinary : { exemptionReasonCode: margin }
  return {
    ...rest,
    ...(Object.keys(lineMarks).length > 0 && { pl: lineMarks }),
    ...(isExempt && ground),
    ...(line.vatCategory === 'AE' && reversed),
    ...(code !== undefined && { itemCode: code }),
  }
}

function unitOf(kind: 'unit' | 'group'): ThirdParty {
  return kind === 'unit'
    ? { role: 'local_government_recipient', name: 'Szkoła', nationalId: '8513277142-00017' }
    : { role: 'vat_group_recipient', name: 'Spółka', vatNumber: 'PL7010938562' }
}

function customerOf(customer: Party, kind: string, lines: readonly Line[]): Party {
  // Goods go to another member state for a taxpayer there alone.
  if (lines.some(({ vatCategory }) => vatCategory === 'K') && !/^(?:DE|FR|EL)/.test(customer.vatNumber))
    return { ...customer, vatNumber: 'DE136695976' }
  switch (kind) {
    case 'consumer':
      return { ...customer, vatNumber: '', consumer: true }
    case 'unit':
      return { ...customer, localGovernmentUnit: true }
    case 'group':
      return { ...customer, vatGroupMember: true }
    default:
      return customer
  }
}
