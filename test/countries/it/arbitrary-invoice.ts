import fc from 'fast-check'
import type {
  InvoiceRequest,
  Line,
  Party,
  SocialFund,
  Withholding,
} from '../../../src/domain/request/invoice-request.js'
import { type FurtherTerms, furtherTerms, ofLine } from './arbitrary-terms.js'
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

const italianAddress = fc.record(
  {
    street: text(50),
    city: text(40),
    postalCode: digits(5),
    country: fc.constant('IT'),
    stateOrProvince: fc.constantFrom(
      'RM',
      'Milano',
      'IT-FI',
      'Forlì-Cesena',
      'Città metropolitana di Napoli',
      "L'Aquila",
    ),
  },
  { requiredKeys: ['street', 'city', 'postalCode', 'country'] },
)

/** A company whose number begins with this digit, so that supplier and customer are two. */
const italian = (first: number): fc.Arbitrary<Party> =>
  party(
    digits(10).map((number) => `IT${first}${number}`),
    italianAddress,
  )

const ABROAD = [
  ['DE', 'DE136695976'],
  ['FR', 'FR40303265045'],
  ['GR', 'EL094259216'],
  ['US', 'US123456789'],
  ['CH', 'CHE123456788'],
  ['SM', 'SM12345'],
] as const

/** Italian invoices that obey every rule, as far as all countries' invoices are alike. */
const ITALIAN_COUNTRY: LawfulCountry = {
  country: 'IT',
  supplier: italian(0),
  customer: italian(1),
  customerAbroad: fc
    .constantFrom(...ABROAD)
    .chain(([country, vat]) => party(fc.constant(vat), address(country, ['street', 'city']))),
  number: fc.tuple(fc.constantFrom('F', 'FE/2026/', 'A-B '), digits(1, 9)).map(([prefix, number]) => prefix + number),
  rates: [22, 10, 5, 4],
  currency: (isAbroad) => (isAbroad ? fc.constantFrom('EUR', 'USD') : fc.constantFrom('EUR', 'EUR', 'CHF')),
  exchange: { into: 'EUR', rate: 0.92157, always: true },
  note: text(900, '\n'),
  paymentMeans: fc.record(
    {
      bankAccount: fc.constantFrom('IT60 X054 2811 1010 0000 0123 456', 'DE89370400440532013000'),
      bic: fc.constantFrom('BPMOIT22', 'BPMOIT22XXX'),
      // Also the payee, if there is one.
      accountName: fc.constant('Banca Città SpA'),
      paymentTerms: text(300),
    },
    { requiredKeys: ['bankAccount'] },
  ),
  edges: {
    prices: [0, 0.00000001, 0.005, 999999.99, 1234567.89012345],
    quantities: [0, 0.00000001, 1000, 99.99999999],
  },
}

const NATURAS = ['N1', 'N2.1', 'N2.2', 'N3.4', 'N3.5', 'N4', 'N5', 'N6.1', 'N6.9', 'N7', 'VATEX-EU-132-1I'] as const

const fund: fc.Arbitrary<SocialFund> = fc
  .tuple(
    fc.constantFrom('TC01', 'TC02', 'TC22', 'TC07'),
    fc.constantFrom(2, 4, 5.5),
    fc.constantFrom(22, 10, 0),
    fc.boolean(),
    fc.constantFrom(undefined, 100, 1234.56),
    fc.constantFrom(...NATURAS),
  )
  .map(([type, rate, vatRate, withholding, base, natura]) =>
    // ENASARCO has no VAT, and no tax is withheld from it.
    type === 'TC07'
      ? ([type, rate, 0, false, base, natura] as const)
      : ([type, rate, vatRate, withholding, base, natura] as const),
  )
  .map(([type, rate, vatRate, withholding, base, natura]) => ({
    type,
    rate,
    vatRate,
    withholding,
    ...(base !== undefined && { base }),
    ...(vatRate === 0 && { exemptionReasonCode: natura }),
  }))

const withheld: fc.Arbitrary<Withholding> = fc.record(
  {
    type: fc.constantFrom('RT01', 'RT02', 'RT03', 'RT04'),
    rate: fc.constantFrom(20, 23, 4, 100),
    reason: fc.constantFrom('A', 'V1', 'ZO'),
    amount: fc.constantFrom(0, 12.34, 500),
  },
  { requiredKeys: ['type', 'rate', 'reason'] },
)

/** What only Italian invoices have. */
const national = fc.record({
  documentType: fc.constantFrom(undefined, undefined, 'TD02', 'TD03', 'TD06', 'TD24', 'TD25', 'TD26'),
  vatCollection: fc.constantFrom('immediate', 'cash', 'split_payment', undefined),
  natura: fc.constantFrom(...NATURAS),
  customer: fc.constantFrom('code', 'code', 'pec', 'none', 'administration', 'consumer'),
  funds: fc.array(fund, { maxLength: 2 }),
  taxes: fc.array(withheld, { minLength: 1, maxLength: 2 }),
  withholding: fc.boolean(),
  selfBilled: fc.constantFrom(false, false, true),
  stampDuty: fc.constantFrom(undefined, 2),
  codes: fc.record(
    { projectReference: fc.constant('J51B21001230006'), tenderReference: fc.constant('8712345678') },
    { requiredKeys: [] },
  ),
  notes: fc.array(fc.record({ number: digits(1, 8), issueDate: fc.constant('2026-11-05') }), { maxLength: 2 }),
  regime: fc.constantFrom(undefined, 'RF01', 'RF17', 'RF19', 'RF20'),
  further: furtherTerms(italianAddress),
} as const)

/** Without what the format has no characters for. */
function latin(value: string, most: number): string {
  return Array.from(value.replaceAll(/[^ -~À-ÿăîâșțłžąę€\n]/gu, 'y'))
    .slice(0, most)
    .join('')
}

/** Italian invoices that obey every rule, with everything that the format has a place for. */
export function lawfulItalian(maxLines: number): fc.Arbitrary<RandomInvoice> {
  return withPaymentPlans(withRightSign(anyItalian(maxLines)))
}

function anyItalian(maxLines: number): fc.Arbitrary<RandomInvoice> {
  return fc.tuple(lawfulInvoice(ITALIAN_COUNTRY, maxLines), national).map(([{ invoice, attachments }, own]) => {
    const { paymentMeans, note, attachments: files } = invoice
    const hasFunds = own.funds.length > 0
    const withholding = own.withholding || own.funds.some((each) => each.withholding)
    const references = Object.fromEntries(
      (['buyerReference', 'orderReference', 'contractReference'] as const).flatMap((name) =>
        invoice[name] === undefined ? [] : [[name, invoice[name].replaceAll(/[^ -~]/gu, '-').slice(0, 20)]],
      ),
    )
    const accepted: InvoiceRequest = {
      ...invoice,
      ...references,
      ...own.codes,
      ...ofInvoice(own.further, invoice.lines[0]),
      supplier: {
        ...partyOf(invoice.supplier),
        ...(own.regime !== undefined && { taxRegime: own.regime }),
        ...own.further.person,
      },
      customer: { ...customerOf(partyOf(invoice.customer), own.customer), ...ofCustomer(own.further) },
      ...(own.selfBilled && mayBeSelfBilled(own.further) && { selfBilled: true as const }),
      lines: invoice.lines.map((line, index) => ({
        ...italianLine(line, own.natura, own.withholding && index === 0),
        ...ofLine(own.further, index, line, references['orderReference'] !== undefined),
      })),
      ...(note !== undefined && { note: latin(note, 900) }),
      ...((paymentMeans !== undefined || own.further.paymentMeans !== undefined) && {
        paymentMeans: { ...(paymentMeans !== undefined && termsOf(paymentMeans)), ...own.further.paymentMeans },
      }),
      ...(files !== undefined && {
        attachments: files.map((file, index) => ({
          ...file,
          filename: latin(file.filename.replaceAll('€', 'y'), 60),
          ...(index === 0 && { description: 'Foglio ore, città' }),
        })),
      }),
      ...(invoice.invoiceType === 'invoice' && own.documentType !== undefined && { documentType: own.documentType }),
      ...(own.vatCollection !== undefined && { vatCollection: own.vatCollection }),
      ...(hasFunds && { socialFunds: own.funds }),
      ...(withholding && { withholdings: own.taxes }),
      ...(own.stampDuty !== undefined && { stampDuty: own.stampDuty }),
      ...(own.notes.length > 0 && { deliveryNotes: own.notes.map((each) => ({ ...each, lines: [0] })) }),
    }
    return { invoice: accepted, attachments }
  })
}

/** What is said of the invoice; allowances and charges are taxed as its first line. */
function ofInvoice({ invoice, allowances, charges }: FurtherTerms, first: Line | undefined): Partial<InvoiceRequest> {
  const taxed = first && italianLine(first, 'N4', false)
  const tax = {
    vatRate: taxed?.vatRate ?? 22,
    ...(taxed?.vatCategory !== undefined && { vatCategory: taxed.vatCategory }),
    ...(taxed?.exemptionReasonCode !== undefined && { exemptionReasonCode: taxed.exemptionReasonCode }),
  }
  return {
    ...invoice,
    ...(allowances.length > 0 && { allowances: allowances.map((each) => ({ ...each, ...tax })) }),
    ...(charges.length > 0 && { charges: charges.map((each) => ({ ...each, ...tax })) }),
  }
}

/** There is one issuer. */
function mayBeSelfBilled({ invoice: { it } }: FurtherTerms): boolean {
  return it?.intermediary === undefined || it.intermediary.issues === false
}

function ofCustomer({ establishment, person }: FurtherTerms): Partial<Party> {
  return { ...person, ...(establishment !== undefined && { permanentEstablishment: establishment }) }
}

function termsOf({ paymentTerms, ...rest }: NonNullable<InvoiceRequest['paymentMeans']>) {
  return paymentTerms === undefined ? rest : { ...rest, paymentTerms: latin(paymentTerms, 300) }
}

function partyOf({ phone, ...rest }: Party): Party {
  const { address: at } = rest
  return {
    ...rest,
    name: latin(rest.name.replaceAll('€', 'y'), 80),
    ...(phone !== undefined && { phone: phone.slice(0, 12) }),
    ...(at !== undefined && {
      address: {
        ...at,
        ...(at.street !== undefined && { street: latin(at.street.replaceAll('€', 'y'), 60) }),
        ...(at.city !== undefined && { city: latin(at.city.replaceAll('€', 'y'), 30) }),
        ...(at.country !== 'IT' &&
          at.stateOrProvince !== undefined && { stateOrProvince: latin(at.stateOrProvince.replaceAll('€', 'y'), 20) }),
      },
    }),
  }
}

function customerOf(customer: Party, kind: string): Party {
  if (!customer.vatNumber.startsWith('IT'))
    return kind === 'consumer' ? { ...customer, vatNumber: '', consumer: true } : customer
  switch (kind) {
    case 'code':
      return { ...customer, sdiCode: 'M5UXCR1' }
    case 'pec':
      return { ...customer, pec: 'ditta@pec.example.it' }
    case 'administration':
      return { ...customer, sdiCode: 'ufxxxx', nationalId: '80016350821' }
    case 'consumer':
      return { ...customer, vatNumber: '', consumer: true, nationalId: 'RSS MRA 85T10A 562S' }
    default:
      return customer
  }
}

function italianLine(line: Line, natura: string, withholding: boolean): Line {
  const { exemptionReason, ...rest } = line
  const saysNothing = line.vatRate === 0 && (line.vatCategory === undefined || line.vatCategory === 'Z')
  return {
    ...rest,
    description: latin(line.description, 80),
    ...(exemptionReason !== undefined && { exemptionReason: 'Art. 10 DPR 633/72' }),
    ...(saysNothing && { exemptionReasonCode: natura }),
    ...(withholding && { withholding }),
  }
}
