import { Type } from '@sinclair/typebox'
import { EVENT_KINDS } from '../../../domain/public-events/event-kinds.js'
import { formatted, nullableString, oneOf, strictObject, text, time } from '../../../documents/intake/schemas/fields.js'
import { pageParameters } from './page.js'

/** An event of the feed: what a delivery's body has. */
const FeedEvent = Type.Object(
  {
    id: Type.String({
      description: 'Identifier; the same in the timeline and in deliveries',
      examples: ['evt_0XyGq5vTk8BnR2wLc7ZmHs'],
    }),
    type: oneOf(EVENT_KINDS, { description: 'Its kind', examples: ['invoice.accepted'] }),
    createdAt: time('When it happened'),
    data: Type.Unsafe<Record<string, unknown>>({
      type: 'object',
      additionalProperties: true,
      description:
        'The invoice or connection as it was right after the event; the same as in the webhook of this kind, where its fields are described',
    }),
  },
  { title: 'Event' },
)

/** The answer of `GET /v1/events`. */
export const EventFeed = Type.Object(
  {
    data: Type.Array(FeedEvent),
    hasMore: Type.Boolean({ description: 'Whether there are further events already' }),
    nextCursor: nullableString({
      description:
        'Send it as `cursor` to get what comes after these events, also when there is nothing yet; null only as long as there was no event at all',
      examples: ['3mK9cT0dQ1pXv7bYwL2nRGxpenN5'],
    }),
  },
  { description: 'One page of events, oldest first' },
)

/** The query of `GET /v1/events`. */
export const EventQuery = strictObject({
  types: Type.Optional(
    text(500, {
      description: 'Only events of these kinds, separated by commas',
      examples: ['invoice.accepted,invoice.rejected'],
    }),
  ),
  from: Type.Optional(
    formatted('date-time', {
      description: 'Only events of this time and later; a date means its first instant in UTC',
    }),
  ),
  ...pageParameters('Events', { most: 100, standard: 20 }),
})
