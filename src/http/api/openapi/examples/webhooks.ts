import { activeConnection } from './connections.js'
import { IDS, only, type OperationExamples, TIME } from '../example.js'

const url = 'https://example.com/webhooks/clearway'
const events = ['invoice.accepted', 'invoice.rejected', 'invoice.error']

const delivery = {
  id: IDS.delivery,
  eventId: IDS.event,
  type: 'webhook.test',
  invoiceId: null,
  connectionId: null,
  url,
  status: 'pending',
  attempts: [],
  nextAttemptAt: TIME,
  createdAt: TIME,
}

/** Examples of the requests and answers about webhooks and deliveries, by operationId. */
export const WEBHOOK_EXAMPLES: Readonly<Record<string, OperationExamples>> = {
  configureWebhook: {
    requests: only('The decisions only', { url, events }),
    responses: only('The secret, shown only this once', {
      data: { url, secret: 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD4fVYbLQpGN8=', events },
    }),
  },
  rotateWebhookSecret: {
    responses: only('The new secret, shown only this once', {
      data: {
        url,
        secret: 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD4fVYbLQpGN8=',
        events,
        previousSecretExpiresAt: '2026-04-01T09:30:00.000Z',
      },
    }),
  },
  getWebhook: {
    responses: only('The secret is masked', {
      data: { url, secret: 'wh_***', events, previousSecretExpiresAt: null, lastErrorMessage: null },
    }),
  },
  deleteWebhook: { responses: only('Deleted', { data: { deleted: true } }) },
  sendTestEvent: { responses: only('On its way', { data: delivery }) },
  listDeliveries: { responses: only('The last page', { data: [delivery], hasMore: false, nextCursor: null }) },
  getDelivery: { responses: only('The delivery', { data: delivery }) },
  replayEvents: {
    requests: only('After an outage', {
      from: '2026-03-29T18:00:00.000Z',
      to: '2026-03-31T12:00:00.000Z',
      types: ['invoice.accepted', 'invoice.rejected'],
    }),
    responses: only('On its way again', { data: { scheduled: 1, pending: 0, exhausted: 0, nextCursor: null } }),
  },
  listEvents: {
    responses: only('All events so far', {
      data: [{ id: IDS.event, type: 'connection.active', createdAt: TIME, data: activeConnection }],
      hasMore: false,
      nextCursor: '3mK9cT0dQ1pXv7bYwL2nRGxpenN5',
    }),
  },
  redeliver: { responses: only('On its way again', { data: delivery }) },
}
