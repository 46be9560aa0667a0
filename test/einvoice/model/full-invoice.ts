import { Decimal } from '../../../src/einvoice/model/decimal.js'
import type { Identifier, Invoice } from '../../../src/einvoice/model/invoice-model.js'
import type { InvoiceLine } from '../../../src/einvoice/model/lines.js'
import type { Address } from '../../../src/einvoice/model/parties.js'

const d = (value: string): Decimal => Decimal.of(value)
const gln: Identifier = { value: '5790000435975', scheme: '0088' }

function address(city: string, country: string): Address {
  return {
    line1: 'Street 1',
    line2: 'Building 2',
    line3: 'Floor 3',
    city,
    postCode: '1000',
    subdivision: 'Region',
    country,
  }
}

const line: InvoiceLine = {
  id: '1',
  note: 'Line note',
  object: { value: 'METER-1', scheme: 'AAA' },
  quantity: d('10'),
  unitCode: 'KGM',
  netAmount: d('95.00'),
  orderLineReference: '7',
  buyerAccountingReference: 'Cost centre 4',
  period: { start: '2026-10-01', end: '2026-10-31' },
  allowances: [{ amount: d('10'), baseAmount: d('100'), percentage: d('10'), reason: 'Discount', reasonCode: '95' }],
  charges: [{ amount: d('5'), baseAmount: d('100'), percentage: d('5'), reason: 'Freight', reasonCode: 'FC' }],
  price: { net: d('20'), discount: d('5'), gross: d('25'), baseQuantity: d('2'), baseQuantityUnit: 'KGM' },
  vatCategory: 'S',
  vatRate: d('21'),
  item: {
    name: 'Coffee',
    description: 'Beans',
    sellersIdentifier: 'S-1',
    buyersIdentifier: 'B-1',
    standardIdentifier: { value: '04012345123456', scheme: '0160' },
    classifications: [{ code: '15861000-1', scheme: 'STI', schemeVersion: '2008' }],
    originCountry: 'CO',
    attributes: [{ name: 'Roast', value: 'Dark' }],
  },
}

/** A document with every business term of the standard, but those that exclude one another. */
export function fullInvoice(kind: Invoice['kind']): Invoice {
  return {
    kind,
    number: 'F-2026-1',
    issueDate: '2026-11-21',
    typeCode: kind === 'invoice' ? '380' : '381',
    currency: 'EUR',
    taxCurrency: 'RON',
    taxPointDate: '2026-11-20',
    paymentDueDate: '2026-12-21',
    buyerReference: 'Buyer reference',
    projectReference: 'Project 1',
    contractReference: 'Contract 1',
    purchaseOrderReference: 'PO-1',
    salesOrderReference: 'SO-1',
    receivingAdviceReference: 'RA-1',
    despatchAdviceReference: 'DA-1',
    tenderReference: 'T-1',
    invoicedObject: { value: 'OBJ-1', scheme: 'AAA' },
    buyerAccountingReference: 'Account 1',
    paymentTerms: '30 days net',
    notes: [{ subjectCode: 'AAI', text: 'General note' }, { text: 'Another' }],
    businessProcess: 'urn:example:process',
    specification: 'urn:cen.eu:en16931:2017',
    precedingInvoices: [{ number: 'F-2025-9', issueDate: '2025-12-01' }, { number: 'F-2025-10' }],
    seller: {
      name: 'Seller S.A.',
      tradingName: 'Seller',
      identifiers: [gln, { value: 'internal-7' }],
      legalRegistration: { value: '0403170701', scheme: '0208' },
      vatIdentifier: 'BE0403170701',
      taxRegistration: 'TAX-1',
      legalInformation: 'Share capital 1000 EUR',
      electronicAddress: { value: 'seller@example.org', scheme: 'EM' },
      address: address('Brussels', 'BE'),
      contact: { name: 'Sales', telephone: '+32 2 555 00 00', email: 'sales@example.org' },
    },
    buyer: {
      name: 'Buyer GmbH',
      tradingName: 'Buyer',
      identifiers: [gln],
      legalRegistration: { value: 'HRB 1' },
      vatIdentifier: 'DE136695976',
      electronicAddress: { value: '5790000435975', scheme: '0088' },
      address: address('Berlin', 'DE'),
      contact: { name: 'Purchasing', telephone: '+49 30 555', email: 'buy@example.org' },
    },
    payee: {
      name: 'Factoring AG',
      identifier: { value: '4012345000009', scheme: '0088' },
      legalRegistration: { value: '0403170702', scheme: '0208' },
    },
    taxRepresentative: { name: 'Representative', vatIdentifier: 'RO18547290', address: address('Cluj', 'RO') },
    delivery: { partyName: 'Warehouse', location: gln, date: '2026-11-19', address: address('Potsdam', 'DE') },
    period: { start: '2026-10-01', end: '2026-10-31' },
    payment: {
      meansCode: '30',
      meansText: 'Credit transfer',
      remittance: 'F-2026-1',
      transfers: [{ account: 'BE71096123456769', accountName: 'Seller', serviceProvider: 'GKCCBEBB' }],
      card: { accountNumber: '123456', holderName: 'J. Doe' },
      directDebit: { mandate: 'M-1', creditor: { value: 'BE00ZZZ1' }, debitedAccount: 'DE02120300000000202051' },
    },
    allowances: [
      {
        amount: d('10'),
        baseAmount: d('95'),
        percentage: d('10.53'),
        vatCategory: 'S',
        vatRate: d('21'),
        reason: 'Loyalty',
        reasonCode: '95',
      },
    ],
    charges: [
      {
        amount: d('15'),
        baseAmount: d('100'),
        percentage: d('15'),
        vatCategory: 'S',
        vatRate: d('21'),
        reason: 'Packing',
        reasonCode: 'ABL',
      },
    ],
    totals: {
      lineNet: d('145'),
      allowances: d('10'),
      charges: d('15'),
      withoutVat: d('150'),
      vat: d('21'),
      vatInTaxCurrency: d('104.50'),
      withVat: d('171'),
      paid: d('71'),
      rounding: d('0.50'),
      due: d('100.50'),
    },
    vatBreakdown: [
      { taxable: d('100'), tax: d('21'), category: 'S', rate: d('21') },
      {
        taxable: d('50'),
        tax: d('0'),
        category: 'E',
        rate: d('0'),
        exemptionReason: 'Exempt',
        exemptionReasonCode: 'VATEX-EU-132',
      },
    ],
    supportingDocuments: [
      {
        reference: 'DOC-1',
        description: 'Timesheet',
        attachment: { mimeType: 'text/csv', filename: 't.csv', content: new Uint8Array([65]) },
      },
      { reference: 'DOC-2', location: 'https://example.org/doc-2' },
    ],
    lines: [
      line,
      {
        id: '2',
        quantity: d('1'),
        unitCode: 'C62',
        netAmount: d('50'),
        allowances: [],
        charges: [],
        price: { net: d('50') },
        vatCategory: 'E',
        vatRate: d('0'),
        item: { name: 'Course', classifications: [], attributes: [] },
      },
    ],
  }
}
