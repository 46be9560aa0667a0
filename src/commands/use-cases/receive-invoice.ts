import type { Country } from '../../countries/country.js'
import type { InvoiceRequest, CountryCode } from '../../domain/invoice-request.js'
import type { Environment, Scope } from '../../domain/event.js'
import { derivedId, newId, type RandomBytes } from '../../domain/ids.js'
import { invoice, type InvoiceContent, type InvoiceEvent, type InvoiceState } from '../../domain/invoice.js'
import { ownTurn } from '../../domain/own-turn.js'
import { conflict, invalidField, type Refusal } from '../../domain/refusal.js'
import { streamName } from '../../domain/streams.js'
import { acceptInvoice, invoicingCountry } from '../../intake/accept-invoice.js'
import type { InvoiceBody } from '../../intake/schemas/invoice-input.js'
import type { DocumentStore } from '../../storage/documents.js'
import { createInvoice } from '../create-invoice.js'
import { type CommandDeps, handle, load, type Loaded, type ScopedContext, scopeOf, unwritten } from '../handle.js'
import { resolvePreceding } from './preceding-invoice.js'
import type { Quota } from './quota.js'
import { requestHash } from './request-hash.js'
import { submittingCompany, type Submitters } from './submitting-company.js'

/** What `receiveInvoice` works with. */
export interface ReceiveDeps extends CommandDeps {
  readonly random: RandomBytes
  readonly documents: DocumentStore
  readonly quota: Pick<Quota, 'claimInvoice'>
  readonly submitters: Submitters
  readonly countryOf: (code: CountryCode) => Country
  /** Whether there is a gateway for an environment's invoices of a country. */
  readonly hasGateway: (environment: Environment, country: Country) => boolean
}

/** An invoice as it was posted. */
export interface PostedInvoice {
  /** As its schema has accepted it. */
  readonly body: InvoiceBody
  /** Bytes of the body: large ones are handled in turns. */
  readonly size: number
  /** Absent: every post is another invoice. */
  readonly idempotencyKey: string | undefined
  /** Name of the account's plan. */
  readonly plan: string
}

/** The invoice that a request created, or had created before. */
export interface ReceivedInvoice {
  readonly loaded: Loaded<InvoiceState, InvoiceEvent>
  /** It was posted before, under the same key. */
  readonly replayed: boolean
}

/**
 * Creates an invoice; with an idempotency key only once, however often it is posted, also at the
 * same time. First everything is checked, then a place in the plan is claimed, then documents are
 * stored, and at last the event is appended. A process that dies before that leaves no invoice,
 * and its claim is given up.
 */
export async function receiveInvoice(
  deps: ReceiveDeps,
  context: ScopedContext,
  { body, size, idempotencyKey: key, plan }: PostedInvoice,
): Promise<ReceivedInvoice> {
  const scope = scopeOf(context)
  const hash = key === undefined ? null : await requestHash(body)
  const country = invoicingCountry(body, deps.countryOf)

  // With a key the stream itself is the lock: a repeated request finds what the first one created.
  const invoiceId =
    key === undefined ? newId('inv', deps.random) : derivedId('inv', scope.account, scope.environment, key)
  const stream = streamName(scope.environment, 'Invoice', invoiceId)
  const before = key === undefined ? unwritten(invoice) : await load(deps.store, invoice, stream)
  if (before.state.status !== 'none') {
    if (before.state.facts.requestHash !== hash) throw keyReused()
    return { loaded: before, replayed: true }
  }

  mustHaveGateway(country, scope.environment, deps.hasGateway)
  const preceding = await resolvePreceding(deps.store, scope, body.precedingInvoice)
  const { accepted, attachments } = acceptInvoice(body, {
    countryOf: deps.countryOf,
    now: deps.clock.now(),
    invoiceId,
    environment: scope.environment,
    preceding,
  })
  const { supplier } = accepted
  const companyId = await submittingCompany(deps.submitters, scope, country, body.companyId, supplier.vatNumber)
  await deps.quota.claimInvoice(scope, plan, invoiceId)
  for (const { bytes, reference } of attachments) await deps.documents.put(scope, bytes, reference.mimeType)

  await ownTurn(size)
  const command = createInvoice({
    invoiceId,
    companyId,
    country: accepted.country,
    invoiceType: accepted.invoiceType,
    number: accepted.number,
    externalId: accepted.externalId ?? null,
    supplierVat: supplier.vatNumber,
    customerVat: accepted.customer.vatNumber,
    currency: accepted.currency,
    issueDate: accepted.issueDate,
    ...country.invoicing.totals(accepted),
    content: await contentOf(deps.documents, scope, accepted, size),
    requestHash: hash,
  })
  const outcome = await handle(deps, context, invoice, stream, command, before)
  if (outcome.kind === 'rejected') throw keyReused()
  // Nothing to append: a simultaneous request with the same key was faster.
  return { loaded: outcome.loaded, replayed: outcome.appended.length === 0 }
}

/** Refuses `country` where an invoice could be created but not sent: it must not be accepted. */
function mustHaveGateway(country: Country, environment: Environment, hasGateway: ReceiveDeps['hasGateway']): void {
  if (hasGateway(environment, country)) return
  const { code, name } = country
  const remedy = environment === 'test' ? '' : '; with a test key (sk_test_…) they go to a simulated one'
  const kind = environment === 'test' ? 'test' : 'live'
  throw invalidField(
    'country',
    `can't be ${code} yet: ${kind} invoices can't be sent to the government of ${name}${remedy}`,
  )
}

function keyReused(): Refusal {
  return conflict('The X-Idempotency-Key was used before with a different body; use a new key for a new invoice')
}

/** An event stays small: what is larger goes to the document store. Bytes of JSON. */
const MAX_INLINE_BYTES = 200 * 1024

async function contentOf(
  documents: DocumentStore,
  scope: Scope,
  accepted: InvoiceRequest,
  size: number,
): Promise<InvoiceContent> {
  await ownTurn(size)
  const bytes = Buffer.from(JSON.stringify(accepted))
  if (bytes.length <= MAX_INLINE_BYTES) return { kind: 'inline', invoice: accepted }
  return { kind: 'document', document: await documents.put(scope, bytes, 'application/json') }
}
