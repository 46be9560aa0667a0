import type { InvoiceEvent, InvoiceState } from '../domain/invoice.js'
import { accept, type Decision, reject } from './handle.js'

/** Puts an errored invoice back to the beginning. A rejected one is corrected by a new invoice. */
export function retryInvoice() {
  return (state: InvoiceState): Decision<InvoiceEvent, 'unknown' | 'not_errored'> => {
    switch (state.status) {
      case 'none':
        return reject('unknown')
      case 'error':
        return accept({ type: 'InvoiceRetried', data: {} })
      default:
        return reject('not_errored')
    }
  }
}
