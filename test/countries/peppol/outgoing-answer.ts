import type { OutgoingAnswer } from '../../../src/countries/gateway/answering.js'
import type { InvoiceReceived } from '../../../src/domain/received.js'

/** An invoice that came by the network. */
export const RECEIVED: InvoiceReceived['data'] = {
  receivedId: 'rcv_4TgHc8rWq2NmV6xKp0YzJd',
  companyId: 'comp_9fPzQeYk3LmT6sUvHa2WdR',
  country: 'BE',
  channel: 'peppol',
  govId: 'of-the-network-1',
  arrivedAt: '2026-11-22T09:30:00.000Z',
  number: 'F-1',
  invoiceType: 'invoice',
  issueDate: '2026-11-21',
  dueDate: null,
  supplierName: 'Brouwerij',
  supplierVat: 'BE0403170701',
  customerVat: 'BE0475689186',
  netAmount: '100.00',
  vatAmount: '21.00',
  grossAmount: '121.00',
  currency: 'EUR',
  document: { sha256: 'a'.repeat(64), size: 4_213, mediaType: 'application/xml' },
  files: [],
  reading: null,
  format: 'ubl',
  valid: true,
  findingsTotal: 0,
  accounts: [],
  duplicateOf: null,
  sentAs: null,
}

/** An answer of its receiver, with these differences. */
export function outgoingAnswer(changes: Partial<OutgoingAnswer> = {}): OutgoingAnswer {
  return {
    scope: { account: 'acc_1', environment: 'production' },
    responseId: 'rsp_8LmZt4wYc1HrN6xQv0KdSg',
    country: 'BE',
    code: 'approved',
    nationalCode: 'AP',
    reason: null,
    reasonCode: null,
    amount: null,
    date: null,
    requestedAt: new Date('2026-11-23T10:00:00.000Z'),
    received: RECEIVED,
    answered: {
      number: 'F-1',
      issueDate: '2026-11-21',
      typeCode: '380',
      seller: party('Brouwerij', '0403170701'),
      buyer: party('Café & Co', '0475689186'),
      network: {
        sender: 'iso6523-actorid-upis::0208:0403170701',
        receiver: 'iso6523-actorid-upis::0208:0475689186',
      },
    },
    ...changes,
  }
}

function party(name: string, value: string) {
  return { name, vatNumber: `BE${value}`, electronicAddress: { scheme: '0208', value }, registration: null }
}
