import type { Decimal } from './decimal.js'
import type { Identifier, Invoice, Period } from './invoice-model.js'
import type { FrenchParties } from './extensions.js'
import type { InvoiceLine } from './lines.js'
import type { Address, Contact } from './parties.js'

/** An atomic value of the model. */
export type ModelValue = Decimal | string | number | boolean | Uint8Array

/** Fields that are not terms: they are derived from other terms, or repeated by them. */
type Derived = 'kind' | 'isConsumer' | 'size' | 'inclusive' | 'paymentPlan'

/** Groups of extensions that are compared as a whole. */
type Whole = 'subLines' | keyof FrenchParties

/**
 * The term of each field of a part of the model, in the shape of that part; `of` is the group's
 * own. Every field must be listed: a new term in the model does not compile without it.
 */
type TermsOf<Part> = Part extends ModelValue
  ? string
  : Part extends readonly (infer Each)[]
    ? TermsOf<Each>
    : { readonly of: string } & {
        readonly [Name in Exclude<keyof Part, Derived>]-?: Name extends Whole
          ? string
          : TermsOf<NonNullable<Part[Name]>>
      }

function identifier(term: string): TermsOf<Identifier> {
  return { of: term, value: term, scheme: `${term}-1` }
}

function period(of: string, start: string, end: string): TermsOf<Period> {
  return { of, start, end }
}

/** In the order of the standard's numbers, except for the third line. */
function address(of: string, from: number, line3: string): TermsOf<Address> {
  const at = (place: number): string => `BT-${from + place}`
  return {
    of,
    line1: at(0),
    line2: at(1),
    line3,
    city: at(2),
    postCode: at(3),
    subdivision: at(4),
    country: at(5),
  }
}

function contact(of: string, from: number): TermsOf<Contact> {
  return { of, name: `BT-${from}`, telephone: `BT-${from + 1}`, email: `BT-${from + 2}` }
}

function party(of: string, contactOf: string, addressOf: string, from: number, line3: string) {
  const at = (place: number): string => `BT-${from + place}`
  return {
    of,
    name: at(0),
    tradingName: at(1),
    identifiers: identifier(at(2)),
    legalRegistration: identifier(at(3)),
    vatIdentifier: at(4),
    address: address(addressOf, of === 'BG-4' ? 35 : 50, line3),
    contact: contact(contactOf, of === 'BG-4' ? 41 : 56),
  }
}

/** The terms of a document level allowance (BG-20) or charge (BG-21). */
function allowance(of: string, from: number): TermsOf<Invoice['allowances']> {
  const at = (place: number): string => `BT-${from + place}`
  return {
    of,
    amount: at(0),
    baseAmount: at(1),
    percentage: at(2),
    vatCategory: at(3),
    vatRate: at(4),
    reason: at(5),
    reasonCode: at(6),
  }
}

/** The terms of an allowance (BG-27) or charge (BG-28) of a line. */
function lineAllowance(of: string, from: number): TermsOf<InvoiceLine['allowances']> {
  const at = (place: number): string => `BT-${from + place}`
  return { of, amount: at(0), baseAmount: at(1), percentage: at(2), reason: at(3), reasonCode: at(4) }
}

/** The terms of a line (BG-25). */
const LINE_TERMS: TermsOf<InvoiceLine> = {
  of: 'BG-25',
  id: 'BT-126',
  note: 'BT-127',
  object: identifier('BT-128'),
  quantity: 'BT-129',
  unitCode: 'BT-130',
  netAmount: 'BT-131',
  orderLineReference: 'BT-132',
  buyerAccountingReference: 'BT-133',
  period: period('BG-26', 'BT-134', 'BT-135'),
  allowances: lineAllowance('BG-27', 136),
  charges: lineAllowance('BG-28', 141),
  price: {
    of: 'BG-29',
    net: 'BT-146',
    discount: 'BT-147',
    gross: 'BT-148',
    baseQuantity: 'BT-149',
    baseQuantityUnit: 'BT-150',
  },
  vatCategory: 'BT-151',
  vatRate: 'BT-152',
  item: {
    of: 'BG-31',
    name: 'BT-153',
    description: 'BT-154',
    sellersIdentifier: 'BT-155',
    buyersIdentifier: 'BT-156',
    standardIdentifier: identifier('BT-157'),
    classifications: { of: 'BT-158', code: 'BT-158', scheme: 'BT-158-1', schemeVersion: 'BT-158-2' },
    originCountry: 'BT-159',
    attributes: { of: 'BG-32', name: 'BT-160', value: 'BT-161' },
  },
  parentLine: 'EXT-FR-FE-162',
  subtype: 'EXT-FR-FE-163',
  subLines: 'BG-DEX-01',
}

/** The term of each field of the semantic model. */
export const MODEL_TERMS: TermsOf<Invoice> = {
  of: '',
  number: 'BT-1',
  issueDate: 'BT-2',
  typeCode: 'BT-3',
  currency: 'BT-5',
  taxCurrency: 'BT-6',
  taxPointDate: 'BT-7',
  taxPointDateCode: 'BT-8',
  paymentDueDate: 'BT-9',
  buyerReference: 'BT-10',
  projectReference: 'BT-11',
  contractReference: 'BT-12',
  purchaseOrderReference: 'BT-13',
  salesOrderReference: 'BT-14',
  receivingAdviceReference: 'BT-15',
  despatchAdviceReference: 'BT-16',
  tenderReference: 'BT-17',
  invoicedObject: identifier('BT-18'),
  buyerAccountingReference: 'BT-19',
  paymentTerms: 'BT-20',
  notes: { of: 'BG-1', subjectCode: 'BT-21', text: 'BT-22' },
  businessProcess: 'BT-23',
  specification: 'BT-24',
  precedingInvoices: { of: 'BG-3', number: 'BT-25', issueDate: 'BT-26' },
  seller: {
    ...party('BG-4', 'BG-6', 'BG-5', 27, 'BT-162'),
    taxRegistration: 'BT-32',
    legalInformation: 'BT-33',
    electronicAddress: identifier('BT-34'),
  },
  buyer: { ...party('BG-7', 'BG-9', 'BG-8', 44, 'BT-163'), electronicAddress: identifier('BT-49') },
  payee: { of: 'BG-10', name: 'BT-59', identifier: identifier('BT-60'), legalRegistration: identifier('BT-61') },
  taxRepresentative: {
    of: 'BG-11',
    name: 'BT-62',
    vatIdentifier: 'BT-63',
    address: address('BG-12', 64, 'BT-164'),
  },
  delivery: {
    of: 'BG-13',
    partyName: 'BT-70',
    location: identifier('BT-71'),
    date: 'BT-72',
    address: address('BG-15', 75, 'BT-165'),
  },
  period: period('BG-14', 'BT-73', 'BT-74'),
  payment: {
    of: 'BG-16',
    meansCode: 'BT-81',
    meansText: 'BT-82',
    remittance: 'BT-83',
    transfers: { of: 'BG-17', account: 'BT-84', accountName: 'BT-85', serviceProvider: 'BT-86' },
    card: { of: 'BG-18', accountNumber: 'BT-87', holderName: 'BT-88' },
    directDebit: { of: 'BG-19', mandate: 'BT-89', creditor: identifier('BT-90'), debitedAccount: 'BT-91' },
  },
  allowances: allowance('BG-20', 92),
  charges: allowance('BG-21', 99),
  totals: {
    of: 'BG-22',
    lineNet: 'BT-106',
    allowances: 'BT-107',
    charges: 'BT-108',
    withoutVat: 'BT-109',
    vat: 'BT-110',
    vatInTaxCurrency: 'BT-111',
    withVat: 'BT-112',
    paid: 'BT-113',
    rounding: 'BT-114',
    due: 'BT-115',
  },
  vatBreakdown: {
    of: 'BG-23',
    taxable: 'BT-116',
    tax: 'BT-117',
    category: 'BT-118',
    rate: 'BT-119',
    exemptionReason: 'BT-120',
    exemptionReasonCode: 'BT-121',
  },
  supportingDocuments: {
    of: 'BG-24',
    reference: 'BT-122',
    description: 'BT-123',
    location: 'BT-124',
    attachment: { of: 'BT-125', mimeType: 'BT-125-1', filename: 'BT-125-2', content: 'BT-125' },
  },
  lines: LINE_TERMS,
  frenchParties: {
    of: '',
    buyerAgent: 'EXT-FR-FE-BG-01',
    payer: 'EXT-FR-FE-BG-02',
    salesAgent: 'EXT-FR-FE-BG-03',
    invoicee: 'EXT-FR-FE-BG-04',
    invoicer: 'EXT-FR-FE-BG-05',
  },
  thirdPartyPayments: { of: 'BG-DEX-09', type: 'BT-DEX-001', amount: 'BT-DEX-002', description: 'BT-DEX-003' },
}
