import { streamPrefix } from '../../src/domain/streams.js'

/** Where everything happens: messages of governments come in production alone. */
export const ENVIRONMENT = 'production'
/** What the names of the invoices' streams begin with. */
export const INVOICES = streamPrefix(ENVIRONMENT, 'Invoice')
/** What the names of the deliveries' streams begin with. */
export const DELIVERIES = streamPrefix(ENVIRONMENT, 'Delivery')
/** What the names of the streams of received invoices begin with. */
export const RECEIVED = streamPrefix(ENVIRONMENT, 'Received')
/** What the names of the connections' streams begin with. */
export const CONNECTIONS = streamPrefix(ENVIRONMENT, 'Connection')
/** What the names of the webhooks' streams begin with. */
export const WEBHOOKS = streamPrefix(ENVIRONMENT, 'Webhook')
/** Stands in each secret of a story, beside those of webhooks. */
export const SECRET = 's3cret'
