import { createInvoice } from '../../commands/create-invoice.js'
import { handle, type Loaded, load, unwritten } from '../../commands/handle.js'
import type { AcceptedInvoice } from '../../domain/accepted-invoice.js'
import type { Country } from '../../countries/country.js'
import type { Environment, Scope } from '../../domain/event.js'
import { derivedId, newId } from '../../domain/ids.js'
import { invoice, type InvoiceContent, type InvoiceEvent, type InvoiceState } from '../../domain/invoice.js'
import { ownTurn } from '../../domain/own-turn.js'
import { streamName } from '../../domain/streams.js'
import { invoiceSearch } from '../../projections/invoice-search.js'
import { invoices } from '../../projections/invoices.js'
import { project } from '../../projections/projection.js'
import { Submitters } from '../../projections/submitters.js'
import { timeline } from '../../projections/timeline.js'
import { commandContext } from '../access.js'
import { conflict, invalidField } from '../errors.js'
import { acceptInvoice, invoicingCountry } from '../../intake/accept-invoice.js'
import { resolvePreceding } from '../preceding-invoice.js'
import { presentInvoice } from '../present.js'
import { requestHash } from '../request-hash.js'
import { IdempotencyHeaders, InvoiceResponse } from '../schemas/invoice.js'
import { InvoiceBody } from '../../intake/schemas/invoice-input.js'
import { responses } from '../schemas/responses.js'
import { submittingCompany } from '../submitting-company.js'
import { type App, present, type RouteDeps } from './route.js'

type LoadedInvoice = Loaded<InvoiceState, InvoiceEvent>

export function createInvoiceRoute(app: App, deps: RouteDeps): void {
  const submitters = new Submitters(deps.db)
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
      const { scope, body, principal } = request
      const key = request.headers['x-idempotency-key']
      const hash = key === undefined ? null : await requestHash(body)
      const country = invoicingCountry(body, deps.countryOf)

      // Under a key the stream itself is the lock: whoever repeats the request meets what the first one made.
      const invoiceId =
        key === undefined ? newId('inv', deps.random) : derivedId('inv', scope.account, scope.environment, String(key))
      const stream = streamName(scope.environment, 'Invoice', invoiceId)
      const before = key === undefined ? unwritten(invoice) : await load(deps.store, invoice, stream)
      if (before.state.status !== 'none') {
        if (before.state.facts.requestHash !== hash) throw keyReused()
        return reply
          .code(201)
          .header('idempotent-replayed', 'true')
          .send(await answer(deps, before))
      }

      mustHaveGateway(country, scope.environment, deps.hasGateway)
      const preceding = await resolvePreceding(deps.store, scope, body.precedingInvoice)
      const { accepted, attachments } = acceptInvoice(body, {
        ...deps,
        now: deps.clock.now(),
        invoiceId,
        environment: scope.environment,
        preceding,
      })
      const companyId = await submittingCompany(submitters, scope, country, body.companyId, accepted.supplier.vatNumber)
      await deps.quota.claimInvoice(scope, principal.plan, invoiceId)
      for (const { bytes, reference } of attachments) await deps.documents.put(scope, bytes, reference.mimeType)

      await ownTurn(request.bodySize)
      const command = createInvoice({
        invoiceId,
        companyId,
        country: accepted.country,
        invoiceType: accepted.invoiceType,
        number: accepted.number,
        externalId: accepted.externalId ?? null,
        supplierVat: accepted.supplier.vatNumber,
        customerVat: accepted.customer.vatNumber,
        currency: accepted.currency,
        issueDate: accepted.issueDate,
        ...country.invoicing.totals(accepted),
        content: await contentOf(deps, scope, accepted, request.bodySize),
        requestHash: hash,
      })
      const outcome = await handle(deps, commandContext(request), invoice, stream, command, before)
      if (outcome.kind === 'rejected') throw keyReused()
      // A simultaneous request with the same key was faster.
      if (outcome.appended.length === 0) void reply.header('idempotent-replayed', 'true')
      return reply.code(201).send(await answer(deps, outcome.loaded))
    },
  )
}

/**
 * The invoice as it was created, also for a repetition that comes later: equal requests get equal answers, and the state of today is one GET
 * away.
 */
async function answer(deps: RouteDeps, loaded: LoadedInvoice) {
  await deps.freshness.waitFor(loaded.position, [invoices.name, invoiceSearch.name, timeline.name])
  return { data: presentInvoice(present(project(invoices, loaded.events.slice(0, 1)))) }
}

function keyReused() {
  return conflict('The X-Idempotency-Key was used before with a different body; use a new key for a new invoice')
}

/** An event stays small: what is larger goes to the document store. Bytes of JSON. */
const MAX_INLINE_BYTES = 200 * 1024

async function contentOf(
  deps: RouteDeps,
  scope: Scope,
  accepted: AcceptedInvoice,
  bodySize: number,
): Promise<InvoiceContent> {
  await ownTurn(bodySize)
  const bytes = Buffer.from(JSON.stringify(accepted))
  if (bytes.length <= MAX_INLINE_BYTES) return { kind: 'inline', invoice: accepted }
  return { kind: 'document', document: await deps.documents.put(scope, bytes, 'application/json') }
}

/** Refuses `country` where an invoice could be created but not sent: it must not be taken in. */
function mustHaveGateway(
  country: Country,
  environment: Environment,
  hasGateway: (environment: Environment, country: Country) => boolean,
): void {
  if (hasGateway(environment, country)) return
  const { code, name } = country
  const remedy = environment === 'test' ? '' : '; with a test key (sk_test_…) they go to a simulated one'
  const kind = environment === 'test' ? 'test' : 'live'
  throw invalidField(
    'country',
    `can't be ${code} yet: ${kind} invoices can't be sent to the government of ${name}${remedy}`,
  )
}
