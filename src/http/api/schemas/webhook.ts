import { Type } from '@sinclair/typebox'
import { DELIVERY_STATUSES } from '../../../domain/delivery.js'
import { MAX_WEBHOOK_URL } from '../../../domain/webhook-url.js'
import { DELIVERY_KINDS, EVENT_KINDS } from '../../../domain/public-events/event-kinds.js'
import {
  formatted,
  nullableString,
  nullableTime,
  oneOf,
  strictObject,
  text,
  time,
} from '../../../documents/intake/schemas/fields.js'
import { pageParameters, pageSchema } from './page.js'
import { enveloped } from './responses.js'

/** The kinds of a webhook that names none, in words. */
const USUAL = 'all but `invoice.response`, `invoice.payment_…` and `received.…`'

const kind = oneOf(EVENT_KINDS, { description: 'An event kind', examples: ['invoice.accepted'] })
const url = 'https://example.com/webhooks/clearway'

/** The body of `POST /v1/webhooks`. */
export const ConfigureWebhookBody = strictObject(
  {
    url: text(MAX_WEBHOOK_URL, {
      description:
        'Where events are sent: a public https address without user name and password. On your own machine, ' +
        'without a public address, `clearway listen` forwards events',
      examples: [url],
    }),
    events: Type.Optional(
      Type.Array(kind, {
        maxItems: 100,
        description: `The kinds to send; absent or empty: ${USUAL}, which must be named`,
        examples: [['invoice.accepted', 'invoice.rejected', 'invoice.error']],
      }),
    ),
  },
  { title: 'ConfigureWebhook' },
)

const events = Type.Unsafe<string[] | null>({
  type: ['array', 'null'],
  items: { type: 'string', enum: [...EVENT_KINDS] },
  description: `The kinds that are sent; null: ${USUAL}`,
  examples: [['invoice.accepted', 'invoice.rejected', 'invoice.error']],
})

const withSecret = {
  url: Type.String({ description: 'Where events are sent', examples: [url] }),
  secret: Type.String({
    description: 'Signs every delivery. It is shown only this once',
    examples: ['whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD4fVYbLQpGN8='],
  }),
  events,
}

/** The answer of `POST /v1/webhooks`. */
export const ConfiguredWebhook = enveloped(
  Type.Object(withSecret, { title: 'ConfiguredWebhook' }),
  'The webhook is configured; an earlier secret is no longer used',
)

/** The answer of `POST /v1/webhooks/rotate-secret`. */
export const RotatedWebhook = enveloped(
  Type.Object(
    { ...withSecret, previousSecretExpiresAt: time('Until when the previous secret signs as well') },
    { title: 'RotatedWebhook' },
  ),
  'The new secret signs from now on',
)

/** The answer of `GET /v1/webhooks`, its secret masked. */
export const WebhookResponse = enveloped(
  Type.Object(
    {
      url: nullableString({ description: 'Where events are sent', examples: [url] }),
      secret: nullableString({ description: 'Masked', examples: ['wh_***'] }),
      events,
      previousSecretExpiresAt: nullableTime(
        'Until when the previous secret signs as well; null: only one secret signs',
      ),
      lastErrorMessage: nullableString({
        description:
          'What is wrong with the receiver, since when, and how many deliveries wait; set when the retries of one ' +
          'are used up or none has succeeded for five days; null: nothing is wrong',
        examples: [null],
      }),
    },
    { title: 'Webhook' },
  ),
  'The configuration; all fields are null if there is none',
)

/** The answer of `DELETE /v1/webhooks`. */
export const RemovedWebhook = enveloped(
  Type.Object({ deleted: Type.Literal(true) }),
  'No more events are sent; pending deliveries are cancelled',
)

/** A delivery as it is shown, with its attempts. */
const Delivery = Type.Object(
  {
    id: Type.String({
      description: 'Identifier; the same as `X-Service-Delivery-Id` and `webhook-id` of every attempt',
      examples: ['dlv_6RkWm1zXc9TnQ4vLs0JdYb'],
    }),
    eventId: Type.String({ description: 'The event that is delivered', examples: ['evt_0XyGq5vTk8BnR2wLc7ZmHs'] }),
    type: oneOf(DELIVERY_KINDS, { description: 'Kind of the event', examples: ['invoice.accepted'] }),
    invoiceId: nullableString({ description: 'The invoice it is about', examples: ['inv_2WnKc7yTq4XbR9vLz0HdSm'] }),
    connectionId: nullableString({ description: 'The connection it is about', examples: [null] }),
    url: Type.String({
      description: 'The address that it is sent to, or that its last attempt was sent to',
      examples: [url],
    }),
    status: oneOf(DELIVERY_STATUSES, {
      description:
        '`pending` waits for its next attempt; `succeeded` was answered with a 2xx status; `failed` after the last retry; `cancelled` because ' +
        'the webhook was deleted',
      examples: ['succeeded'],
    }),
    attempts: Type.Array(
      Type.Object(
        {
          at: time('When the attempt began'),
          statusCode: Type.Unsafe<number | null>({
            type: ['integer', 'null'],
            description: "Status of the receiver's answer; null: there was none",
            examples: [200],
          }),
          error: nullableString({ description: 'What went wrong; null: nothing', examples: [null] }),
          durationMs: Type.Integer({ description: 'Milliseconds until the answer', examples: [132] }),
        },
        { title: 'DeliveryAttempt' },
      ),
      { description: 'Oldest first' },
    ),
    nextAttemptAt: nullableTime('When the next attempt is made; null unless pending'),
    createdAt: time('When it was scheduled'),
  },
  { title: 'Delivery' },
)

/** The answer of every request about one delivery. */
export const DeliveryResponse = enveloped(Delivery, 'The delivery')

/** The answer of `GET /v1/webhooks/deliveries`. */
export const DeliveryList = pageSchema(Delivery, 'One page of deliveries, newest first')

/** The query of `GET /v1/webhooks/deliveries`. */
export const DeliveryQuery = strictObject({
  status: Type.Optional(oneOf(DELIVERY_STATUSES, { description: 'Only deliveries in this status' })),
  ...pageParameters('Deliveries', { most: 100, standard: 20 }),
})

/** The body of `POST /v1/webhooks/replay`. */
export const ReplayBody = strictObject(
  {
    from: formatted('date-time', {
      description: 'Events of this time and later; a date means its first instant in UTC',
      examples: ['2026-03-29T18:00:00.000Z'],
    }),
    to: Type.Optional(
      formatted('date-time', {
        description: 'Events before this time; default: all',
        examples: ['2026-03-31T08:00:00.000Z'],
      }),
    ),
    types: Type.Optional(
      Type.Array(kind, {
        maxItems: 100,
        description: 'Only these kinds, as far as the webhook is subscribed to them; absent or empty: all',
        examples: [['invoice.accepted', 'invoice.rejected']],
      }),
    ),
    cursor: Type.Optional(text(300, { description: '`nextCursor` of the previous call, for the same period' })),
  },
  { title: 'Replay' },
)

/** The answer of `POST /v1/webhooks/replay`. */
export const ReplayResponse = enveloped(
  Type.Object(
    {
      scheduled: Type.Integer({ description: 'Events that are sent again, or for the first time', examples: [412] }),
      pending: Type.Integer({
        description: 'Events whose delivery is pending already, or about to be scheduled; it stays unchanged',
        examples: [3],
      }),
      exhausted: Type.Integer({
        description: 'Events that were delivered again 50 times already; they are not sent',
        examples: [0],
      }),
      nextCursor: nullableString({
        description: 'Send it as `cursor`, with the same period, to continue; null: the period is complete',
        examples: [null],
      }),
    },
    { title: 'Replayed' },
  ),
  'How many events of the period are sent',
)
