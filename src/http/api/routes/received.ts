import type { Static } from '@sinclair/typebox'
import { loadOwned } from '../../../commands/owned.js'
import { readInvoice } from '../../../commands/use-cases/read-received.js'
import { parseInstant } from '../../../documents/intake/formats.js'
import { knownRow } from '../../../domain/aggregate.js'
import { receivedTimeline } from '../../../domain/public-events/received-timeline.js'
import { shownReceived } from '../../../domain/public-events/received-view.js'
import { received as receivedInvoice } from '../../../domain/received.js'
import { project } from '../../../projections/engine/projection.js'
import { listReceived, received, type ReceivedFilter } from '../../../projections/received.js'
import { invalidField, notFound } from '../../errors.js'
import { receivedById } from '../row-by-id.js'
import { type App, IdParams, type RouteDeps } from '../../route.js'
import { answerOnce, RepeatableHeaders } from '../idempotency-key.js'
import { pageOf } from '../page.js'
import { receivedCsv } from '../received-csv.js'
import { precedingReceived } from '../../preceding-received.js'
import { readingOf, storedReceived } from '../received-documents.js'
import {
  ReceivedCsv,
  ReceivedCsvQuery,
  ReceivedInBrief,
  ReceivedList,
  ReceivedQuery,
  ReceivedResponse,
  ReceivedTimeline,
} from '../schemas/received.js'
import { responses } from '../schemas/responses.js'

const tags = ['Receiving']
const DEFAULT_PAGE = 20
const MOST_CSV_ROWS = 10_000

/** Returns received invoices and their timelines, and marks one as read. */
export function receivedRoutes(app: App, deps: RouteDeps): void {
  app.get(
    '/v1/received',
    {
      config: { access: 'read' },
      schema: {
        operationId: 'listReceived',
        summary: 'List received invoices',
        description: 'Newest first. Pages are stable while new invoices arrive.',
        tags,
        querystring: ReceivedQuery,
        response: responses({ 200: ReceivedList }, 400),
      },
    },
    ({ scope, query }) => {
      const { cursor, limit = DEFAULT_PAGE } = query
      const filter = filterOf(query)
      return pageOf(
        deps.cursors,
        { list: 'rcv', scope, cursor, limit },
        (after, most) => listReceived(deps.db, scope, filter, after, most),
        shownReceived,
      )
    },
  )

  app.get(
    '/v1/received.csv',
    {
      config: { access: 'read' },
      schema: {
        operationId: 'exportReceived',
        summary: 'Get received invoices as CSV',
        description:
          'The fields of a received invoice as a table (RFC 4180), newest first, at most 10,000 rows. A cell of text ' +
          'that begins with = + - @, a tab or a line end has an apostrophe before it, so that no program runs it.',
        tags,
        querystring: ReceivedCsvQuery,
        response: responses({ 200: ReceivedCsv }, 400),
      },
    },
    async ({ scope, query }, reply) => {
      const rows = await listReceived(deps.db, scope, filterOf(query), null, MOST_CSV_ROWS)
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', 'attachment; filename="received.csv"')
        .serializer((text: unknown) => String(text))
        .send(receivedCsv(rows.map(shownReceived)))
    },
  )

  app.get(
    '/v1/received/:id',
    {
      config: { access: 'read' },
      schema: {
        operationId: 'getReceived',
        summary: 'Get a received invoice',
        description:
          'With what was read of the document and what the rules and the service found. A finding never hides an ' +
          'invoice: also one that could not be read is kept and shown.',
        tags,
        params: IdParams,
        response: responses({ 200: ReceivedResponse }, 404),
      },
    },
    async ({ scope, params }) => {
      const row = await receivedById(deps, scope, params.id)
      const { facts } = await storedReceived(deps, scope, params.id)
      const { invoice, losses, findings } = await readingOf(deps.documents, scope, facts)
      const preceding = [...(await precedingReceived(deps.db, row, invoice))]
      return { data: { ...shownReceived(row), invoice, losses, findings, preceding } }
    },
  )

  app.get(
    '/v1/received/:id/events',
    {
      config: { access: 'read' },
      schema: {
        operationId: 'listReceivedEvents',
        summary: "A received invoice's timeline",
        description: 'What happened to it, oldest first.',
        tags,
        params: IdParams,
        response: responses({ 200: ReceivedTimeline }, 404),
      },
    },
    async ({ scope, params }) => {
      const owned = await loadOwned(deps.store, scope, receivedInvoice, 'Received', params.id)
      if (owned === null) throw notFound('received invoice')
      return { data: [...receivedTimeline(owned.loaded.events)] }
    },
  )

  app.post(
    '/v1/received/:id/read',
    {
      config: { access: 'write', changes: { of: 'a received invoice', perMinute: 20 } },
      schema: {
        operationId: 'readReceived',
        summary: 'Mark a received invoice as read',
        description: 'A second time changes nothing: `readAt` stays. The sender does not get notified. No body.',
        tags,
        params: IdParams,
        headers: RepeatableHeaders,
        response: responses({ 200: ReceivedInBrief }, 403, 404, 409),
      },
    },
    (request, reply) =>
      answerOnce(deps, request, reply, async (its, context) => {
        const loaded = await readInvoice(its, context, request.params.id)
        await deps.freshness.waitFor(loaded.position, [received.name])
        return { data: shownReceived(knownRow(project(received, loaded.events))) }
      }),
  )
}

function filterOf(query: Static<typeof ReceivedCsvQuery>): ReceivedFilter {
  const { companyId, country, status, supplierVat, search, dateFrom, dateTo } = query
  const createdAfter = dateFrom === undefined ? null : parseInstant(dateFrom)
  const createdBefore = dateTo === undefined ? null : parseInstant(dateTo)
  if (createdAfter && createdBefore && createdAfter > createdBefore) throw invalidField('dateFrom', 'is after dateTo')
  return {
    ...(companyId !== undefined && { companyId }),
    ...(country !== undefined && { country }),
    ...(status !== undefined && { status }),
    ...(supplierVat !== undefined && { supplierVat }),
    ...(search !== undefined && search !== '' && { search }),
    ...(createdAfter && { createdAfter }),
    ...(createdBefore && { createdBefore }),
  }
}
