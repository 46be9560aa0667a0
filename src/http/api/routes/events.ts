import { publicBody } from '../../../domain/public-events/public-event.js'
import { parseInstant } from '../../../documents/intake/formats.js'
import { listFeed } from '../../../projections/feed.js'
import { feedCursor, feedPlace, kindsIn } from '../feed-place.js'
import { EventFeed, EventQuery } from '../schemas/event.js'
import { responses } from '../schemas/responses.js'
import type { App, RouteDeps } from '../../route.js'

const DEFAULT_PAGE = 20

/** The feed of all events, for clients that poll or that were disconnected. */
export function eventRoutes(app: App, deps: RouteDeps): void {
  app.get(
    '/v1/events',
    {
      config: { access: 'read' },
      schema: {
        operationId: 'listEvents',
        summary: 'List events',
        description:
          'All events that webhooks deliver, except test events, whether a webhook is configured or not. Oldest ' +
          'first. Continue with `nextCursor`, which every page has: then you miss no event and see none twice. ' +
          '`hasMore: false` means that there are no more events for now; ask again later with the same cursor. An ' +
          'event appears some moments after it happened.',
        tags: ['Events'],
        querystring: EventQuery,
        response: responses({ 200: EventFeed }, 400),
      },
    },
    async (request) => {
      const { scope } = request
      const { cursor, limit = DEFAULT_PAGE, types, from } = request.query
      const since = from === undefined ? null : parseInstant(from)
      const filter = { ...(types !== undefined && { kinds: kindsIn(types) }), ...(since && { from: since }) }
      const after = await feedPlace(deps, scope, cursor)
      // One row more than the page shows whether there is another page.
      const found = await listFeed(deps.db, scope, filter, after, limit + 1)
      const page = found.slice(0, limit)
      const last = page.at(-1)
      const nextCursor = last ? feedCursor(deps.cursors, scope, last) : (cursor ?? null)
      return { data: page.map(publicBody), hasMore: found.length > limit, nextCursor }
    },
  )
}
