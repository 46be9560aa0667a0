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
    responses: only('The secret, shown this once', {
      data: { url, secret: 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD4fVYbLQpGN8=', events },
    }),
  },
  getWebhook: { responses: only('The secret is masked', { data: { url, secret: 'wh_***', events } }) },
  deleteWebhook: { responses: only('Deleted', { data: { deleted: true } }) },
  sendTestEvent: { responses: only('On its way', { data: delivery }) },
  listDeliveries: { responses: only('The last page', { data: [delivery], hasMore: false, nextCursor: null }) },
  getDelivery: { responses: only('The delivery', { data: delivery }) },
  redeliver: { responses: only('On its way again', { data: delivery }) },
}
