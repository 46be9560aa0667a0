import type { InvoiceStatus } from '../../src/domain/invoice.js'

/** The statuses that may follow each: the state machine of the interface specification. */
export const MAY_FOLLOW: Readonly<Record<InvoiceStatus, readonly InvoiceStatus[]>> = {
  created: ['validated', 'error'],
  validated: ['converting', 'error'],
  converting: ['submitting', 'error'],
  submitting: ['submitting', 'submitted', 'error'],
  submitted: ['accepted', 'rejected'],
  accepted: [],
  rejected: [],
  error: ['created'],
}
