import type { Static } from '@sinclair/typebox'
import type { FastifyRequest } from 'fastify'
import { receiveDocument } from '../../../commands/use-cases/receive-document.js'
import { receiveInvoice } from '../../../commands/use-cases/receive-invoice.js'
import { InvoiceBody } from '../../../documents/intake/schemas/invoice-input.js'
import { beforeSubmission } from '../../../countries/check-digits.js'
import { judgeInProcess } from '../../../documents/judging/in-process.js'
import { invoiceSearch } from '../../../projections/invoice-search/invoice-search.js'
import { invoices } from '../../../projections/invoices.js'
import { project } from '../../../projections/engine/projection.js'
import { knownRow } from '../../../domain/aggregate.js'
import { shownInvoice } from '../../../domain/public-events/invoice-view.js'
import { timeline } from '../../../projections/timeline.js'
import { commandContext } from '../access.js'
import { invalidField } from '../../errors.js'
import { asShown, brokenRules, judgeToSubmit } from '../findings.js'
import { IdempotencyHeaders, idempotencyKeyOf } from '../idempotency-key.js'
import { CreateInvoiceQuery, InvoiceResponse } from '../schemas/invoice.js'
import { responses } from '../schemas/responses.js'
import type { App, RouteDeps } from '../../route.js'

/** Receives an invoice; the processors do the rest. */
export function createInvoiceRoute(app: App, deps: RouteDeps): void {
  app.post(
    '/v1/invoices',
    {
      config: { access: 'write', takesXml: true, changes: null },
      schema: {
        operationId: 'createInvoice',
        summary: 'Create an invoice',
        description:
          'Returns at once with status `created`; validation, conversion and submission follow. Track them with ' +
          'the events of the invoice, or with a webhook. While invoices of a country can not be sent yet with a ' +
          'live key, they are rejected with a 400 on `country`; nothing is created or counted then. An invoice ' +
          'that breaks a rule gets the status `error`; with `validate=true`, or if its number comes from the series of its company, it is rejected at once instead. The ' +
          'free plan has 50 test invoices a calendar month (UTC): a created invoice counts, a repetition, a ' +
          "validation and a 400 do not. With `Content-Type: application/xml` it accepts the country's own " +
          'document instead, which is validated and sent byte for byte; number, parties, dates and totals of the ' +
          'invoice are read from it. Any other document is a 400.',
        tags: ['Invoices'],
        querystring: CreateInvoiceQuery,
        headers: IdempotencyHeaders,
        body: InvoiceBody,
        response: responses({ 201: InvoiceResponse }, 400, 403, 409, 413, 415),
      },
    },
    async (request, reply) => {
      const received = await (Buffer.isBuffer(request.body)
        ? receivedDocument(deps, request, request.body)
        : receivedInvoice(deps, request, request.body))
      if ('broken' in received) throw brokenRules(received.broken, deps.config.linkBase)
      const { loaded, replayed } = received
      if (replayed) void reply.header('idempotent-replayed', 'true')
      await deps.freshness.waitFor(loaded.position, [invoices.name, invoiceSearch.name, timeline.name])
      // A later repetition also gets the invoice as it was created: equal requests get equal
      // answers, and a GET returns the current state.
      const created = knownRow(project(invoices, loaded.events.slice(0, 1)))
      request.invoiceId = created.id
      return reply.code(201).send({ data: shownInvoice(created) })
    },
  )
}

type Request = Pick<FastifyRequest, 'raw' | 'scope' | 'principal' | 'bodySize'> &
  Parameters<typeof commandContext>[0] & { readonly query: Static<typeof CreateInvoiceQuery> }

function receivedInvoice(deps: RouteDeps, request: Request, body: InvoiceBody) {
  const { validate, ...ofDocuments } = request.query
  for (const [name, value] of Object.entries(ofDocuments))
    if (value !== undefined)
      throw invalidField(name, 'as a query parameter is for documents in XML; in JSON it is a field of the invoice')
  return receiveInvoice(deps, commandContext(request), {
    body,
    size: request.bodySize,
    idempotencyKey: idempotencyKeyOf(request.raw),
    plan: request.principal.plan,
    ...(validate === true && { judge: judgeToSubmit(request.scope, deps) }),
    judgeNumbered: judgeToSubmit(request.scope, deps),
  })
}

async function receivedDocument(deps: RouteDeps, request: Request, xml: Buffer) {
  const { validate, ...query } = request.query
  const { judging = judgeInProcess, clock } = deps
  const caller = { account: request.scope.account, whenBusy: 'refuse' } as const
  const received = await receiveDocument(deps, commandContext(request), {
    xml,
    query,
    size: xml.length,
    idempotencyKey: idempotencyKeyOf(request.raw),
    plan: request.principal.plan,
    read: (bytes, country) => judging.read(caller, bytes, country),
    ...(validate === true && {
      judge: async (bytes, country, profile) => {
        const judgement = await judging.explain(caller, bytes, { country, profile, isToBeSent: true, now: clock.now() })
        return beforeSubmission(judgement, request.scope.environment)
      },
    }),
  })
  return 'broken' in received ? { broken: asShown(received.broken) } : received
}
