import { type Example, IDS, only, type OperationExamples, TIME } from '../example.js'
import { WRONG_DOCUMENT } from './document.js'

const address = (street: string, city: string, postalCode: string, stateOrProvince: string) => ({
  street,
  city,
  postalCode,
  country: 'RO',
  stateOrProvince,
})

/** Without an issue date it is issued today: it passes on every day of the year. */
const domestic = {
  country: 'RO',
  externalId: 'order-4711',
  supplier: {
    vatNumber: 'RO12345678',
    name: 'Exemplu SRL',
    address: address('Strada Lipscani 12', 'Cluj-Napoca', '400001', 'CJ'),
  },
  customer: {
    vatNumber: 'RO87654321',
    name: 'Client SRL',
    address: address('Strada Lungă 1', 'Brașov', '500001', 'BV'),
  },
  currency: 'RON',
  lines: [{ description: 'Consulting', quantity: 10, unitCode: 'HUR', unitPrice: 150.5, discount: 5, vatRate: 21 }],
  paymentMeans: { bankAccount: 'RO49AAAA1B31007593840000', paymentTerms: '30 days net' },
}

const created = {
  id: IDS.invoice,
  country: 'RO',
  supplierVat: 'RO12345678',
  customerVat: 'RO87654321',
  status: 'created',
  netAmount: '1455.00',
  vatAmount: '305.55',
  grossAmount: '1760.55',
  currency: 'RON',
  govId: null,
  externalId: 'order-4711',
  errorMessage: null,
  errorTranslated: null,
  errorFix: null,
  createdAt: TIME,
  updatedAt: TIME,
}

export const acceptedInvoice = { ...created, status: 'accepted', govId: '5000000001' }

const rejectedInvoice = {
  ...created,
  status: 'rejected',
  externalId: 'SIM-REJECT-CUI',
  errorMessage: 'CUI invalid',
  errorTranslated: 'The VAT identifier (CUI) of the supplier or of the customer is not registered.',
  errorFix:
    'Look both numbers up in the public register of ANAF, correct supplier.vatNumber or customer.vatNumber, and submit a new invoice.',
}

const requests: Readonly<Record<string, Example>> = {
  domestic: { summary: 'A domestic invoice', value: domestic },
  creditNote: {
    summary: 'A credit note',
    value: {
      ...domestic,
      invoiceType: 'credit_note',
      externalId: 'order-4711-credit',
      precedingInvoice: { number: 'order-4711' },
    },
  },
  rejected: {
    summary: 'Rejected by the simulated government',
    value: { ...domestic, externalId: 'SIM-REJECT-CUI' },
  },
}

const event = (name: string, status: string, metadata: object | null) => ({
  id: IDS.event,
  event: `invoice.${name}`,
  status,
  metadata,
  createdAt: TIME,
})

const timeline = [
  event('created', 'created', null),
  event('validated', 'validated', { rulesChecked: 286, format: 'UBL 2.1 CIUS-RO' }),
  event('submitted', 'submitted', {
    govEndpoint: 'https://api.anaf.ro/test/FCTEL/rest/upload?standard=UBL&cif=12345678',
    uploadId: '5000000001',
  }),
  event('accepted', 'accepted', {
    govId: '5000000001',
    govMessage: 'Factura cu id_incarcare=5000000001 emisa de cif_emitent=12345678 pentru cif_beneficiar=87654321',
  }),
]

const document = (kind: string, size: number) => ({
  kind,
  filename: null,
  sha256: '9b74c9897bac770ffc029102a200c5de2c5c1e4d1f4b1f0d0c0b0a0908070605',
  size,
  mediaType: 'application/xml',
})

export const INVOICE_EXAMPLES: Readonly<Record<string, OperationExamples>> = {
  createInvoice: { requests, responses: only('Created', { data: created }) },
  listInvoices: {
    responses: only('The last page', { data: [acceptedInvoice], hasMore: false, nextCursor: null }),
  },
  getInvoice: {
    responses: {
      accepted: { summary: 'Accepted', value: { data: acceptedInvoice } },
      rejected: { summary: 'Rejected, with the reason in English and what to do', value: { data: rejectedInvoice } },
    },
  },
  listInvoiceEvents: { responses: only('An accepted invoice', { data: timeline }) },
  retryInvoice: {
    responses: only('On its way again', { data: { ...created, externalId: 'order-4712', currency: 'EUR' } }),
  },
  listInvoiceDocuments: {
    responses: only('An accepted invoice', { data: [document('xml', 4213), document('receipt', 172)] }),
  },
  validateInvoice: {
    requests: {
      valid: { summary: 'An invoice that passes', value: domestic },
      invalid: {
        summary: 'A VAT rate that Romania does not have',
        value: { ...domestic, lines: [{ description: 'Consulting', unitPrice: 100, vatRate: 17 }] },
      },
    },
    documents: {
      wrongUnit: { summary: 'A UBL document with a unit that no list knows', value: WRONG_DOCUMENT },
    },
    responses: {
      valid: {
        summary: 'Valid',
        value: { profile: 'ro', valid: true, errors: [], warnings: [], findingsTotal: 0, details: [] },
      },
      invalid: {
        summary: 'Every finding with its field and what to do',
        value: {
          profile: 'ro',
          valid: false,
          errors: ['CW-RO-VAT-RATE: Romania has no VAT rate of "17" percent'],
          warnings: [],
          findingsTotal: 1,
          details: [
            {
              rule: 'CW-RO-VAT-RATE',
              severity: 'fatal',
              path: 'lines[0].vatRate',
              term: 'BT-152',
              message: 'Romania has no VAT rate of "17" percent',
              fix: 'Use one of 21, 11, 19, 9, 5 with category S, or 0 with another category',
            },
          ],
        },
      },
      document: {
        summary: 'Of a document in XML, with the element, its line and where the term stands',
        value: {
          profile: 'en',
          valid: false,
          errors: [
            'BR-CL-23: The code "HOURS" is not in the list that the government uses: UN/ECE Recommendations 20 and 21',
          ],
          warnings: [],
          findingsTotal: 1,
          details: [
            {
              rule: 'BR-CL-23',
              severity: 'fatal',
              path: '/ubl:Invoice/cac:InvoiceLine/cbc:InvoicedQuantity',
              line: 50,
              term: 'BT-130',
              message: 'The code "HOURS" is not in the list that the government uses: UN/ECE Recommendations 20 and 21',
              fix: 'Use a code of UN/ECE Recommendations 20 and 21 (BT-130: cac:InvoiceLine/cbc:InvoicedQuantity)',
            },
          ],
        },
      },
    },
  },
}
