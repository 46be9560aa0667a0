import type { AccountRow } from './accounts.js'
import type { ApiKeyRow, KeyUsageRow } from './api-keys.js'
import type { CompanyRow } from './companies.js'
import type { ConnectionRow } from './connections.js'
import type { DeliveryRow } from './deliveries.js'
import type { InvoiceRow } from './invoices.js'
import type { InvoiceSearchRow } from './invoice-search.js'
import type { TimelineRow } from './timeline.js'
import type { WebhookRow } from './webhooks.js'

/** The tables that queries may name: a new read model that HTTP queries has its line here. */
export type ReadModels = {
  'read.accounts': AccountRow
  'read.api_keys': ApiKeyRow
  'read.companies': CompanyRow
  'read.connections': ConnectionRow
  'read.deliveries': DeliveryRow
  'read.invoices': InvoiceRow
  'read.invoice_search': InvoiceSearchRow
  'read.timeline': TimelineRow
  'read.webhooks': WebhookRow
  'operations.api_key_usage': KeyUsageRow
}
