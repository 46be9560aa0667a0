import { SHOWN } from '../countries.js'
import { IDS, only, type OperationExamples, TIME } from '../example.js'
import { acceptedInvoice } from './invoices.js'

const { example } = SHOWN

/** The invoice of the examples as it arrives at its customer, a company of the same account. */
export const receivedInvoice = {
  id: IDS.received,
  companyId: IDS.company,
  country: acceptedInvoice.country,
  number: 'order-4780',
  invoiceType: acceptedInvoice.invoiceType,
  issueDate: acceptedInvoice.issueDate,
  dueDate: null,
  supplierName: example.invoice.supplier.name,
  supplierVat: acceptedInvoice.supplierVat,
  customerVat: acceptedInvoice.customerVat,
  netAmount: acceptedInvoice.netAmount,
  vatAmount: acceptedInvoice.vatAmount,
  grossAmount: acceptedInvoice.grossAmount,
  currency: acceptedInvoice.currency,
  govId: acceptedInvoice.govId,
  channel: 'simulated',
  format: 'ubl',
  status: 'received',
  valid: true,
  findingsTotal: 0,
  duplicateOf: null,
  receivedAt: TIME,
  readAt: null,
  createdAt: TIME,
  updatedAt: TIME,
}

/** An answer to it that did not reach its sender yet. */
export const answerToReceived = {
  id: 'rsp_8LmZt4wYc1HrN6xQv0KdSg',
  receivedId: IDS.received,
  code: 'disputed',
  nationalCode: 'RASP',
  reason: 'The delivery was not complete',
  reasonCode: null,
  amount: null,
  date: null,
  status: 'submitted',
  errorMessage: null,
  createdAt: TIME,
  updatedAt: TIME,
}

const receiving = {
  companyId: IDS.company,
  enabled: true,
  peppolIds: [],
  channels: [
    {
      country: SHOWN.code,
      kind: 'simulated',
      status: 'active',
      lastLookedAt: null,
      lastErrorMessage: null,
    },
  ],
}

const { channel, govId, format, valid, findingsTotal, duplicateOf } = receivedInvoice
const document = { filename: null, mediaType: 'application/xml', size: 8123, sha256: 'c'.repeat(64) }

/** Examples of the operations on received invoices, by operationId. */
export const RECEIVED_EXAMPLES: Readonly<Record<string, OperationExamples>> = {
  setCompanyReceiving: {
    requests: only('From now on', { enabled: true }),
    responses: only('It receives', { data: receiving }),
  },
  getCompanyReceiving: { responses: only('It receives', { data: receiving }) },
  deleteCompanyReceiving: {
    responses: only('It does not', {
      data: { companyId: IDS.company, enabled: false, peppolIds: [], channels: [] },
    }),
  },
  listReceived: { responses: only('One invoice', { data: [receivedInvoice], hasMore: false, nextCursor: null }) },
  getReceived: {
    responses: only('The invoice, with what was read', {
      data: {
        ...receivedInvoice,
        invoice: {
          country: receivedInvoice.country,
          number: receivedInvoice.number,
          issueDate: receivedInvoice.issueDate,
          ...example.invoice,
        },
        losses: [],
        findings: [],
        preceding: [],
      },
    }),
  },
  listReceivedEvents: {
    responses: only('It arrived', {
      data: [
        {
          id: IDS.event,
          event: 'received.created',
          status: 'received',
          metadata: { channel, govId, format, valid, findingsTotal, duplicateOf },
          createdAt: TIME,
        },
      ],
    }),
  },
  listReceivedDocuments: {
    responses: only('The document, and the page of it', {
      data: [
        { kind: 'xml', ...document },
        { kind: 'pdf', filename: null, mediaType: 'application/pdf', size: null, sha256: null },
      ],
    }),
  },
  createTestReceived: {
    requests: only('A sample', { companyId: IDS.company, sample: SHOWN.code }),
    responses: only('It arrived', {
      data: {
        ...receivedInvoice,
        number: 'SAMPLE-5F1C2A9E',
        supplierName: 'Furnizor Exemplu S.R.L.',
        supplierVat: 'RO18547290',
        netAmount: '966.00',
        vatAmount: '202.86',
        grossAmount: '1168.86',
        currency: 'RON',
      },
    }),
  },
  respondToReceived: {
    requests: only('The buyer disputes it', { code: 'disputed', reason: answerToReceived.reason }),
    responses: only('It is about to be sent', { data: { ...answerToReceived, status: 'requested' } }),
  },
  listReceivedResponses: {
    responses: only('The government has it', { data: [{ ...answerToReceived, status: 'confirmed' }] }),
  },
  readReceived: { responses: only('Read', { data: { ...receivedInvoice, status: 'read', readAt: TIME } }) },
}
