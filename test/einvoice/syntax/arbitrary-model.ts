import fc from 'fast-check'
import { Decimal } from '../../../src/einvoice/model/decimal.js'
import type { Invoice } from '../../../src/einvoice/model/invoice-model.js'
import type { AllowanceOrCharge, PaymentInstructions } from '../../../src/einvoice/model/settlement.js'
import { documentTotals, vatBreakdown } from '../../../src/einvoice/model/totals.js'
import { line } from './arbitrary-line.js'
import { address, buyer, maybe, seller, text } from './arbitrary-party.js'

/** How the whole invoice stands to VAT: some categories do not bear others beside them. */
type Regime = 'domestic' | 'reverseCharge' | 'intraCommunity' | 'export' | 'outsideScope'

const EXEMPTIONS: Readonly<Record<string, string>> = {
  E: 'VATEX-EU-132',
  AE: 'VATEX-EU-AE',
  K: 'VATEX-EU-IC',
  G: 'VATEX-EU-G',
  O: 'VATEX-EU-O',
}

const CATEGORIES: Readonly<Record<Regime, readonly (readonly [category: string, rate: string | undefined])[]>> = {
  domestic: [
    ['S', '19'],
    ['S', '7'],
    ['S', '5.5'],
    ['Z', '0'],
    ['E', '0'],
  ],
  reverseCharge: [['AE', '0']],
  intraCommunity: [['K', '0']],
  export: [['G', '0']],
  outsideScope: [['O', undefined]],
}

const IBAN = 'DE02120300000000202051'
const DAY = fc.constantFrom('2026-01-31', '2026-02-28', '2026-11-21', '2028-02-29')

function payment(creditor: boolean): fc.Arbitrary<PaymentInstructions> {
  const meansText = maybe(text(30))
  const remittance = maybe(text(40))
  const transfer = fc.record({
    account: fc.constantFrom(IBAN, 'DE89370400440532013000', 'FR7630006000011234567890189'),
    accountName: maybe(text(30)),
    serviceProvider: maybe(fc.constant('BYLADEM1001')),
  })
  const base = { meansText, remittance, card: fc.constant(undefined), directDebit: fc.constant(undefined) }
  return fc.oneof(
    fc.record({
      ...base,
      meansCode: fc.constantFrom('30', '58'),
      transfers: fc.array(transfer, { minLength: 1, maxLength: 3 }),
    }),
    fc.record({
      ...base,
      meansCode: fc.constantFrom('48', '54', '55'),
      transfers: fc.constant([]),
      card: fc.record({ accountNumber: fc.constantFrom('1234', '654321'), holderName: maybe(text(30)) }),
    }),
    fc.record({
      ...base,
      meansCode: fc.constant('59'),
      transfers: fc.constant([]),
      directDebit: fc.record({
        mandate: text(20),
        creditor: fc.constant(creditor ? { value: 'DE98ZZZ09999999999' } : undefined),
        debitedAccount: fc.constant(IBAN),
      }),
    }),
    fc.record({ ...base, meansCode: fc.constantFrom('1', '10', 'ZZZ'), transfers: fc.constant([]) }),
  )
}

/** With an amount that is the percentage of its base. */
function allowance(regime: Regime, isCharge: boolean): fc.Arbitrary<AllowanceOrCharge> {
  return fc
    .record({
      amount: fc.integer({ min: 0, max: 100_000 }),
      percentage: maybe(fc.constantFrom('5', '10', '12.5')),
      vat: fc.constantFrom(...CATEGORIES[regime]),
      reason: maybe(text(40)),
      reasonCode: fc.constantFrom(...(isCharge ? ['FC', 'ABL'] : ['95', '100'])),
    })
    .map(({ amount, percentage, vat: [vatCategory, rate], reason, reasonCode }) => {
      const base = Decimal.fromCoefficient(BigInt(amount), 2)
      const share = percentage === undefined ? undefined : Decimal.of(percentage)
      return {
        amount: share === undefined ? base : share.percentOf(base).round(2),
        baseAmount: share === undefined ? undefined : base,
        percentage: share,
        vatCategory,
        vatRate: rate === undefined ? undefined : Decimal.of(rate),
        reason,
        reasonCode,
      }
    })
}

const document = fc
  .record({
    name: text(20),
    description: maybe(text(40)),
    location: maybe(fc.constant('https://example.org/?a=1&b=2')),
    mimeType: fc.constantFrom('application/pdf', 'image/png', 'text/csv'),
    content: maybe(fc.uint8Array({ minLength: 1, maxLength: 200 })),
  })
  .map(({ name, description, location, mimeType, content }) => ({
    reference: name,
    description,
    location,
    attachment: content === undefined ? undefined : { mimeType, filename: `${name}.bin`, content },
  }))

/**
 * Invoices with every business term of EN 16931, present or absent at random, that obey the
 * standard and XRechnung 3.0.
 * @param specification BT-24
 * @param mostPreceding how many preceding invoices at most: the schema of CII D16B has room for
 *   one
 */
export function lawfulModel(specification: string, maxLines = 6, mostPreceding = 1): fc.Arbitrary<Invoice> {
  const regimes: Regime[] = ['domestic', 'domestic', 'reverseCharge', 'intraCommunity', 'export', 'outsideScope']
  return fc.constantFrom(...regimes).chain((regime) => {
    const hasVat = regime !== 'outsideScope'
    return fc
      .record({
        head: head(specification),
        references: references(mostPreceding),
        seller: seller(hasVat),
        buyer: buyer(hasVat),
        payee: maybe(
          fc.record({
            name: text(20).map((name) => `Payee ${name}`),
            identifier: maybe(fc.constantFrom({ value: 'P-1', scheme: undefined }, { value: '77', scheme: '0088' })),
            legalRegistration: maybe(fc.constant({ value: 'HRB 9', scheme: '0002' })),
          }),
        ),
        taxRepresentative: hasVat
          ? maybe(fc.record({ name: text(20), vatIdentifier: fc.constant('FR40303265045'), address: address('FR') }))
          : fc.constant(undefined),
        delivery: fc.record({
          partyName: maybe(text(20)),
          location: maybe(fc.constantFrom({ value: 'L-1', scheme: undefined }, { value: '12', scheme: '0088' })),
          date: DAY,
          address: regime === 'intraCommunity' ? address('FR') : maybe(address('DE')),
        }),
        period: maybe(
          fc.constantFrom({ start: '2026-01-01', end: '2026-12-31' }, { start: '2026-01-01', end: undefined }),
        ),
        payment: payment(true),
        allowances: fc.array(allowance(regime, false), { maxLength: 2 }),
        charges: fc.array(allowance(regime, true), { maxLength: 2 }),
        documents: fc.uniqueArray(document, { maxLength: 2, selector: ({ reference }) => reference.toLowerCase() }),
        lines: fc.array(line(CATEGORIES[regime]), { minLength: 1, maxLength: maxLines, size: 'max' }),
        paid: maybe(fc.integer({ min: 0, max: 10_000 })),
        rounding: maybe(fc.constantFrom('0.01', '-0.02')),
      })
      .map(
        ({ head: { exchangeRate, ...header }, references: refs, documents, paid: cents, rounding: odd, ...rest }) => {
          const { allowances, charges } = rest
          const lines = rest.lines.map((each, index) => ({ ...each, id: String(index + 1) }))
          const taxables = { lines, allowances, charges }
          // XRechnung wants a rate even of category O (BR-DE-14), which the standard allows in the
          // breakdown.
          const breakdown = vatBreakdown(taxables, (category) => ({
            exemptionReason: category in EXEMPTIONS ? 'Reason in words' : undefined,
            exemptionReasonCode: EXEMPTIONS[category],
          })).map((entry) => ({ ...entry, rate: entry.rate ?? Decimal.zero }))
          const rate = header.taxCurrency === undefined ? null : Decimal.of(exchangeRate)
          const totals = documentTotals(taxables, breakdown, rate)
          const paid = cents === undefined ? undefined : Decimal.fromCoefficient(BigInt(cents), 2)
          const rounding = odd === undefined ? undefined : Decimal.of(odd)
          const due = (totals.withVat ?? Decimal.zero).minus(paid ?? Decimal.zero).plus(rounding ?? Decimal.zero)
          return {
            kind: header.typeCode === '381' ? 'creditNote' : 'invoice',
            ...header,
            ...refs,
            ...rest,
            lines,
            supportingDocuments: documents,
            vatBreakdown: breakdown,
            totals: { ...totals, paid, rounding, due },
          } satisfies Invoice
        },
      )
  })
}

function head(specification: string) {
  const taxPoint = fc.constantFrom(
    { taxPointDate: '2026-11-20', taxPointDateCode: undefined },
    { taxPointDate: undefined, taxPointDateCode: '3' },
    { taxPointDate: undefined, taxPointDateCode: '432' },
    { taxPointDate: undefined, taxPointDateCode: undefined },
  )
  return fc
    .record({
      number: text(20),
      issueDate: DAY,
      typeCode: fc.constantFrom('380', '389', '326', '381'),
      taxCurrency: maybe(fc.constant('SEK')),
      exchangeRate: fc.constantFrom('11.4321', '0.5'),
      taxPoint,
      paymentDueDate: DAY,
      buyerReference: text(20),
      paymentTerms: maybe(text(80)),
      notes: fc.array(fc.record({ subjectCode: maybe(fc.constantFrom('AAI', 'PMT')), text: text(60) }), {
        maxLength: 2,
      }),
    })
    .map(({ taxPoint: point, ...rest }) => ({
      ...rest,
      ...point,
      currency: 'EUR',
      specification,
      businessProcess: 'urn:fdc:peppol.eu:2017:poacc:billing:01:1.0',
    }))
}

function references(most: number) {
  return fc.record({
    projectReference: maybe(text(20)),
    contractReference: maybe(text(20)),
    purchaseOrderReference: maybe(text(20)),
    salesOrderReference: maybe(text(20)),
    receivingAdviceReference: maybe(text(20)),
    despatchAdviceReference: maybe(text(20)),
    tenderReference: maybe(text(20)),
    invoicedObject: maybe(fc.record({ value: text(20), scheme: maybe(fc.constantFrom('AAJ', 'ABZ')) })),
    buyerAccountingReference: maybe(text(20)),
    precedingInvoices: fc.array(fc.record({ number: text(20), issueDate: maybe(DAY) }), { maxLength: most }),
  })
}
