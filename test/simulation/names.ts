import { streamPrefix } from '../../src/domain/streams.js'

/** Where everything happens: messages of governments come in production alone. */
export const ENVIRONMENT = 'production'
/** What the names of the invoices' streams begin with. */
export const INVOICES = streamPrefix(ENVIRONMENT, 'Invoice')
/** What the names of the deliveries' streams begin with. */
export const DELIVERIES = streamPrefix(ENVIRONMENT, 'Delivery')
