import { type CommandDeps, handle, load } from '../../commands/handle.js'
import { MAX_REDELIVERIES, redeliver, redeliveriesOf } from '../../commands/redeliver.js'
import { scheduleDelivery, type ScheduleDelivery } from '../../commands/schedule-delivery.js'
import { delivery } from '../../domain/delivery.js'
import type { Scope } from '../../domain/event.js'
import { newId, type RandomBytes } from '../../domain/ids.js'
import { streamName, webhookStream } from '../../domain/streams.js'
import { type ConfiguredWebhook, webhook } from '../../domain/webhook.js'
import { deliveries, type DeliveryRow, findDelivery, listDeliveries } from '../../projections/deliveries.js'
import { TEST_KIND } from '../../projections/event-kinds.js'
import { project } from '../../projections/projection.js'
import { commandContext } from '../access.js'
import { conflict, notFound } from '../errors.js'
import { loadOwned } from '../owned.js'
import { pageOf } from '../page.js'
import { isoTime } from '../../projections/shown.js'
import { responses } from '../schemas/responses.js'
import { DeliveryList, DeliveryQuery, DeliveryResponse } from '../schemas/webhook.js'
import { type App, IdParams, present, type RouteDeps } from './route.js'

const tags = ['Webhooks']
const DEFAULT_PAGE = 20

export function deliveryRoutes(app: App, deps: RouteDeps): void {
  app.get(
    '/v1/webhooks/deliveries',
    {
      config: { access: 'read' },
      schema: {
        operationId: 'listDeliveries',
        summary: 'List deliveries',
        description: 'Newest first. Pages are stable while new deliveries arrive.',
        tags,
        querystring: DeliveryQuery,
        response: responses({ 200: DeliveryList }, 400),
      },
    },
    (request) => {
      const { scope } = request
      const { cursor, limit = DEFAULT_PAGE, status = null } = request.query
      return pageOf(
        deps.cursors,
        { list: 'dlv', scope, cursor, limit },
        (after, most) => listDeliveries(deps.db, scope, status, after, most),
        presentDelivery,
      )
    },
  )

  app.get(
    '/v1/webhooks/deliveries/:id',
    {
      config: { access: 'read' },
      schema: {
        operationId: 'getDelivery',
        summary: 'Get a delivery',
        tags,
        params: IdParams,
        response: responses({ 200: DeliveryResponse }, 404),
      },
    },
    async (request) => {
      const row = await findDelivery(deps.db, request.scope, request.params.id)
      if (row === null) throw notFound('delivery')
      return { data: presentDelivery(row) }
    },
  )

  app.post(
    '/v1/webhooks/deliveries/:id/redeliver',
    {
      config: { access: 'write', changes: { of: 'a delivery', perMinute: 10 } },
      schema: {
        operationId: 'redeliver',
        summary: 'Deliver again',
        description:
          'Sends a delivery again at once, whatever became of it, to the address of today, under the same id and with all retries before it. Earlier ' +
          'pending deliveries of the same invoice or connection go first. At most 10 times a minute and 50 times in all. Takes no body.',
        tags,
        params: IdParams,
        response: responses({ 200: DeliveryResponse }, 403, 404, 409),
      },
    },
    async (request) => {
      const owned = await loadOwned(deps.store, request.scope, delivery, 'Delivery', request.params.id)
      if (!owned) throw notFound('delivery')
      if (redeliveriesOf(owned.loaded.events) >= MAX_REDELIVERIES)
        throw conflict(`The delivery was asked for again ${MAX_REDELIVERIES} times; GET the resource that it tells of`)
      const configured = await configuredWebhook(deps, request.scope)
      const context = commandContext(request)
      const command = redeliver(configured, deps.clock.now())
      const outcome = await handle(deps, context, delivery, owned.stream, command, owned.loaded)
      if (outcome.kind === 'rejected') throw notFound('delivery')
      await deps.freshness.waitFor(outcome.loaded.position, [deliveries.name])
      return { data: presentDelivery(present(project(deliveries, outcome.loaded.events))) }
    },
  )

  app.post(
    '/v1/webhooks/test',
    {
      config: { access: 'write', changes: { of: 'test events', perMinute: 20 } },
      schema: {
        operationId: 'sendTestEvent',
        summary: 'Send a test event',
        description: `Sends an event of the kind \`${TEST_KIND}\` to the webhook, whatever it is subscribed to. Takes no body.`,
        tags,
        response: responses({ 200: DeliveryResponse }, 403, 409),
      },
    },
    async (request) => {
      const { scope } = request
      const command = testDelivery(scope, await configuredWebhook(deps, scope), deps.clock.now(), deps.random)
      const context = commandContext(request)
      const outcome = await handle(deps, context, delivery, command.subject, scheduleDelivery(command))
      await deps.freshness.waitFor(outcome.loaded.position, [deliveries.name])
      return { data: presentDelivery(present(project(deliveries, outcome.loaded.events))) }
    },
  )
}

/** Read from its own events: a webhook that was configured a moment ago is there. */
async function configuredWebhook(deps: CommandDeps, scope: Scope): Promise<ConfiguredWebhook> {
  const { state } = await load(deps.store, webhook, webhookStream(scope), deps.snapshots)
  if (state.status === 'none') throw conflict('No webhook is configured; configure one with POST /v1/webhooks')
  return state
}

/** It waits for no other delivery, and none waits for it: its own stream is its subject. */
function testDelivery(
  { environment }: Scope,
  { url, epoch }: ConfiguredWebhook,
  now: Date,
  random: RandomBytes,
): ScheduleDelivery {
  const deliveryId = newId('dlv', random)
  const id = newId('evt', random)
  const createdAt = now.toISOString()
  return {
    deliveryId,
    subject: streamName(environment, 'Delivery', deliveryId),
    eventId: id,
    kind: TEST_KIND,
    invoiceId: null,
    connectionId: null,
    url,
    epoch,
    nextAttemptAt: createdAt,
    body: JSON.stringify({ id, type: TEST_KIND, createdAt, data: { message: 'The webhook works.' } }),
  }
}

function presentDelivery(row: DeliveryRow) {
  return {
    id: row.id,
    eventId: row.event_id,
    type: row.type,
    invoiceId: row.invoice_id,
    connectionId: row.connection_id,
    url: row.url,
    status: row.status,
    attempts: row.attempts.map(({ at, statusCode, error, durationMs }) => ({ at, statusCode, error, durationMs })),
    nextAttemptAt: isoTime(row.next_attempt_at),
    createdAt: isoTime(row.created_at),
  }
}
