import type { InvoiceEvent, InvoiceResponded, InvoiceState } from '../domain/invoice.js'
import { accept, type Decision, reject } from './handle.js'

/** So many responses an invoice's stream takes; a usual one has a handful. */
export const MOST_RESPONSES = 1_000

/** A message that says something to people about an invoice. */
export type Response = Omit<InvoiceResponded['data'], 'number' | 'status'>

/**
 * Records what a message says of a decided invoice, once; nothing for the message that was the
 * decision itself. `undecided`: not yet; the message is to come again after the decision. `full`:
 * the stream takes no more of them.
 */
export function recordResponse(response: Response) {
  return (state: InvoiceState): Decision<InvoiceEvent, 'undecided' | 'full'> => {
    if (state.status !== 'accepted' && state.status !== 'rejected') return reject('undecided')
    const { status, decidedBy, responses } = state
    if (response.document.sha256 === decidedBy || responses.includes(response.messageId)) return accept()
    if (responses.length >= MOST_RESPONSES) return reject('full')
    return accept({ type: 'InvoiceResponded', data: { ...response, number: responses.length + 1, status } })
  }
}
