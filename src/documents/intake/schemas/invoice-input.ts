import { MOST_LINES } from '../../../domain/request/line-count.js'
import { type Static, Type } from '@sinclair/typebox'
import { COUNTRIES } from '../../../countries/registry.js'
import { GERMAN_PROFILES, INVOICE_TYPES, VAT_COLLECTIONS } from '../../../domain/request/invoice-request.js'
import { supportedCountry } from './address.js'
import { ASKED_FORMATS, formatsOf } from '../asked-format.js'
import { correction } from './correction.js'
import { date, decimal, formatted, oneOf, onlyAs, standing, strictObject, text } from './fields.js'
import { term } from './optional-term.js'
import * as extensions from './extensions.js'
import { italianInvoice } from './italy.js'
import { LineInput } from './line.js'
import { deliveryNote, socialFund, thirdParty, withholding } from './national.js'
import { CustomerInput, SupplierInput } from './party.js'
import { order } from './order.js'
import { prepayment } from './prepayment.js'
import { cashDiscount, paymentPart, retention } from './payment-plan.js'
import { OFFLINE_MODES } from '../../../domain/request/polish.js'
import { polishInvoice } from './polish.js'
import * as en from './terms.js'

/** BG-16, BT-20 and BT-9. */
export const paymentMeans = strictObject(
  {
    code: term(
      'paymentMeans.code',
      text(4, {
        description: 'Code, UNTDID 4461 (in Italy also MP01 to MP23); default: derived from the other fields',
        examples: ['58'],
      }),
    ),
    text: term(
      'paymentMeans.text',
      text(200, { description: 'The payment means as text', examples: ['SEPA credit transfer'] }),
    ),
    remittance: term(
      'paymentMeans.remittance',
      text(200, { description: 'Reference that the payer quotes', examples: ['RE-2026-002'] }),
    ),
    bankAccount: Type.Optional(text(50, { description: 'IBAN', examples: ['RO49AAAA1B31007593840000'] })),
    accountName: term(
      'paymentMeans.accountName',
      text(200, { description: 'Account holder', examples: ['Exemplu SRL'] }),
    ),
    bic: Type.Optional(text(20, { description: 'BIC/SWIFT', examples: ['AAAAROBU'] })),
    furtherAccounts: term(
      'paymentMeans.furtherAccounts',
      Type.Array(en.account, { maxItems: 50, description: 'Alternative accounts' }),
    ),
    card: term('paymentMeans.card', en.card),
    directDebit: term('paymentMeans.directDebit', en.directDebit),
    paymentTerms: Type.Optional(text(1_000, { description: 'Payment terms as text', examples: ['30 days net'] })),
    dueDate: Type.Optional(date('When payment is due, YYYY-MM-DD', '2026-04-30')),
  },
  { title: 'PaymentMeans', description: 'Payment details' },
)

const attachment = strictObject(
  {
    filename: formatted('filename', { description: 'File name with extension', examples: ['order.pdf'] }, 255),
    content: Type.String({
      minLength: 1,
      format: 'base64',
      description: 'The file in Base64 (RFC 4648, section 4)',
      examples: ['JVBERi0xLjcK'],
    }),
    mimeType: formatted('media-type', { description: 'Media type', examples: ['application/pdf'] }),
    reference: term(
      'attachment.reference',
      text(200, { description: 'Its number or name; default: `filename`', examples: ['timesheet-03'] }),
    ),
    description: term(
      'attachment.description',
      text(1_000, { description: 'Description', examples: ['Time sheet, March'] }),
    ),
  },
  { title: 'Attachment' },
)

const ksefNumber = term(
  'precedingInvoice.ksefNumber',
  text(36, { description: 'The number that KSeF assigned', examples: ['5265877635-20250626-010080DD2B5E-26'] }),
)

const precedingInvoice = strictObject(
  {
    number: Type.Optional(text(100, { description: 'Its number', examples: ['RE-2026-001'] })),
    issueDate: Type.Optional(date('Its issue date, YYYY-MM-DD', '2026-02-28')),
    id: Type.Optional(
      text(100, {
        description: 'Instead of `number`: its id, if this service sent it for the same account',
        examples: ['inv_2WnKc7yTq4XbR9vLz0HdSm'],
      }),
    ),
    ksefNumber,
  },
  {
    title: 'PrecedingInvoice',
    description: 'The invoice that a credit or debit note corrects: send `number` or `id`',
  },
)

/** The formats of each country, the default first: `RO: ubl; DE: ubl, cii`. */
const formats = Object.values(COUNTRIES)
  .flatMap(({ code, invoicing }) => (invoicing === null ? [] : `${code}: ${formatsOf(invoicing).join(', ')}`))
  .join('; ')

/** The body of `POST /v1/invoices` and of its validation. */
export const InvoiceBody = strictObject(
  {
    // Named: for an enum inside, generators make a type `CreateInvoiceCountryEnum`, and another
    // one for the parameter of the operation createInvoice.
    country: { ...supportedCountry('The country whose government receives the invoice'), title: 'InvoiceCountry' },
    invoiceType: Type.Optional(
      standing('invoice', oneOf(INVOICE_TYPES, { description: 'Kind of document', examples: ['invoice'] })),
    ),
    typeCode: term(
      'typeCode',
      text(3, {
        description:
          'Kind of document as a code of UNTDID 1001, where `invoiceType` is not enough: 384 corrected, 386 prepayment, 389 self-billed …',
        examples: ['389'],
      }),
    ),
    format: Type.Optional(
      oneOf(ASKED_FORMATS, {
        description: `Format of the document; default: the country's first (${formats}). factur-x is cii that GET /v1/invoices/{id}/documents/factur-x returns inside a PDF`,
        examples: ['ubl'],
      }),
    ),
    profile: term(
      'profile',
      onlyAs(
        ['cii'],
        oneOf(GERMAN_PROFILES, {
          description:
            'Profile of the document in the format `cii` or `factur-x`: `xrechnung`; `en16931` and `extended` are those of ' +
            'ZUGFeRD (Factur-X), for buyers who accept them. `extended` has room for sub-lines. Default: `xrechnung`, or ' +
            '`en16931` for several preceding invoices, unless the buyer is an authority',
          examples: ['en16931'],
        }),
      ),
    ),
    companyId: Type.Optional(
      text(100, {
        description:
          'The company whose connection submits the invoice. Default: the active company of that country with the VAT ' +
          'number of the supplier, else the oldest active company that is connected to that country',
        examples: ['comp_7QxGk2sVb9LnT0wRc4ZmYe'],
      }),
    ),
    externalId: Type.Optional(text(100, { description: 'Your own reference', examples: ['order-4711'] })),
    number: Type.Optional(
      text(100, {
        description:
          'Invoice number; default: the next one of the number series of the company, or where it has none `externalId`, ' +
          'or else a generated number. With a series it is a 400',
        examples: ['RE-2026-002'],
      }),
    ),
    supplier: SupplierInput,
    customer: CustomerInput,
    lines: Type.Array(LineInput, {
      minItems: 1,
      maxItems: MOST_LINES,
      description: 'Invoice lines; sub-lines count towards the maximum',
    }),
    pricesIncludeVat: Type.Optional(
      standing(
        false,
        Type.Boolean({
          description:
            'Whether `unitPrice`, `discount`, and the amounts of `allowances` and `charges`, of lines and of the invoice, ' +
            'include VAT, as in a shop. The total with VAT is then exactly their sum; the VAT of a rate is sum × rate / (100 + rate)',
          examples: [true],
        }),
      ),
    ),
    currency: Type.Optional(
      standing(
        'EUR',
        formatted('currency-code', { description: 'ISO 4217; RON between parties in Romania', examples: ['RON'] }),
      ),
    ),
    issueDate: Type.Optional(date("YYYY-MM-DD; default: today in the country's time zone", '2026-03-31')),
    dueDate: Type.Optional(date('When payment is due, YYYY-MM-DD', '2026-04-30')),
    vatAccountingCurrency: term(
      'vatAccountingCurrency',
      formatted('currency-code', {
        description:
          "Currency in which the VAT is accounted for, if not the country's own; `exchangeRate` converts into it",
        examples: ['RON'],
      }),
    ),
    taxPointDate: term('taxPointDate', date('When the VAT becomes due, YYYY-MM-DD', '2026-03-31')),
    taxPointDateCode: term(
      'taxPointDateCode',
      text(3, {
        description: 'Instead of the date, a code of UNTDID 2005: 3 issue, 35 delivery, 432 payment',
        examples: ['35'],
      }),
    ),
    businessProcess: term(
      'businessProcess',
      text(200, { description: "Business process; default: the country's usual one", examples: ['S1'] }),
    ),
    note: Type.Optional(text(5_000, { description: 'Free text on the invoice', examples: ['Thank you'] })),
    notes: term(
      'notes',
      Type.Array(en.note, { maxItems: 100, description: 'Further notes, with an optional subject' }),
    ),
    paymentMeans: Type.Optional(paymentMeans),
    cashDiscounts: term(
      'cashDiscounts',
      Type.Array(cashDiscount, {
        maxItems: 10,
        description: 'Discounts for early payment; payment terms as text remain beside them',
      }),
    ),
    paymentSchedule: term(
      'paymentSchedule',
      Type.Array(paymentPart, {
        maxItems: 50,
        description:
          'The parts of a payment in instalments, which come to the amount due; `dueDate` is the last of their days',
      }),
    ),
    retention: term('retention', retention),
    payee: term('payee', en.payee),
    taxRepresentative: term('taxRepresentative', en.taxRepresentative),
    delivery: term('delivery', en.delivery),
    period: term('period', en.period('Invoicing period of the whole invoice')),
    allowances: term(
      'allowances',
      Type.Array(en.allowance, { maxItems: 1_000, description: 'Allowances of the invoice' }),
    ),
    charges: term('charges', Type.Array(en.allowance, { maxItems: 1_000, description: 'Charges of the invoice' })),
    prepaidAmount: term('prepaidAmount', decimal({ description: 'Amount already paid', examples: [500] })),
    paidAt: term('paidAt', date('Day on which `prepaidAmount` was paid', '2026-03-15')),
    prepayments: term(
      'prepayments',
      Type.Array(prepayment, {
        maxItems: 100,
        description:
          'The advance invoices that this final invoice settles, each with its VAT, instead of `prepaidAmount`; the lines are the whole performance',
      }),
    ),
    roundingAmount: term(
      'roundingAmount',
      decimal({ description: 'Amount added to round the amount due', examples: [0.05] }),
    ),
    totals: term('totals', en.totals),
    attachments: Type.Optional(Type.Array(attachment, { maxItems: 50, description: 'Files attached to the invoice' })),
    supportingDocuments: term(
      'supportingDocuments',
      Type.Array(en.supportingDocument, { maxItems: 100, description: 'Links to external documents' }),
    ),
    precedingInvoice: Type.Optional(precedingInvoice),
    precedingInvoices: term(
      'precedingInvoices',
      Type.Array(
        strictObject(
          {
            number: text(100, { description: 'Its number', examples: ['RE-2026-001'] }),
            issueDate: Type.Optional(date('Its issue date, YYYY-MM-DD', '2026-02-28')),
            ksefNumber,
          },
          { title: 'FurtherPrecedingInvoice' },
        ),
        { maxItems: 1_000, description: 'Further invoices that this one refers to' },
      ),
    ),
    correction: term('correction', correction),
    order: term('order', order),
    deliveryDate: Type.Optional(date('Delivery date, YYYY-MM-DD', '2026-03-30')),
    buyerReference: Type.Optional(text(200, { description: "The buyer's reference", examples: ['04011000-12345-03'] })),
    orderReference: Type.Optional(text(200, { description: "The buyer's order number", examples: ['PO-2026-17'] })),
    contractReference: Type.Optional(text(200, { description: 'Contract number', examples: ['C-118'] })),
    references: term('references', en.references),
    exchangeRate: Type.Optional(
      decimal({
        description:
          "Units of the country's own currency for one unit of `currency`; needed when VAT is charged in another currency",
        examples: [4.9764],
        exclusiveMinimum: 0,
      }),
    ),
    projectReference: term(
      'projectReference',
      text(200, { description: 'Project; in Italy the CUP', examples: ['J51B21001230006'] }),
    ),
    tenderReference: term(
      'tenderReference',
      text(200, { description: 'Tender; in Italy the CIG', examples: ['8712345678'] }),
    ),
    selfBilled: term(
      'selfBilled',
      standing(
        false,
        Type.Boolean({
          description:
            'Whether the customer issues the invoice (self-billing): it is one of Peppol BIS Self-Billing 3.0, or has ' +
            'SoggettoEmittente CC in Italy and P_17 in Poland, goes from ' +
            "the customer to the supplier, and belongs to the customer's company",
          examples: [true],
        }),
      ),
    ),
    vatCollection: term(
      'vatCollection',
      standing(
        'immediate',
        oneOf(VAT_COLLECTIONS, {
          description:
            'When VAT is due: `immediate`; `cash`, when the customer pays; `split_payment`, the customer pays the VAT to the state',
          examples: ['split_payment'],
        }),
      ),
    ),
    documentType: term(
      'documentType',
      text(4, {
        description:
          'TipoDocumento, if `invoiceType` does not determine it: TD06 fee note, TD16 to TD19 integrations, TD20 missing or wrong ' +
          'invoice of a supplier, TD21 plafond exceeded, TD22 and TD23 VAT warehouse, TD24 and TD25 deferred invoices, TD26 depreciable ' +
          'goods and internal transfers, TD27 self-consumption, TD28 San Marino with VAT, TD29 report of a missing or wrong invoice …; ' +
          'TD07 simplified invoice, TD08 its credit note, TD09 its debit note, up to 400 EUR with VAT',
        examples: ['TD24'],
      }),
    ),
    withholdings: term('withholdings', Type.Array(withholding, { maxItems: 10, description: 'Ritenute' })),
    socialFunds: term(
      'socialFunds',
      Type.Array(socialFund, {
        maxItems: 10,
        description: 'Contributions to social security funds (casse previdenziali)',
      }),
    ),
    stampDuty: term(
      'stampDuty',
      decimal({
        description: 'Stamp duty (bollo virtuale) that the supplier pays, EUR; to pass it on, add a line',
        examples: [2],
        minimum: 0,
      }),
    ),
    deliveryNotes: term(
      'deliveryNotes',
      Type.Array(deliveryNote, { maxItems: 1_000, description: 'Delivery notes (DDT)' }),
    ),
    thirdParties: term(
      'thirdParties',
      Type.Array(thirdParty, { maxItems: 100, description: 'Further parties (Podmiot3)' }),
    ),
    offline: term(
      'offline',
      oneOf(OFFLINE_MODES, {
        description:
          'The invoice is issued on its issue date, and handed out, before KSeF has it: `offline24` by choice, `unavailable` ' +
          'or `emergency` while KSeF announces that it is away. The PDF has both codes at once, for which the connection ' +
          'needs `offlineCertificate`; the service sends the invoice as soon as KSeF answers. Not part of the document',
        examples: ['offline24'],
      }),
    ),
    pl: term('pl', polishInvoice),
    de: term('de', extensions.germanInvoice),
    fr: term('fr', extensions.frenchInvoice),
    it: term('it', italianInvoice),
  },
  { title: 'CreateInvoice', 'x-countryOf': 'country', 'x-formatOf': 'format' },
)

/** The body of POST /v1/invoices and POST /v1/invoices/validate. */
export type InvoiceBody = Static<typeof InvoiceBody>
