import type { Country, InvoiceTotals, Judgement } from '../../countries/country.js'
import { type InvoiceRequest, listedTerms } from '../../domain/request/invoice-request.js'
import { sized, type SizedInvoice } from '../../domain/request/sized-invoice.js'
import type { Environment, Scope } from '../../domain/event.js'
import { derivedId, newId, type RandomBytes } from '../../domain/ids.js'
import {
  invoice,
  type InvoiceContent,
  type InvoiceEvent,
  type InvoiceState,
  type RequestContent,
} from '../../domain/invoice.js'
import { turnFor } from '../../domain/large-work.js'
import type { Letterhead } from '../../domain/letterhead.js'
import { conflict, invalidField, type Refusal } from '../../domain/refusal.js'
import { streamName } from '../../domain/streams.js'
import { type Attachment, invoicingCountry } from '../../documents/intake/accept-invoice.js'
import { judgeInProcess } from '../../documents/judging/in-process.js'
import type { Judging } from '../../documents/judging/port.js'
import type { InvoiceBody } from '../../documents/intake/schemas/invoice-input.js'
import { isSupplier } from '../../documents/intake/supplier-of-company.js'
import { withoutVoidFields } from '../../documents/intake/without-void.js'
import type { DocumentStore } from '../../storage/documents/document-store.js'
import { createInvoice, type CreateInvoice } from '../invoice.js'
import { handle, load, type Loaded, type ScopedContext, scopeOf, StreamErased, unwritten } from '../handle.js'
import { createNumbered, type InvoiceSeries, type NumberingDeps } from './assign-number.js'
import type { Quota } from './quota.js'
import { requestHash } from './request-hash.js'
import { type Candidate } from './submitting-company.js'
import { type UnderstandDeps, understandInvoice } from './understand-invoice.js'

/** The dependencies of `receiveInvoice`. */
export interface ReceiveDeps extends NumberingDeps, UnderstandDeps {
  readonly random: RandomBytes
  readonly documents: DocumentStore
  readonly quota: Pick<Quota, 'claimInvoice'>
  /** Where totals are computed; absent: in this thread. */
  readonly judging?: Pick<Judging, 'totals'>
  /** Whether there is a gateway for an environment's invoices of a country. */
  readonly hasGateway: (environment: Environment, country: Country) => boolean
}

/** What every posted invoice has, in any form. */
export interface Posted {
  /** Bytes of the body: large ones are handled in turns. */
  readonly size: number
  /** Absent: every post creates another invoice. */
  readonly idempotencyKey: string | undefined
  /** Name of the account's plan. */
  readonly plan: string
}

/** An invoice as it was posted in JSON. */
interface PostedInvoice extends Posted {
  /** As accepted by its schema. */
  readonly body: InvoiceBody
  /** Judges it before it is created; absent: it is judged only afterwards. */
  readonly judge?: Judge
  /** Judges one that gets its number from a series, so that no broken one uses a number. */
  readonly judgeNumbered?: Judge
}

/** The verdict on an invoice, as of today. */
export type Judge = (country: Country, invoice: SizedInvoice) => Promise<Judgement>

/** The verdict that kept an invoice from being created. */
export interface RefusedInvoice<Verdict extends Judgement = Judgement> {
  readonly broken: Verdict
}

/** The invoice that a request created, now or before. */
export interface ReceivedInvoice {
  readonly loaded: Loaded<InvoiceState, InvoiceEvent>
  /** It was posted before under the same key. */
  readonly replayed: boolean
}

/**
 * Creates an invoice; with an idempotency key only once, no matter how often it is posted, also at
 * the same time. First everything is checked, then a place in the plan is claimed, then documents
 * are stored, and at last the event is appended. A process that dies before that leaves no
 * invoice, and its claim is released. An invoice that its judge finds invalid leaves nothing
 * either; one that was created under its key is not judged again. With a number series of its
 * company, `createNumbered` appends the event.
 */
export async function receiveInvoice(
  deps: ReceiveDeps,
  context: ScopedContext,
  { body: given, judge, judgeNumbered, ...posted }: PostedInvoice,
): Promise<ReceivedInvoice | RefusedInvoice> {
  const scope = scopeOf(context)
  const body = withoutVoidFields(given)
  const hash = posted.idempotencyKey === undefined ? null : await requestHash(body, scope.account)
  const country = invoicingCountry(body, deps.countryOf)
  return receiveOnce(deps, context, posted, hash, async (invoiceId) => {
    mustHaveGateway(country, scope.environment, deps.hasGateway)
    const { accepted, attachments, company, series } = await understandInvoice(deps, scope, country, body, invoiceId)
    await turnFor(scope.account, posted.size)
    const invoice = sized(accepted)
    const judgement = await (series === null ? judge : (judge ?? judgeNumbered))?.(country, invoice)
    if (judgement?.valid === false) return { broken: judgement }
    return {
      companyId: company.id,
      letterhead: letterheadOf(company, accepted),
      accepted,
      attachments,
      totals: await (deps.judging ?? judgeInProcess).totals(
        { account: scope.account, whenBusy: 'wait' },
        country,
        invoice,
      ),
      content: (number) =>
        contentOf(deps.documents, scope, number === accepted.number ? invoice : sized({ ...accepted, number })),
      series,
    }
  })
}

/** An invoice that may be created. */
interface Creatable {
  readonly companyId: string
  /** Of its company, if that is its supplier; null: none. */
  readonly letterhead: Letterhead | null
  readonly accepted: InvoiceRequest
  readonly attachments: readonly Attachment[]
  readonly totals: InvoiceTotals
  /** Stores what is too large for an event. `number`: that of the invoice, from now on. */
  readonly content: (number: string) => Promise<InvoiceContent>
  /** From which it gets its number; null: it has one. */
  readonly series: InvoiceSeries | null
}

/** Only the supplier's own pages bear its letterhead. */
export function letterheadOf(company: Candidate, { supplier }: InvoiceRequest): Letterhead | null {
  return isSupplier(company, supplier) ? company.letterhead : null
}

/**
 * The steps for every posted invoice, in any form.
 * @param hash of the request, if it has an idempotency key; else null
 * @param understand finds out what is to be created, unless that has been done before
 */
export async function receiveOnce<Verdict extends Judgement>(
  deps: ReceiveDeps,
  context: ScopedContext,
  { size, idempotencyKey: key, plan }: Posted,
  hash: string | null,
  understand: (invoiceId: string) => Promise<Creatable | RefusedInvoice<Verdict>>,
): Promise<ReceivedInvoice | RefusedInvoice<Verdict>> {
  for (let lives = 0; ; lives++) {
    try {
      return await receiveForKeyUse(deps, context, { size, idempotencyKey: key, plan }, hash, understand, lives)
    } catch (error) {
      // A key lives as long as its invoice. If that was erased at the end of its retention, the
      // key is free again.
      if (!(error instanceof StreamErased) || key === undefined || lives >= MOST_LIVES) throw error
    }
  }
}

/** How often a key may be reused after the end of its invoice's retention. */
const MOST_LIVES = 50

async function receiveForKeyUse<Verdict extends Judgement>(
  deps: ReceiveDeps,
  context: ScopedContext,
  { size, idempotencyKey: key, plan }: Posted,
  hash: string | null,
  understand: (invoiceId: string) => Promise<Creatable | RefusedInvoice<Verdict>>,
  life: number,
): Promise<ReceivedInvoice | RefusedInvoice<Verdict>> {
  const scope = scopeOf(context)
  // With a key the stream itself is the lock: a repeated request finds what the first one created.
  const invoiceId =
    key === undefined
      ? newId('inv', deps.random)
      : derivedId('inv', scope.account, scope.environment, key, ...(life === 0 ? [] : [String(life)]))
  const stream = streamName(scope.environment, 'Invoice', invoiceId)
  const before = key === undefined ? unwritten(invoice) : await load(deps.store, invoice, stream)
  if (before.state.status !== 'none') {
    if (before.state.facts.requestHash !== hash) throw keyReused()
    return { loaded: before, replayed: true }
  }

  const understood = await understand(invoiceId)
  if ('broken' in understood) return understood
  const { companyId, letterhead, accepted, attachments, totals, content, series } = understood
  await deps.quota.claimInvoice(scope, plan, invoiceId)
  for (const { bytes, reference } of attachments) await deps.documents.put(scope, bytes, reference.mimeType)

  await turnFor(scope.account, size)
  const createdWith = async (number: string): Promise<CreateInvoice> => ({
    invoiceId,
    companyId,
    ...listedTerms({ ...accepted, number }),
    ...totals,
    content: await content(number),
    ...(letterhead !== null && { letterhead }),
    requestHash: hash,
  })
  if (series !== null) {
    const numbered = await createNumbered(deps, context, {
      ...series,
      invoiceId,
      isRepeatable: key !== undefined,
      createdWith,
    })
    const { state } = numbered.loaded
    if (state.status !== 'none' && state.facts.requestHash !== hash) throw keyReused()
    return numbered
  }
  const command = createInvoice(await createdWith(accepted.number))
  const outcome = await handle(deps, context, invoice, stream, command, before)
  if (outcome.kind === 'rejected') throw keyReused()
  // Nothing to append: a simultaneous request with the same key was faster.
  return { loaded: outcome.loaded, replayed: outcome.appended.length === 0 }
}

/** Refuses `country` if an invoice could be created but not sent: it must not be accepted. */
export function mustHaveGateway(
  country: Country,
  environment: Environment,
  hasGateway: ReceiveDeps['hasGateway'],
): void {
  if (hasGateway(environment, country)) return
  const { code } = country
  const remedy = environment === 'test' ? '' : '. With a test key (sk_test_…) invoices go to a simulated government'
  const kind = environment === 'test' ? 'test' : 'live'
  throw invalidField('country', `${code} is not configured for ${kind} invoices on this server${remedy}`)
}

function keyReused(): Refusal {
  return conflict('The idempotency key was already used with a different body; use a new key for a new invoice')
}

/** An event stays small: larger content goes to the document store. Bytes of JSON. */
const MAX_INLINE_BYTES = 200 * 1024

/** Where an accepted invoice is kept: it is stored if an event can't hold it. */
export async function contentOf(
  documents: DocumentStore,
  scope: Scope,
  { invoice: accepted, json }: SizedInvoice,
): Promise<RequestContent> {
  if (json.length <= MAX_INLINE_BYTES) return { kind: 'inline', invoice: accepted }
  const document = await documents.put(scope, json, 'application/json')
  return { kind: 'document', document, attachments: (accepted.attachments ?? []).map(({ sha256 }) => ({ sha256 })) }
}
