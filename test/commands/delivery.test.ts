import t from 'tap'
import {
  cancelDelivery,
  recordAttempt,
  redeliver,
  scheduleDelivery,
  type ScheduleDelivery,
} from '../../src/commands/delivery.js'
import { delivery, type DeliveryAttempt, type DeliveryEvent } from '../../src/domain/delivery.js'
import { given } from '../spec.js'

const NOW = new Date('2026-03-31T09:30:00.000Z')
const inMinutes = (minutes: number): string => new Date(NOW.getTime() + minutes * 60_000).toISOString()
const url = 'https://example.com/hooks'
const subject = 'testInvoice-inv_1'
const facts: ScheduleDelivery = {
  deliveryId: 'dlv_1',
  subject,
  revision: 4,
  eventId: 'evt_1',
  kind: 'invoice.created',
  invoiceId: 'inv_1',
  connectionId: null,
  url,
  epoch: 2,
  nextAttemptAt: NOW.toISOString(),
  body: '{}',
}
const at = NOW.toISOString()
const good: DeliveryAttempt = { at, statusCode: 204, error: null, durationMs: 3 }
const bad: DeliveryAttempt = { at, statusCode: null, error: 'no answer within 30 s', durationMs: 30_000 }
const attempted = (attempt: DeliveryAttempt) => recordAttempt({ url, attempt, endedAt: NOW })

const scheduled: DeliveryEvent = { type: 'DeliveryScheduled', data: facts }
const succeeded: DeliveryEvent = { type: 'DeliverySucceeded', data: { subject, url, attempt: good } }
const gaveUp: DeliveryEvent = { type: 'DeliveryFailed', data: { subject, url, attempt: bad } }
const cancelled: DeliveryEvent = { type: 'DeliveryCancelled', data: { subject } }
const failedOnce = (nextAttemptAt: string): DeliveryEvent => ({
  type: 'DeliveryAttemptFailed',
  data: { subject, url, attempt: bad, nextAttemptAt },
})
const requested: DeliveryEvent = {
  type: 'RedeliveryRequested',
  data: { subject, revision: 4, url: `${url}/new`, epoch: 3, nextAttemptAt: NOW.toISOString() },
}
const newWebhook = {
  status: 'configured',
  url: `${url}/new`,
  events: null,
  secretName: 's',
  previousSecret: null,
  epoch: 3,
} as const

t.test('scheduling the same event again changes nothing', async () => {
  given(delivery).when(scheduleDelivery(facts)).then(scheduled)
  given(delivery, scheduled).when(scheduleDelivery(facts)).thenNothing()
  given(delivery, scheduled, succeeded).when(scheduleDelivery(facts)).thenNothing()
})

t.test('the delays of the interface specification, then failed', async () => {
  const past: DeliveryEvent[] = [scheduled]
  for (const minutes of [1, 5, 30, 120, 720]) {
    const next = failedOnce(inMinutes(minutes))
    given(delivery, ...past)
      .when(attempted(bad))
      .then(next)
    past.push(next)
  }
  given(delivery, ...past)
    .when(attempted(bad))
    .then(gaveUp)
  given(delivery, ...past)
    .when(attempted(good))
    .then(succeeded)
})

t.test('an outcome that comes too late changes nothing', async () => {
  for (const settled of [succeeded, gaveUp, cancelled]) {
    given(delivery, scheduled, settled).when(attempted(good)).thenNothing()
    given(delivery, scheduled, settled).when(attempted(bad)).thenNothing()
  }
})

t.test('a removal of the webhook cancels what was scheduled before it, and nothing else', async () => {
  given(delivery, scheduled).when(cancelDelivery(3)).then(cancelled)
  given(delivery, scheduled, failedOnce(inMinutes(1)))
    .when(cancelDelivery(3))
    .then(cancelled)
  given(delivery, scheduled).when(cancelDelivery(2)).thenNothing()
  given(delivery, scheduled, succeeded).when(cancelDelivery(3)).thenNothing()
  given(delivery, scheduled, cancelled, requested).when(cancelDelivery(3)).thenNothing()
})

t.test('any delivery can be sent again, to the webhook of today and with all its retries', async () => {
  for (const settled of [succeeded, gaveUp, cancelled]) {
    given(delivery, scheduled, settled).when(redeliver(newWebhook, NOW)).then(requested)
    given(delivery, scheduled, settled, requested)
      .when(attempted(bad))
      .then(failedOnce(inMinutes(1)))
  }
  given(delivery, scheduled, failedOnce(inMinutes(1)))
    .when(redeliver(newWebhook, NOW))
    .then(requested)
  given(delivery, scheduled, succeeded, requested).when(redeliver(newWebhook, NOW)).thenNothing()
  given(delivery).when(redeliver(newWebhook, NOW)).thenRejected('unknown')
})
