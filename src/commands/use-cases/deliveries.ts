import { delivery, type DeliveryEvent, type DeliveryState } from '../../domain/delivery.js'
import type { RandomBytes } from '../../domain/ids.js'
import { conflict, unknown } from '../../domain/refusal.js'
import { streamName } from '../../domain/streams.js'
import type { ConfiguredWebhook } from '../../domain/webhook.js'
import { TEST_DATA, TEST_KIND } from '../../domain/public-events/event-kinds.js'
import { hasHappened, idFor } from '../command-id.js'
import { type CommandDeps, handle, type Loaded, type ScopedContext, scopeOf } from '../handle.js'
import { loadOwned } from '../owned.js'
import { MAX_REDELIVERIES, redeliver, redeliveriesOf, scheduleDelivery, type ScheduleDelivery } from '../delivery.js'
import { configuredWebhook } from './webhook.js'

type LoadedDelivery = Loaded<DeliveryState, DeliveryEvent>

/**
 * Sends a delivery again to the current webhook, a limited number of times. Refuses a delivery
 * that does not exist, and accounts without a webhook.
 */
export async function deliverAgain(
  deps: CommandDeps,
  context: ScopedContext,
  deliveryId: string,
): Promise<LoadedDelivery> {
  const scope = scopeOf(context)
  const owned = await loadOwned(deps.store, scope, delivery, 'Delivery', deliveryId)
  if (!owned) throw unknown('delivery')
  const { stream, loaded } = owned
  if (!hasHappened(context, stream, loaded) && redeliveriesOf(loaded.events) >= MAX_REDELIVERIES)
    throw conflict(
      `The delivery was sent again ${MAX_REDELIVERIES} times, which is the limit; GET the resource it is about`,
    )
  const command = redeliver(await configuredWebhook(deps, scope), deps.clock.now())
  const outcome = await handle(deps, context, delivery, stream, command, loaded)
  if (outcome.kind === 'rejected') throw unknown('delivery')
  return outcome.loaded
}

/**
 * Schedules a test delivery, which is about no invoice, for a client that tries its receiver.
 * Refuses accounts without a webhook.
 */
export async function sendTestEvent(
  deps: CommandDeps & { readonly random: RandomBytes },
  context: ScopedContext,
): Promise<LoadedDelivery> {
  const scope = scopeOf(context)
  const command = testDelivery(context, await configuredWebhook(deps, scope), deps.clock.now(), deps.random)
  return (await handle(deps, context, delivery, command.subject, scheduleDelivery(command))).loaded
}

/** It waits for no other delivery, and none waits for it: its own stream is its subject. */
function testDelivery(
  context: ScopedContext,
  { url, epoch }: ConfiguredWebhook,
  now: Date,
  random: RandomBytes,
): ScheduleDelivery {
  const deliveryId = idFor(context, 'dlv', random)
  const id = idFor(context, 'evt', random)
  const createdAt = now.toISOString()
  return {
    deliveryId,
    subject: streamName(context.environment, 'Delivery', deliveryId),
    revision: null,
    eventId: id,
    kind: TEST_KIND,
    invoiceId: null,
    connectionId: null,
    url,
    epoch,
    nextAttemptAt: createdAt,
    body: JSON.stringify({ id, type: TEST_KIND, createdAt, data: TEST_DATA }),
  }
}
