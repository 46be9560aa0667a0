import { handle, load } from '../../../src/commands/handle.js'
import { recordAttempt } from '../../../src/commands/delivery.js'
import { sendTestEvent } from '../../../src/commands/use-cases/deliveries.js'
import { delivery } from '../../../src/domain/delivery.js'
import { streamName } from '../../../src/domain/streams.js'
import type { Client, TestService } from '../api/test-service.js'

/** Configures a webhook, and makes a delivery to it all of whose attempts failed. */
export async function deadDelivery({ deps }: TestService, test: Client, account: string): Promise<void> {
  await test.post('/v1/webhooks', { url: 'https://receiver.example.com/hook' })
  const context = {
    account,
    environment: 'test',
    actor: 'processor:test',
    correlationId: 'req_1',
    causationId: 'req_1',
  } as const
  const { events } = await sendTestEvent(deps, context)
  const [scheduled] = events
  if (scheduled?.type !== 'DeliveryScheduled') throw new Error('no delivery was scheduled')
  const { deliveryId, url } = scheduled.data
  const stream = streamName('test', 'Delivery', deliveryId)
  const attempt = { at: deps.clock.now().toISOString(), statusCode: 500, error: 'HTTP 500', durationMs: 12 }
  const isPending = async (): Promise<boolean> => (await load(deps.store, delivery, stream)).state.status === 'pending'
  let position = 0n
  while (await isPending()) {
    const command = recordAttempt({ url, attempt, endedAt: deps.clock.now() })
    position = (await handle(deps, context, delivery, stream, command)).loaded.position
  }
  await deps.freshness.waitFor(position, ['deliveries'])
}
