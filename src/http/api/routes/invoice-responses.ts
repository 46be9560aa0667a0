import { InvoiceFinder, invoices } from '../../../projections/invoices.js'
import { listResponses } from '../../../projections/responses.js'
import { notFound } from '../../errors.js'
import { unshownRow } from '../../load-row.js'
import { pageOf } from '../page.js'
import { presentResponse } from '../../present.js'
import { ResponseList, ResponseQuery } from '../schemas/response.js'
import { responses } from '../schemas/responses.js'
import { type App, IdParams, type RouteDeps } from '../../route.js'

const DEFAULT_PAGE = 20

/** GET /v1/invoices/:id/responses: responses of buyers to a decided invoice. */
export function invoiceResponsesRoute(app: App, deps: RouteDeps): void {
  const finder = new InvoiceFinder(deps.db)
  app.get(
    '/v1/invoices/:id/responses',
    {
      config: { access: 'read' },
      schema: {
        operationId: 'listInvoiceResponses',
        summary: "List the buyer's responses to an invoice",
        description:
          "Responses of a buyer, or of a platform on the buyer's behalf, after the government's decision: the " +
          'life cycle in France, Invoice Responses in Peppol, late answers of administrations in Italy. They ' +
          "don't change the status. The webhook kind `invoice.response` reports each; empty in the test " +
          'environment.',
        tags: ['Invoices'],
        params: IdParams,
        querystring: ResponseQuery,
        response: responses({ 200: ResponseList }, 400, 404),
      },
    },
    async ({ scope, params, query }) => {
      const row =
        (await finder.find(scope, params.id)) ?? (await unshownRow(deps, scope, invoices, 'Invoice', params.id))
      if (row === null) throw notFound('invoice')
      const { cursor, limit = DEFAULT_PAGE } = query
      return pageOf(
        deps.cursors,
        { list: 'evt', scope, cursor, limit },
        (after, most) => listResponses(deps.db, scope, params.id, after, most),
        presentResponse,
      )
    },
  )
}
