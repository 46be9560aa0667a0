import { receiveInvoice } from '../../commands/use-cases/receive-invoice.js'
import { InvoiceBody } from '../../intake/schemas/invoice-input.js'
import { invoiceSearch } from '../../projections/invoice-search.js'
import { invoices } from '../../projections/invoices.js'
import { knownRow, project } from '../../projections/engine/projection.js'
import { timeline } from '../../projections/timeline.js'
import { commandContext } from '../access.js'
import { presentInvoice } from '../present.js'
import { IdempotencyHeaders, InvoiceResponse } from '../schemas/invoice.js'
import { responses } from '../schemas/responses.js'
import type { App, RouteDeps } from './route.js'

/** Takes an invoice in; what follows is the processors' work. */
export function createInvoiceRoute(app: App, deps: RouteDeps): void {
  app.post(
    '/v1/invoices',
    {
      config: { access: 'write', changes: null },
      schema: {
        operationId: 'createInvoice',
        summary: 'Create an invoice',
        description:
          'Answers at once with status `created`; validation, conversion and submission follow. Follow them with the events of the ' +
          'invoice, or with a webhook. While invoices of a country can not be sent yet with a live key, they are refused with a 400 on `country`; nothing is ' +
          'created or counted then.',
        tags: ['Invoices'],
        headers: IdempotencyHeaders,
        body: InvoiceBody,
        response: responses({ 201: InvoiceResponse }, 400, 403, 409, 413, 415),
      },
    },
    async (request, reply) => {
      const { loaded, replayed } = await receiveInvoice(deps, commandContext(request), {
        body: request.body,
        size: request.bodySize,
        idempotencyKey: request.headers['x-idempotency-key'],
        plan: request.principal.plan,
      })
      if (replayed) void reply.header('idempotent-replayed', 'true')
      await deps.freshness.waitFor(loaded.position, [invoices.name, invoiceSearch.name, timeline.name])
      // As it was created, also for a repetition that comes later: equal requests get equal
      // answers, and the state of today is one GET away.
      return reply.code(201).send({ data: presentInvoice(knownRow(project(invoices, loaded.events.slice(0, 1)))) })
    },
  )
}
