import { cancelDelivery, recordAttempt, redeliver, scheduleDelivery } from '../../src/commands/delivery.js'
import { configureWebhook, removeWebhook, rotateWebhookSecret } from '../../src/commands/webhook.js'
import { type Decision, handle } from '../../src/commands/handle.js'
import { systemClock } from '../../src/domain/clock.js'
import { delivery, type DeliveryEvent, type DeliveryState } from '../../src/domain/delivery.js'
import type { Scope } from '../../src/domain/event.js'
import { derivedId } from '../../src/domain/ids.js'
import { streamName, webhookStream } from '../../src/domain/streams.js'
import { webhook } from '../../src/domain/webhook.js'
import type { EventStore } from '../../src/eventstore/port.js'

type Step = (state: DeliveryState) => Decision<DeliveryEvent, string>

const AT = new Date('2026-03-31T09:30:00.000Z')
const URL = 'https://example.com/hooks'
const CONFIGURED = {
  status: 'configured',
  url: URL,
  events: null,
  secretName: 's',
  previousSecret: null,
  epoch: 1,
} as const
const attempt = (statusCode: number | null): Step => {
  const error = statusCode === 200 ? null : 'refused'
  return recordAttempt({
    url: URL,
    attempt: { at: AT.toISOString(), statusCode, error, durationMs: 12 },
    endedAt: AT,
  })
}
const FAILED = Array.from({ length: 6 }, () => attempt(500))

/**
 * What happened to the deliveries of one subject, each in its order: every status, and every way
 * from one to the next.
 */
const FATES: readonly (readonly Step[])[] = [
  [attempt(200)],
  [attempt(null), attempt(200)],
  FAILED,
  [cancelDelivery(1)],
  [...FAILED, redeliver(CONFIGURED, AT)],
  [attempt(200), redeliver(CONFIGURED, AT), attempt(500)],
  [attempt(500), redeliver(CONFIGURED, AT)],
  [attempt(500)],
  [],
]

/** A webhook, replaced, deleted and created again; deliveries of one subject in every status. */
export async function writeWebhookHistory(store: EventStore, scope: Scope, subject: string): Promise<void> {
  const deps = { store, clock: systemClock }
  const context = { ...scope, actor: 'operator', correlationId: 'req_test', causationId: 'req_test' } as const
  for (const decide of [
    configureWebhook({ url: URL, events: ['invoice.created', 'invoice.created'], secretName: 'webhook/1' }),
    configureWebhook({ url: `${URL}/2`, events: null, secretName: 'webhook/2' }),
    removeWebhook(),
    configureWebhook({ url: `${URL}/3`, events: ['invoice.error'], secretName: 'webhook/3' }),
    rotateWebhookSecret({ secretName: 'webhook/4', now: AT }),
  ]) {
    await handle(deps, context, webhook, webhookStream(scope), decide)
  }
  for (const [index, fate] of FATES.entries()) {
    const deliveryId = derivedId('dlv', subject, String(index))
    const scheduled = scheduleDelivery({
      deliveryId,
      subject,
      revision: index,
      eventId: derivedId('evt', subject, String(index)),
      kind: 'invoice.created',
      invoiceId: 'inv_1',
      connectionId: null,
      url: URL,
      epoch: 0,
      nextAttemptAt: AT.toISOString(),
      body: '{}',
    })
    const stream = streamName(scope.environment, 'Delivery', deliveryId)
    for (const step of [scheduled, ...fate]) await handle(deps, context, delivery, stream, step)
  }
}
