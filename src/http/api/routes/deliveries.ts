import type { Loaded } from '../../../commands/handle.js'
import { deliverAgain, sendTestEvent } from '../../../commands/use-cases/deliveries.js'
import type { DeliveryEvent, DeliveryState } from '../../../domain/delivery.js'
import { MAX_REPLAY_DAYS, MAX_REPLAYED, replayEvents, type PublicEvents } from '../../../commands/use-cases/replay.js'
import type { Scope } from '../../../domain/event.js'
import { TEST_KIND } from '../../../domain/public-events/event-kinds.js'
import { deliveries, type DeliveryRow, findDelivery, listDeliveries } from '../../../projections/deliveries.js'
import { findWebhook } from '../../../projections/webhooks.js'
import { listFeed } from '../../../projections/feed.js'
import { parseInstant } from '../../../documents/intake/formats.js'
import { project } from '../../../projections/engine/projection.js'
import { knownRow } from '../../../domain/aggregate.js'
import { isoTime } from '../../../domain/iso-time.js'
import { invalidField, notFound } from '../../errors.js'
import { BEGINNING, feedCursor, feedPlace } from '../feed-place.js'
import { answerOnce, RepeatableHeaders } from '../idempotency-key.js'
import { unshownRow } from '../../load-row.js'
import { pageOf } from '../page.js'
import { responses } from '../schemas/responses.js'
import { DeliveryList, DeliveryQuery, DeliveryResponse, ReplayBody, ReplayResponse } from '../schemas/webhook.js'
import { type App, IdParams, type RouteDeps } from '../../route.js'

const tags = ['Webhooks']
const DEFAULT_PAGE = 20

/** Returns deliveries of webhooks, delivers one again, and sends a test event. */
export function deliveryRoutes(app: App, deps: RouteDeps): void {
  const events: PublicEvents<bigint> = {
    list: (scope, period, after, limit) => listFeed(deps.db, scope, period, after ?? BEGINNING, limit),
    scheduledUpTo: deps.scheduledUpTo,
  }
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
        description: 'Its status, and every attempt with the answer of the receiver.',
        tags,
        params: IdParams,
        response: responses({ 200: DeliveryResponse }, 404),
      },
    },
    async (request) => {
      const { scope, params } = request
      const row = (await findDelivery(deps.db, scope, params.id)) ?? (await unshownDelivery(deps, scope, params.id))
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
          'Sends a delivery again at once, regardless of its status, to the current address, with the same id and ' +
          'all its retries again. Earlier pending deliveries of the same invoice or connection are sent first. ' +
          'At most 10 times a minute and 50 times in all. The request has no body.',
        tags,
        params: IdParams,
        headers: RepeatableHeaders,
        response: responses({ 200: DeliveryResponse }, 403, 404, 409),
      },
    },
    (request, reply) =>
      answerOnce(deps, request, reply, async (its, context) =>
        shown(deps, await deliverAgain(its, context, request.params.id)),
      ),
  )

  app.post(
    '/v1/webhooks/replay',
    {
      config: { access: 'write', changes: { of: 'a replay', perMinute: 20 } },
      schema: {
        operationId: 'replayEvents',
        summary: 'Deliver a period again',
        description:
          'Sends every event of the period again that the webhook is subscribed to, with the id of its delivery, also ' +
          'events from before the webhook was configured. Pending deliveries stay unchanged. The events of one invoice ' +
          `or connection arrive in order. One call sends ${MAX_REPLAYED.toLocaleString('en')} events at most: call again ` +
          `with \`nextCursor\` until it is null. A period has ${MAX_REPLAY_DAYS} days at most.`,
        tags,
        headers: RepeatableHeaders,
        body: ReplayBody,
        response: responses({ 200: ReplayResponse }, 400, 403, 409, 413, 415),
      },
    },
    async (request, reply) => {
      const { scope } = request
      const { from, to, types = [], cursor } = request.body
      const start = parseInstant(from)
      if (start === null) throw invalidField('from', 'must be a time')
      const wanted = {
        from: start,
        to: to === undefined ? null : parseInstant(to),
        kinds: types.length === 0 ? null : types,
        after: await feedPlace(deps, scope, cursor),
      }
      return answerOnce(deps, request, reply, async (its, context) => {
        const { last, ...counts } = await replayEvents(its, events, context, wanted)
        return { data: { ...counts, nextCursor: last && feedCursor(deps.cursors, scope, last) } }
      })
    },
  )

  app.post(
    '/v1/webhooks/test',
    {
      config: { access: 'write', changes: { of: 'test events', perMinute: 20 } },
      schema: {
        operationId: 'sendTestEvent',
        summary: 'Send a test event',
        description:
          `Sends an event of the kind \`${TEST_KIND}\` to the webhook, regardless of its subscriptions. The request ` +
          'has no body.',
        tags,
        headers: RepeatableHeaders,
        response: responses({ 200: DeliveryResponse }, 403, 409),
      },
    },
    (request, reply) =>
      answerOnce(deps, request, reply, async (its, context) => shown(deps, await sendTestEvent(its, context))),
  )
}

async function shown({ freshness }: RouteDeps, { position, events }: Loaded<DeliveryState, DeliveryEvent>) {
  await freshness.waitFor(position, [deliveries.name])
  return { data: presentDelivery(knownRow(project(deliveries, events))) }
}

/** Pending deliveries go to the current webhook, as in the read model. */
async function unshownDelivery(deps: RouteDeps, scope: Scope, id: string): Promise<DeliveryRow | null> {
  const row = await unshownRow(deps, scope, deliveries, 'Delivery', id)
  if (row?.status !== 'pending') return row
  const webhook = await findWebhook(deps.db, scope)
  return webhook === null ? row : { ...row, url: webhook.url }
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
