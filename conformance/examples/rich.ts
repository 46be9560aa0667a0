import { Decimal } from '../../src/einvoice/model/decimal.js'
import type { Invoice } from '../../src/einvoice/model/invoice-model.js'
import type { Address } from '../../src/einvoice/model/parties.js'
import type { AllowanceOrCharge, PaymentInstructions } from '../../src/einvoice/model/settlement.js'

const TEN = Decimal.of('10.00')

/**
 * An invoice with every term that it can have, so that nearly every rule can be broken on it.
 * Allowance and charge have the same amount, so the totals stay.
 * @param documentKind what the supporting document is, where a country has a list
 */
export function rich(invoice: Invoice, documentKind = 'Timesheet'): Invoice {
  const [first] = invoice.lines
  if (first === undefined) return invoice
  const { country } = invoice.seller.address ?? { country: 'BE' }
  const { vatCategory, vatRate } = first
  const reduction: AllowanceOrCharge = {
    amount: TEN,
    baseAmount: Decimal.of('100.00'),
    percentage: TEN,
    vatCategory,
    vatRate,
  }
  const period = { start: '2026-01-01', end: '2026-12-31' }
  return {
    ...invoice,
    period,
    taxPointDate: undefined,
    buyerReference: invoice.buyerReference ?? 'KOST-3310',
    projectReference: 'P-7',
    contractReference: 'C-2026-1',
    purchaseOrderReference: 'PO-4711',
    salesOrderReference: 'SO-12',
    receivingAdviceReference: 'RA-3',
    despatchAdviceReference: 'DA-5',
    tenderReference: 'LOT-2',
    invoicedObject: { value: 'METER-9', scheme: 'AVE' },
    buyerAccountingReference: '4711',
    paymentTerms: invoice.paymentTerms ?? '30 days',
    precedingInvoices: [{ number: 'IV-2026-0990', issueDate: '2026-10-30' }],
    paymentDueDate: invoice.paymentDueDate ?? '2026-12-21',
    seller: {
      ...invoice.seller,
      tradingName: 'The seller’s shop',
      legalInformation: 'Share capital 50,000 EUR',
      identifiers:
        invoice.seller.identifiers.length > 0
          ? invoice.seller.identifiers
          : [{ value: '7300010000001', scheme: '0088' }],
    },
    buyer: {
      ...invoice.buyer,
      tradingName: 'The buyer’s shop',
      identifiers:
        invoice.buyer.identifiers.length > 0 ? invoice.buyer.identifiers : [{ value: '7300010000001', scheme: '0088' }],
      contact: { name: 'Purchasing', telephone: '+32 2 555 01 10', email: 'purchasing@buyer.example' },
    },
    payee: { name: 'Factoring NV', identifier: { value: '5790000435968', scheme: '0088' } },
    taxRepresentative: {
      name: 'Tax Representative BV',
      vatIdentifier: invoice.seller.vatIdentifier ?? 'BE0403170701',
      address: address(invoice.seller.address, country),
    },
    delivery: {
      partyName: 'The warehouse',
      location: { value: '7300010000001', scheme: '0088' },
      date: '2026-11-17',
      address: address(invoice.buyer.address, invoice.buyer.address?.country ?? country),
    },
    payment: {
      meansCode: '30',
      transfers: [],
      ...invoice.payment,
      meansText: 'Credit transfer',
      remittance: 'IV-2026-1043',
    },
    allowances: [{ ...reduction, reason: 'Discount', reasonCode: '95' }],
    charges: [{ ...reduction, reason: 'Freight', reasonCode: 'FC' }],
    totals: {
      ...invoice.totals,
      allowances: TEN,
      charges: TEN,
      paid: Decimal.of('0.00'),
      rounding: Decimal.of('0.00'),
    },
    supportingDocuments: [
      { reference: 'timesheet', description: documentKind, location: 'https://seller.example/timesheet.pdf' },
      {
        reference: 'report',
        attachment: { content: Buffer.from('%PDF-'), mimeType: 'application/pdf', filename: 'report.pdf' },
      },
    ],
    lines: [
      {
        ...first,
        note: 'As agreed',
        object: { value: 'METER-9', scheme: 'AVE' },
        orderLineReference: '1',
        buyerAccountingReference: '4711',
        period,
        allowances: [
          { amount: Decimal.of('1.00'), baseAmount: TEN, percentage: TEN, reason: 'Discount', reasonCode: '95' },
        ],
        charges: [
          { amount: Decimal.of('1.00'), baseAmount: TEN, percentage: TEN, reason: 'Packing', reasonCode: 'PC' },
        ],
        price: {
          net: first.price.net,
          discount: Decimal.of('0.00'),
          gross: first.price.net,
          baseQuantity: Decimal.of('1'),
          baseQuantityUnit: first.unitCode,
        },
        item: {
          ...first.item,
          description: 'In detail',
          sellersIdentifier: 'S-1',
          buyersIdentifier: 'B-1',
          originCountry: 'DE',
          standardIdentifier: { value: '7300010000001', scheme: '0160' },
          classifications: [{ code: '9873242', scheme: 'STI', schemeVersion: '1' }],
          attributes: [{ name: 'Colour', value: 'black' }],
        },
      },
      ...invoice.lines.slice(1),
    ],
  }
}

function address(of: Address | undefined, country: string): Address {
  return { ...of, country, line1: of?.line1 ?? 'Street 1', line2: 'Building B', line3: 'Floor 3' }
}

/** The same, paid in another way. */
export function paidBy(invoice: Invoice, way: 'card' | 'debit'): Invoice {
  const card: PaymentInstructions = {
    meansCode: '48',
    transfers: [],
    card: { accountNumber: '1234', holderName: 'J. Buyer' },
  }
  const debit: PaymentInstructions = {
    meansCode: '59',
    transfers: [],
    directDebit: {
      mandate: 'M-77',
      creditor: { value: 'DE98ZZZ09999999999', scheme: 'SEPA' },
      debitedAccount: 'DE89370400440532013000',
    },
  }
  return { ...invoice, payment: way === 'card' ? card : debit }
}

/**
 * The same in another VAT category everywhere.
 * @param category one that allows the rates of the invoice
 */
export function inCategory(invoice: Invoice, category: string, reason?: string): Invoice {
  const rated = <T extends object>(each: T): T => {
    if (category !== 'O') return { ...each, vatCategory: category }
    return { ...each, vatCategory: category, vatRate: undefined }
  }
  return {
    ...invoice,
    ...(category === 'O' && {
      seller: { ...invoice.seller, vatIdentifier: undefined },
      buyer: { ...invoice.buyer, vatIdentifier: undefined },
      taxRepresentative: undefined,
    }),
    lines: invoice.lines.map(rated),
    allowances: invoice.allowances.map(rated),
    charges: invoice.charges.map(rated),
    vatBreakdown: invoice.vatBreakdown.map((each) => ({
      ...each,
      category,
      ...(category === 'O' && { rate: undefined }),
      exemptionReason: reason,
      exemptionReasonCode: undefined,
    })),
  }
}
