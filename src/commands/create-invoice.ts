import type { InvoiceCreated, InvoiceEvent, InvoiceState } from '../domain/invoice.js'
import { accept, type Decision, reject } from './handle.js'

/** The command: an invoice is to be created. It holds what its event holds. */
export type CreateInvoice = InvoiceCreated['data']

/**
 * Under an idempotency key the invoice's id is derived from account, environment and key, so a
 * repetition finds its own stream: the same body changes nothing (the original is the answer),
 * another body is rejected.
 */
export function createInvoice(command: CreateInvoice) {
  return (state: InvoiceState): Decision<InvoiceEvent, 'key_reused_with_other_body'> => {
    if (state.status === 'none') return accept({ type: 'InvoiceCreated', data: command })
    return state.facts.requestHash === command.requestHash ? accept() : reject('key_reused_with_other_body')
  }
}
