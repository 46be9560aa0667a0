// The business terms of EN 16931 beyond the fields of the interface specification.

import { Type } from '@sinclair/typebox'
import { VAT_CATEGORIES } from '../../../domain/request/invoice-request.js'
import { PERCENTAGE_BASES } from '../../../domain/request/terms.js'
import { InvoiceAddressInput } from './address.js'
import { date, decimal, formatted, oneOf, strictObject, text } from './fields.js'
import { term } from './optional-term.js'

/** Maximum length of an identifier, reference or code. */
const LONGEST_ID = 200

const id = (description: string, example: string) => text(LONGEST_ID, { description, examples: [example] })

/** An identifier with its scheme. */
export function schemedId(
  description: string,
  example: { readonly id: string; readonly scheme: string },
  list: string,
) {
  return strictObject(
    {
      id: id('The identifier', example.id),
      scheme: Type.Optional(text(20, { description: `Its scheme, ${list}`, examples: [example.scheme] })),
    },
    { description },
  )
}

/** An identifier with an ISO 6523 scheme. */
export const registered = (description: string, value: string, scheme = '0088') =>
  schemedId(description, { id: value, scheme }, 'ISO 6523')

/** First and last day. */
export const period = (description: string) =>
  strictObject(
    { start: Type.Optional(date('First day', '2026-03-01')), end: Type.Optional(date('Last day', '2026-03-31')) },
    { description },
  )

const COMMON = {
  amount: Type.Optional(
    decimal({ description: 'Amount without VAT; default: computed from the percentage', examples: [25] }),
  ),
  percentage: Type.Optional(
    decimal({ description: 'Percentage of the base', examples: [10], minimum: -1_000, maximum: 1_000 }),
  ),
}
const reason = text(1_000, { description: 'Reason as text', examples: ['Volume discount'] })
const reasonCode = text(10, {
  description: 'Reason as a code: UNTDID 5189 (allowances) or 7161 (charges)',
  examples: ['95'],
})
const base = (without: string) =>
  decimal({ description: `Base of the percentage; default: ${without}`, examples: [250] })

const OF_LINE = {
  ...COMMON,
  baseAmount: term('lineAllowance.baseAmount', base('the price times the quantity')),
  reason: term('lineAllowance.reason', reason),
  reasonCode: term('lineAllowance.reasonCode', reasonCode),
}

/** BG-27. */
export const lineAllowance = strictObject(
  {
    ...OF_LINE,
    of: Type.Optional(
      oneOf(PERCENTAGE_BASES, {
        description:
          'What the percentage is of: `rest`, what the allowances before it have left, as in "10+5"; default: the base amount',
        examples: ['rest'],
      }),
    ),
  },
  {
    title: 'LineAllowance',
    description: 'An allowance of a line',
    'x-requiredWithout': { amount: 'percentage' },
  },
)

/** BG-28. */
export const lineCharge = strictObject(OF_LINE, {
  title: 'LineCharge',
  description: 'A charge of a line',
  'x-requiredWithout': { amount: 'percentage' },
})

/** BG-20, BG-21. */
export const allowance = strictObject(
  {
    ...COMMON,
    baseAmount: Type.Optional(base('the sum of the lines with the same VAT category and rate')),
    reason: Type.Optional(reason),
    reasonCode: Type.Optional(reasonCode),
    vatRate: decimal({ description: 'VAT rate in percent', examples: [21], minimum: 0, maximum: 100 }),
    vatCategory: Type.Optional(oneOf(VAT_CATEGORIES, { description: 'As for a line', examples: ['S'] })),
    exemptionReason: Type.Optional(
      text(1_000, { description: 'As for a line', examples: ['Export outside of the EU'] }),
    ),
    exemptionReasonCode: Type.Optional(text(50, { description: 'As for a line', examples: ['VATEX-EU-G'] })),
  },
  {
    title: 'Allowance',
    description: 'An allowance or a charge of the whole invoice',
    'x-requiredWithout': { amount: 'percentage' },
  },
)

/** BG-1. */
export const note = strictObject(
  {
    text: text(5_000, { description: 'The note', examples: ['Delivered in two parts'] }),
    subjectCode: term('note.subjectCode', text(3, { description: 'Subject code, UNTDID 4451', examples: ['AAI'] })),
  },
  { title: 'Note' },
)

/** BT-14 to BT-16, BT-18, BT-19. */
export const references = strictObject(
  {
    salesOrder: term('references.salesOrder', id("The seller's order number", 'SO-2026-9')),
    receivingAdvice: Type.Optional(id('Receiving advice', 'RA-118')),
    despatchAdvice: term('references.despatchAdvice', id('Despatch advice', 'DA-118')),
    invoicedObject: term(
      'references.invoicedObject',
      schemedId(
        'Object that the invoice refers to: a meter, a subscription',
        { id: 'DE0001', scheme: 'AVE' },
        'UNTDID 1153',
      ),
    ),
    buyerAccounting: term('references.buyerAccounting', id("The buyer's accounting reference", '4711-03')),
  },
  { title: 'References', description: 'References of the invoice' },
)

/** BG-10. */
export const payee = strictObject(
  {
    name: text(200, { description: 'Name', examples: ['Factoring SA'] }),
    identifier: term('payee.identifier', registered('Identifier', '4035811991014')),
    legalRegistration: term('payee.legalRegistration', registered('Company registration number', '732829320', '0002')),
  },
  { title: 'Payee', description: 'The payee, if not the supplier' },
)

/** BG-11. */
export const taxRepresentative = strictObject(
  {
    name: text(200, { description: 'Name', examples: ['Fiscal SRL'] }),
    vatNumber: text(50, { description: 'VAT number with country prefix', examples: ['RO12345674'] }),
    address: term('taxRepresentative.address', InvoiceAddressInput),
  },
  { title: 'TaxRepresentative', description: "The supplier's tax representative" },
)

/** BG-13. */
export const delivery = strictObject(
  {
    name: term('delivery.name', text(200, { description: 'Name of the recipient', examples: ['Warehouse North'] })),
    location: term('delivery.location', registered('Identifier of the place', '4035811991021')),
    address: Type.Optional(InvoiceAddressInput),
  },
  {
    title: 'DeliveryParty',
    description: 'Place of delivery',
    'x-refused': { date: 'belongs in `deliveryDate` of the invoice; send it there' },
  },
)

/** BG-24 with an address. */
export const supportingDocument = strictObject(
  {
    reference: id('Number or name of the document', 'timesheet-03'),
    description: Type.Optional(text(1_000, { description: 'Description', examples: ['Time sheet, March'] })),
    location: Type.Optional(text(2_000, { description: 'Its address', examples: ['https://example.com/t/03.pdf'] })),
  },
  { title: 'SupportingDocument', description: 'A document that is linked, not attached; for files use `attachments`' },
)

/** BG-17 beyond the first. */
export const account = strictObject(
  {
    bankAccount: Type.Optional(text(50, { description: 'IBAN', examples: ['RO49AAAA1B31007593840000'] })),
    accountName: Type.Optional(text(200, { description: 'Holder', examples: ['Exemplu SRL'] })),
    bic: Type.Optional(text(20, { description: 'BIC/SWIFT', examples: ['AAAAROBU'] })),
  },
  { title: 'Account' },
)

/** BG-18. */
export const card = strictObject(
  {
    accountNumber: text(20, { description: 'Last four to six digits', examples: ['1234'] }),
    holderName: Type.Optional(text(200, { description: 'Holder', examples: ['A. Ionescu'] })),
  },
  { title: 'Card', description: 'Paid by card' },
)

/** BG-19. */
export const directDebit = strictObject(
  {
    mandate: Type.Optional(id('Reference of the mandate', 'MANDATE-17')),
    creditorId: Type.Optional(id('Identifier of the creditor', 'DE98ZZZ09999999999')),
    debitedAccount: Type.Optional(
      text(50, { description: 'IBAN that is debited', examples: ['DE75512108001245126199'] }),
    ),
  },
  { title: 'DirectDebit', description: 'Collected by direct debit' },
)

const classification = strictObject(
  {
    code: id('The code', '72000000-5'),
    scheme: Type.Optional(
      text(10, { description: 'Scheme, UNTDID 7143; default: derived from the code', examples: ['STI'] }),
    ),
    schemeVersion: term(
      'classification.schemeVersion',
      text(20, { description: 'Version of the scheme', examples: ['2008'] }),
    ),
  },
  { title: 'Classification' },
)

const attribute = strictObject(
  {
    name: text(200, { description: 'Name', examples: ['Colour'] }),
    value: text(1_000, { description: 'Value', examples: ['Black'] }),
  },
  { title: 'Attribute' },
)

/** BG-31 beyond its name. */
export const item = strictObject(
  {
    description: Type.Optional(text(5_000, { description: 'Description', examples: ['With two drawers'] })),
    sellersIdentifier: Type.Optional(id("The seller's number of the item", 'D-100')),
    buyersIdentifier: Type.Optional(id("The buyer's number of the item", '9981')),
    standardIdentifier: Type.Optional(registered('A standard number such as a GTIN', '4035811991069', '0160')),
    classifications: Type.Optional(
      Type.Array(classification, { maxItems: 100, description: 'Classifications, after `itemCode`' }),
    ),
    originCountry: Type.Optional(
      formatted('country-code', { description: 'Country of origin, ISO 3166-1 alpha-2', examples: ['DE'] }),
    ),
    attributes: Type.Optional(Type.Array(attribute, { maxItems: 500, description: 'Attributes' })),
  },
  { title: 'Item', description: 'Further details of the item' },
)

const amount = (description: string, example: number) => Type.Optional(decimal({ description, examples: [example] }))

/** Totals that the caller has computed. */
export const totals = strictObject(
  {
    lineNetAmount: amount('Sum of the lines without VAT', 1505),
    allowanceAmount: amount('Sum of the allowances of the invoice', 0),
    chargeAmount: amount('Sum of the charges of the invoice', 0),
    netAmount: amount('Total without VAT', 1505),
    vatAmount: amount('Total VAT', 316.05),
    grossAmount: amount('Total with VAT', 1821.05),
    dueAmount: amount('Amount due for payment', 1821.05),
    vatBreakdown: Type.Optional(
      Type.Array(
        strictObject(
          {
            vatRate: decimal({ description: 'VAT rate in percent', examples: [21], minimum: 0, maximum: 100 }),
            vatCategory: Type.Optional(oneOf(VAT_CATEGORIES, { description: 'As for a line', examples: ['S'] })),
            taxableAmount: amount('Taxable amount', 1505),
            taxAmount: amount('VAT amount', 316.05),
          },
          { title: 'VatBreakdown' },
        ),
        { maxItems: 100, description: 'By category and rate' },
      ),
    ),
  },
  {
    title: 'Totals',
    description: 'Your own totals: the service computes all totals and reports a difference as a finding',
  },
)
