import type { OperationExamples } from '../example.js'
import { API_KEY_EXAMPLES } from './api-keys.js'
import { COMPANY_EXAMPLES } from './companies.js'
import { CONNECTION_EXAMPLES } from './connections.js'
import { INVOICE_EXAMPLES } from './invoices.js'
import { RECEIVED_EXAMPLES } from './received.js'
import { OPERATION_EXAMPLES } from './operation.js'
import { WEBHOOK_EXAMPLES } from './webhooks.js'

/** By operationId. */
export const EXAMPLES: Readonly<Record<string, OperationExamples>> = {
  ...INVOICE_EXAMPLES,
  ...COMPANY_EXAMPLES,
  ...CONNECTION_EXAMPLES,
  ...RECEIVED_EXAMPLES,
  ...WEBHOOK_EXAMPLES,
  ...API_KEY_EXAMPLES,
  ...OPERATION_EXAMPLES,
}
