import type { OutgoingAnswer } from '../../../src/countries/gateway/answering.js'
import { RECEIVED } from '../../support/received-invoice.js'

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
