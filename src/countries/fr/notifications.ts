import type { KeyObject } from 'node:crypto'
import { publicKeysIn } from '../gateway/http-signature/keys.js'
import type { Notifications } from '../gateway/notifications.js'
import { isFields } from './failures.js'
import { readFlow } from './flow-service/flow.js'
import { trackingReference } from './flow-service/messages.js'

/**
 * The platforms' optional webhooks (AFNOR XP Z12-013, `WebhookCallbackContent`): `{"flowInfo":
 * Flow}`. A new status is collected, an invoice that the flow is polled, and what came from a
 * supplier is fetched.
 */
export const PLATFORM_NOTIFICATIONS: Notifications = {
  country: 'FR',
  path: '/afnor',
  channel: 'afnor',
  keysIn: ({ notificationKeys }): readonly KeyObject[] =>
    notificationKeys === undefined ? [] : publicKeysIn(notificationKeys),
  referencesIn(body) {
    const trackingId = readFlow(flowInfoIn(body))?.trackingId ?? null
    return trackingId === null ? [] : [trackingReference(trackingId)]
  },
  announcesArrival: (body) => readFlow(flowInfoIn(body))?.flowType === 'SupplierInvoice',
}

function flowInfoIn(body: Uint8Array): unknown {
  try {
    const content: unknown = JSON.parse(Buffer.from(body).toString('utf8'))
    return isFields(content) ? content['flowInfo'] : null
  } catch {
    return null
  }
}
