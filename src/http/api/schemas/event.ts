import { Type } from '@sinclair/typebox'
import { EVENT_KINDS } from '../../../domain/public-events/event-kinds.js'
import { formatted, nullableString, oneOf, strictObject, text, time } from '../../../documents/intake/schemas/fields.js'
import { pageParameters } from './page.js'

/** An event of the feed: the same as the body of a delivery. */
const FeedEvent = Type.Object(
  {
    id: Type.String({
      description: 'Identifier; the same in the timeline and in deliveries',
      examples: ['evt_0XyGq5vTk8BnR2wLc7ZmHs'],
    }),
    type: oneOf(EVENT_KINDS, { description: 'Kind of the event', examples: ['invoice.accepted'] }),
    createdAt: time('When it happened'),
    data: Type.Unsafe<Record<string, unknown>>({
      type: 'object',
      additionalProperties: true,
      description:
        'The invoice or connection right after the event, as in the webhook of this kind, which describes its fields',
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
        'Send it as `cursor` to get the events after these, also if there are none yet; null only while there has ' +
        'been no event at all',
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
