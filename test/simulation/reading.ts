import { judgeInProcess } from '../../src/documents/judging/in-process.js'
import type { Judging } from '../../src/documents/judging/port.js'
import { unreadableDocument } from '../../src/documents/receiving/read-received.js'
import type { InvoiceContent } from './documents.js'

/** Reads documents of the simulation's suppliers; judges all else as the service does. */
export const simulatedJudging: Judging = {
  ...judgeInProcess,
  receive(_caller, document, { country }) {
    const { supplier, number, bankAccount } = JSON.parse(Buffer.from(document).toString()) as InvoiceContent
    const unread = unreadableDocument(country, 'it is not in XML', 'Send XML')
    if (supplier === null) return Promise.resolve(unread)
    return Promise.resolve({
      ...unread,
      format: 'ubl',
      terms: { ...unread.terms, number, supplierName: supplier, invoiceType: 'invoice', issueDate: '2026-05-01' },
      accounts: [bankAccount],
      valid: true,
      findings: [],
      findingsTotal: 0,
    })
  },
}
