import { reportPayment } from '../../../commands/use-cases/report-payment.js'
import { project } from '../../../projections/engine/projection.js'
import { knownRow } from '../../../domain/aggregate.js'
import { invoices } from '../../../projections/invoices.js'
import { shownInvoice } from '../../../domain/public-events/invoice-view.js'
import { answerOnce, RepeatableHeaders } from '../idempotency-key.js'
import { InvoiceResponse } from '../schemas/invoice.js'
import { ReportPaymentBody } from '../schemas/payment.js'
import { responses } from '../schemas/responses.js'
import { type App, IdParams, type RouteDeps } from '../../route.js'

/** POST /v1/invoices/:id/paid: requests the report of a payment to the invoice's government. */
export function reportPaymentRoute(app: App, deps: RouteDeps): void {
  app.post(
    '/v1/invoices/:id/paid',
    {
      config: { access: 'write', changes: { of: 'an invoice', counts: 'payments', perMinute: 10 } },
      schema: {
        operationId: 'reportPayment',
        summary: 'Report that an invoice was paid',
        description:
          'For France, where the seller reports to the State which invoices were paid (status 212). The invoice ' +
          'must be accepted. Several reports add up: none may exceed what is left of the invoice at its VAT rate. ' +
          'Other governments accept no such report: the request is a 400. At most 10 times a minute and 50 times in ' +
          'all. `payments` of the invoice shows the status of the report; the timeline, the feed and the webhook kinds ' +
          '`invoice.payment_report_requested`, `invoice.payment_reported` and `invoice.payment_report_refused` show each ' +
          'step of it.',
        tags: ['Invoices'],
        params: IdParams,
        headers: RepeatableHeaders,
        body: ReportPaymentBody,
        response: responses({ 200: InvoiceResponse }, 400, 403, 404, 409, 413, 415),
      },
    },
    (request, reply) =>
      answerOnce(deps, request, reply, async (its, context) => {
        const loaded = await reportPayment(its, context, request.params.id, request.body)
        await deps.freshness.waitFor(loaded.position, [invoices.name])
        return { data: shownInvoice(knownRow(project(invoices, loaded.events))) }
      }),
  )
}
