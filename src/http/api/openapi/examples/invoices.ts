import { SEALED_PROOF } from './proof.js'
import { inOneLine } from '../../../../einvoice/rules/judgement.js'
import { ruleLink } from '../../rule-links.js'
import { profileOfCountry } from '../../../../countries/judging/profiles.js'
import type { InvoiceRequest } from '../../../../domain/request/invoice-request.js'
import { SHOWN } from '../countries.js'
import { type Example, IDS, only, type OperationExamples, TIME } from '../example.js'
import { advanceInvoices } from './advances.js'
import { convertedDocument, ownDocument, WRONG_DOCUMENT } from './document.js'
import { casesOfBusiness, selfBilled } from './cases.js'
import { NATIONAL_INVOICES, PAID_INVOICE } from './national.js'
import { romanianCustoms } from './customs.js'
import { paymentInvoices } from './payment-terms.js'
import { shopInvoices } from './shop-prices.js'

const { code, name, invoicing, example } = SHOWN
const { accepted, breach } = example
const profile = profileOfCountry(code)?.name ?? 'en'

const domestic = { country: code, externalId: 'order-4711', ...example.invoice }

/** The domestic invoice as the service receives it. */
const acceptedRequest: InvoiceRequest = {
  ...domestic,
  invoiceType: 'invoice',
  number: domestic.externalId,
  issueDate: TIME.slice(0, 10),
}

const created = {
  id: IDS.invoice,
  country: code,
  supplierVat: example.invoice.supplier.vatNumber,
  customerVat: example.invoice.customer.vatNumber,
  status: 'created',
  ...invoicing.totals(acceptedRequest),
  currency: example.invoice.currency,
  govId: null,
  externalId: 'order-4711',
  number: acceptedRequest.number,
  invoiceType: acceptedRequest.invoiceType,
  issueDate: acceptedRequest.issueDate,
  dueDate: null,
  companyId: IDS.company,
  customerName: example.invoice.customer.name,
  errorMessage: null,
  errorTranslated: null,
  errorFix: null,
  createdAt: TIME,
  updatedAt: TIME,
}

/** The invoice of the examples as the government accepted it. */
export const acceptedInvoice = { ...created, status: 'accepted', govId: accepted.govId }

/** The magic value, and the government's answer to it. */
const rejection = `SIM-REJECT-${example.rejectCode}`
const rawText = invoicing.simulator.rejectionText(example.rejectCode) ?? rejection

/** One that it rejected. */
export const rejectedInvoice = {
  ...created,
  status: 'rejected',
  externalId: rejection,
  // The magic value does not become the number: one is made.
  number: '2026-7F3A90C1D2E4',
  errorMessage: rawText,
  ...invoicing.explain(rawText),
}

/** One that broke a rule and was not sent. */
export const erroredInvoice = {
  ...created,
  status: 'error',
  errorMessage: `${breach.finding.rule}: ${breach.finding.message}`,
  errorTranslated: `The invoice breaks one rule and was not sent to the government: ${breach.finding.message}`,
  errorFix: `${breach.finding.path}: ${breach.finding.fix}`,
}

const plainOf = (country: 'italy' | 'belgium' | 'poland' | 'france' | 'germany') =>
  NATIONAL_INVOICES[country]?.value as Readonly<Record<string, unknown>>

/** Valid ones, of all countries. */
const national: Readonly<Record<string, Example>> = {
  ...casesOfBusiness({
    RO: { country: name, invoice: domestic },
    IT: { country: 'Italy', invoice: plainOf('italy') },
    BE: { country: 'Belgium', invoice: plainOf('belgium') },
    PL: { country: 'Poland', invoice: plainOf('poland') },
    FR: { country: 'France', invoice: plainOf('france') },
    DE: { country: 'Germany', invoice: plainOf('germany') },
  }),
  ...selfBilled(domestic),
  ...romanianCustoms(domestic),
  ...NATIONAL_INVOICES,
  ...advanceInvoices(domestic, name),
  ...shopInvoices(domestic),
  ...paymentInvoices(domestic),
}

const requests: Readonly<Record<string, Example>> = {
  domestic: { summary: `${name}: a domestic invoice`, value: domestic },
  ...national,
  creditNote: {
    summary: `${name}: a credit note`,
    value: {
      ...domestic,
      invoiceType: 'credit_note',
      externalId: 'order-4711-credit',
      precedingInvoice: { number: 'order-4711' },
    },
  },
  rejected: {
    summary: `${name}: rejected by the simulated government`,
    value: { ...domestic, externalId: rejection },
  },
}

const ndjson = (...lines: readonly object[]): string => lines.map((line) => `${JSON.stringify(line)}\n`).join('')

/** A batch whose second line is incomplete, and its answer. */
const batch = ndjson(
  { idempotencyKey: 'order-4711', ...domestic },
  { idempotencyKey: 'order-4712', ...domestic, externalId: 'order-4712', lines: [] },
)
const batchResults = ndjson(
  { line: 1, status: 201, data: created },
  {
    line: 2,
    status: 400,
    error: {
      type: 'validation_error',
      message: 'lines must have at least 1 item',
      details: [{ path: 'lines', message: 'must have at least 1 item' }],
      requestId: 'req_3zT1vYb0mWQk5N8xHc2RfA',
    },
  },
)

const event = (name: string, status: string, metadata: object | null) => ({
  id: IDS.event,
  event: `invoice.${name}`,
  status,
  metadata,
  createdAt: TIME,
})

const timeline = [
  event('created', 'created', null),
  event('validated', 'validated', {
    rulesChecked: accepted.rulesChecked,
    format: invoicing.formatOf(acceptedRequest),
  }),
  event('submitted', 'submitted', { govEndpoint: accepted.govEndpoint, uploadId: accepted.uploadId }),
  event('accepted', 'accepted', { govId: accepted.govId, govMessage: accepted.govMessage }),
]

/** The buyer's response to it. */
export const buyerResponse = {
  id: IDS.event,
  at: TIME,
  code: 'AP',
  label: 'Accepted by the buyer',
  reason: null,
  document: 'response-1',
}

const document = (kind: string, size: number) => ({
  kind,
  filename: null,
  sha256: '9b74c9897bac770ffc029102a200c5de2c5c1e4d1f4b1f0d0c0b0a0908070605',
  size,
  mediaType: 'application/xml',
})

const pdf = { kind: 'pdf', filename: null, sha256: null, size: null, mediaType: 'application/pdf' }

/** A finding on a document in XML. */
const WRONG_UNIT = {
  rule: 'BR-CL-23',
  severity: 'fatal',
  path: '/ubl:Invoice/cac:InvoiceLine/cbc:InvoicedQuantity',
  line: 50,
  term: 'BT-130',
  message: 'The unit "HOURS" is not in UN/ECE Recommendations 20 and 21.',
  fix: 'Give the unit of the quantity (lines[].unitCode) as a code of UN/ECE Recommendations 20 and 21, for example C62 (piece), HUR (hour) or KGM (kilogram); codes of packages (Recommendation 21) begin with X, for example XCS (case) (BT-130: cac:InvoiceLine/cbc:InvoicedQuantity).',
} as const

/** Examples of the operations on invoices, by operationId. */
export const INVOICE_EXAMPLES: Readonly<Record<string, OperationExamples>> = {
  createInvoice: {
    requests,
    documents: { ownDocument: { summary: 'Belgium: your own document', value: ownDocument() } },
    responses: only('Created', { data: created }),
  },
  createInvoiceBatch: {
    requests: only('Two invoices, the second without lines', batch),
    responses: only('One is created, the other rejected', batchResults),
  },
  listInvoices: {
    responses: only('The last page', { data: [acceptedInvoice], hasMore: false, nextCursor: null }),
  },
  getInvoice: {
    responses: {
      accepted: { summary: 'Accepted', value: { data: acceptedInvoice } },
      rejected: { summary: 'Rejected, with the reason in English and a fix', value: { data: rejectedInvoice } },
    },
  },
  listInvoiceEvents: { responses: only('An accepted invoice', { data: timeline }) },
  listInvoiceResponses: {
    responses: only('An accepted invoice that the buyer accepted too', {
      data: [{ ...buyerResponse, createdAt: TIME }],
      hasMore: false,
      nextCursor: null,
    }),
  },
  retryInvoice: {
    responses: only('On its way again', {
      data: { ...created, externalId: 'order-4712', number: 'order-4712', currency: 'EUR' },
    }),
  },
  reportPayment: {
    requests: {
      whole: { summary: 'All of it was paid', value: { paidOn: PAID_INVOICE.payments[0]?.paidOn } },
      part: {
        summary: 'A part of it was paid',
        value: { paidOn: '2026-03-31', amounts: [{ vatRate: 20, amount: 600 }] },
      },
    },
    responses: only('France: the report is about to be sent to the State', { data: PAID_INVOICE }),
  },
  listInvoiceDocuments: {
    responses: only('An accepted invoice', {
      data: [document('xml', accepted.xmlSize), document('receipt', accepted.receiptSize), pdf],
    }),
  },
  getInvoiceProof: { responses: only('All its events are sealed', { data: SEALED_PROOF }) },
  convertDocument: {
    requests: { domestic: { summary: `${name}: a domestic invoice`, value: domestic } },
    documents: { ownDocument: { summary: 'Belgium: a document in UBL', value: ownDocument() } },
    responses: only('The Belgian document as a Cross Industry Invoice', { data: convertedDocument() }),
  },
  validateInvoice: {
    requests: {
      valid: { summary: `${name}: an invoice that passes`, value: domestic },
      ...national,
      invalid: {
        summary: breach.summary,
        value: { ...domestic, lines: breach.lines },
      },
    },
    documents: {
      wrongUnit: { summary: 'A UBL document with a unit that is in no list', value: WRONG_DOCUMENT },
    },
    responses: {
      valid: {
        summary: 'Valid',
        value: { profile, valid: true, errors: [], warnings: [], findingsTotal: 0, details: [] },
      },
      invalid: {
        summary: 'Every finding with its field and a fix',
        value: {
          profile,
          valid: false,
          errors: [inOneLine(breach.finding)],
          warnings: [],
          findingsTotal: 1,
          details: [{ ...breach.finding, docs: ruleLink('https://api.example.com', breach.finding.rule) }],
        },
      },
      document: {
        summary: 'For a document in XML, with the element, its line and the place of the term',
        value: {
          profile: 'en',
          valid: false,
          errors: [inOneLine(WRONG_UNIT)],
          warnings: [],
          findingsTotal: 1,
          details: [{ ...WRONG_UNIT, docs: ruleLink('https://api.example.com', WRONG_UNIT.rule) }],
        },
      },
    },
  },
}
