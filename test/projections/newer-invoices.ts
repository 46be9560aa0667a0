import type { InvoiceEvent } from '../../src/domain/invoice.js'
import { invoices } from '../../src/projections/invoices.js'
import type { Projection } from '../../src/projections/engine/projection.js'

/** The invoices' read model of the next release: one column more, which each event writes. */
export const newerInvoices = {
  ...invoices,
  version: invoices.version + 1,
  columns: `${invoices.columns}, last_event text`,
  evolve: (row: never, event: never) => ({
    ...invoices.evolve(row, event),
    last_event: (event as InvoiceEvent).type,
  }),
} as unknown as Projection
