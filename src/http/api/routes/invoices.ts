import type { Static } from '@sinclair/typebox'
import { loadOwned } from '../../../commands/owned.js'
import { processAgain } from '../../../commands/use-cases/process-again.js'
import { InvoiceFinder, invoices } from '../../../projections/invoices.js'
import { type InvoiceFilter, listInvoices } from '../../../projections/list-invoices.js'
import { project, projectAll } from '../../../projections/engine/projection.js'
import type { Scope } from '../../../domain/event.js'
import { invoice } from '../../../domain/invoice.js'
import { knownRow } from '../../../domain/aggregate.js'
import { shownInvoice } from '../../../domain/public-events/invoice-view.js'
import { listTimeline, timeline, type TimelineRow } from '../../../projections/timeline.js'
import { invalidField, notFound } from '../../errors.js'
import { answerOnce, RepeatableHeaders } from '../idempotency-key.js'
import { unshownRow } from '../../load-row.js'
import { pageOf } from '../page.js'
import { presentTimelineEntry } from '../../present.js'
import { InvoiceList, InvoiceQuery, InvoiceResponse, Timeline } from '../schemas/invoice.js'
import { ruleLinksIn } from '../rule-links.js'
import { responses } from '../schemas/responses.js'
import { parseInstant } from '../../../documents/intake/formats.js'
import { type App, IdParams, type RouteDeps } from '../../route.js'

const tags = ['Invoices']
const DEFAULT_PAGE = 20
const RETRIES = { of: 'an invoice', perMinute: 10 }

/** Returns invoices and their timeline, and retries one. */
export function invoiceRoutes(app: App, deps: RouteDeps): void {
  const finder = new InvoiceFinder(deps.db)
  app.get(
    '/v1/invoices',
    {
      config: { access: 'read' },
      schema: {
        operationId: 'listInvoices',
        summary: 'List invoices',
        description: 'Newest first. Pages are stable while new invoices arrive.',
        tags,
        querystring: InvoiceQuery,
        response: responses({ 200: InvoiceList }, 400),
      },
    },
    (request) => {
      const { scope, query } = request
      const { cursor, limit = DEFAULT_PAGE } = query
      const filter = filterOf(query)
      return pageOf(
        deps.cursors,
        { list: 'inv', scope, cursor, limit },
        (after, most) => listInvoices(deps.db, scope, filter, after, most),
        shownInvoice,
      )
    },
  )

  app.get(
    '/v1/invoices/:id',
    {
      config: { access: 'read' },
      schema: {
        operationId: 'getInvoice',
        summary: 'Get an invoice',
        description:
          'Its status, amounts and, after a failure, the words of the government with an explanation. Until the ' +
          'decision you can ask again every few seconds, or get notified by a webhook.',
        tags,
        params: IdParams,
        response: responses({ 200: InvoiceResponse }, 404),
      },
    },
    async (request) => {
      const { scope, params } = request
      const row =
        (await finder.find(scope, params.id)) ?? (await unshownRow(deps, scope, invoices, 'Invoice', params.id))
      if (row === null) throw notFound('invoice')
      const docs = await ruleLinksIn(deps.config.linkBase, row.error_message)
      return { data: { ...shownInvoice(row), ...(docs.length > 0 && { docs: [...docs] }) } }
    },
  )

  app.get(
    '/v1/invoices/:id/events',
    {
      config: { access: 'read' },
      schema: {
        operationId: 'listInvoiceEvents',
        summary: "An invoice's timeline",
        description: 'Every step of the invoice, oldest first, with what the government said.',
        tags,
        params: IdParams,
        response: responses({ 200: Timeline }, 404),
      },
    },
    async (request) => {
      // Every invoice has at least the event of its creation.
      const { scope, params } = request
      const shown = await listTimeline(deps.db, scope, params.id)
      const rows = shown.length > 0 ? shown : await unshownTimeline(deps, scope, params.id)
      if (rows.length === 0) throw notFound('invoice')
      return { data: rows.map(presentTimelineEntry) }
    },
  )

  app.post(
    '/v1/invoices/:id/retry',
    {
      config: { access: 'write', changes: RETRIES },
      schema: {
        operationId: 'retryInvoice',
        summary: 'Retry an invoice in error',
        description:
          'For an invoice in status `error`. To correct a `rejected` one, create a new invoice. At most 10 times ' +
          'a minute and 50 times in all. The request has no body.',
        tags,
        params: IdParams,
        headers: RepeatableHeaders,
        response: responses({ 200: InvoiceResponse }, 403, 404, 409),
      },
    },
    (request, reply) =>
      answerOnce(deps, request, reply, async (its, context) => {
        const loaded = await processAgain(its, context, request.params.id)
        await deps.freshness.waitFor(loaded.position, [invoices.name, timeline.name])
        return { data: shownInvoice(knownRow(project(invoices, loaded.events))) }
      }),
  )
}

/** The timeline from the stream, where the read model does not show the invoice yet. */
async function unshownTimeline(deps: RouteDeps, scope: Scope, id: string): Promise<readonly TimelineRow[]> {
  const owned = await loadOwned(deps.store, scope, invoice, 'Invoice', id)
  return owned === null ? [] : projectAll(timeline, owned.loaded.events)
}

function filterOf(query: Static<typeof InvoiceQuery>): InvoiceFilter {
  const { country, status, companyId, search, dateFrom, dateTo } = query
  const createdAfter = dateFrom === undefined ? null : parseInstant(dateFrom)
  const createdBefore = dateTo === undefined ? null : parseInstant(dateTo)
  if (createdAfter && createdBefore && createdAfter > createdBefore) {
    throw invalidField('dateFrom', 'is after dateTo')
  }
  return {
    ...(country !== undefined && { country }),
    ...(status !== undefined && { status }),
    ...(companyId !== undefined && { companyId }),
    ...(search !== undefined && search !== '' && { search }),
    ...(createdAfter && { createdAfter }),
    ...(createdBefore && { createdBefore }),
  }
}
