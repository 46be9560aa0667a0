import { connectionIds } from '../../commands/use-cases/current-connection.js'
import { deliveryIdOf } from '../../commands/delivery.js'
import { load } from '../../commands/handle.js'
import { COUNTRY_CODES } from '../../countries/registry.js'
import { company } from '../../domain/company.js'
import { connection } from '../../domain/connection.js'
import { delivery } from '../../domain/delivery.js'
import type { ErasedDocument, ErasedStream, RetentionRule } from '../../domain/erasure.js'
import type { RecordedEvent, Scope, StreamEvent } from '../../domain/event.js'
import type { HoldTarget } from '../../domain/hold.js'
import { eventId } from '../../domain/ids.js'
import { invoice } from '../../domain/invoice.js'
import { openAnswers, received } from '../../domain/received.js'
import { documentsNamed, UNLISTED } from '../../domain/named-documents.js'
import { type ScopedCategory, streamName, streamPrefix } from '../../domain/streams.js'
import { eventToPublish } from '../../domain/public-events/event-kinds.js'
import { chainEnd } from '../../eventstore/hash-chain.js'
import type { EventStore } from '../../eventstore/port.js'
import type { DocumentStore } from '../../storage/documents/document-store.js'
import { addAll } from '../../domain/lists.js'

/** Dependencies of judging. */
export interface JudgeDeps {
  readonly store: EventStore
  readonly documents: DocumentStore
}

/** The limits by which retention is judged. */
export interface Limit {
  readonly rule: RetentionRule
  /** See `endedBefore`. */
  readonly before: Date
}

/**
 * The verdict: erase it with these streams and documents, it is too young, it is already gone, the
 * government has not decided yet, or something that is kept needs it.
 */
export type RetentionVerdict =
  | {
      readonly kind: 'goes'
      readonly streams: readonly ErasedStream[]
      readonly documents: readonly ErasedDocument[]
      /** The targets it belongs to, as far as only its events show: a hold of one keeps it. */
      readonly belongsTo: readonly HoldTarget[]
    }
  | { readonly kind: 'young' | 'gone' | 'undecided' | 'in_use' }

const DECIDED: ReadonlySet<string> = new Set(['accepted', 'rejected', 'error'])

/**
 * Judges an invoice by its events. For a test invoice its creation time counts, regardless of its
 * status; for a live one the last event of it or its deliveries, or its date if that is later, and
 * never before the government has decided.
 * @param waits whether a report of a payment is pending
 */
export async function judgeInvoice(
  deps: JudgeDeps,
  scope: Scope,
  id: string,
  limit: Limit,
  waits: boolean,
): Promise<RetentionVerdict> {
  const { state, events } = await load(deps.store, invoice, streamName(scope.environment, 'Invoice', id))
  const [created] = events
  if (state.status === 'none' || created === undefined) return { kind: 'gone' }
  const isTest = limit.rule.environment === 'test'
  if (isTest) {
    if (!isBefore(created.metadata.occurredAt, limit)) return { kind: 'young' }
  } else {
    if (!isBefore(state.facts.issueDate, limit) || !lastBefore(events, limit)) return { kind: 'young' }
    if (waits || !DECIDED.has(state.status)) return { kind: 'undecided' }
  }
  const deliveries = await deliveriesOf(deps.store, scope, events)
  if (!isTest && !deliveries.every((each) => lastBefore(each, limit))) return { kind: 'young' }
  return {
    kind: 'goes',
    streams: [events, ...deliveries].map((each) => endOf(scope, each)),
    documents: (await allDocuments(deps, scope, events)).map((sha256) => ({ ...plain(scope), sha256 })),
    belongsTo: [],
  }
}

/**
 * Judges a received invoice by its events, as an invoice that was sent. A live one is kept while
 * an answer is on its way.
 */
export async function judgeReceived(
  deps: JudgeDeps,
  scope: Scope,
  id: string,
  limit: Limit,
): Promise<RetentionVerdict> {
  const { state, events } = await load(deps.store, received, streamOf(scope, 'Received', id))
  const [arrived] = events
  if (state.status === 'none' || arrived === undefined) return { kind: 'gone' }
  const isTest = limit.rule.environment === 'test'
  const deliveries = await deliveriesOf(deps.store, scope, events)
  if (isTest) {
    if (!isBefore(arrived.metadata.occurredAt, limit)) return { kind: 'young' }
  } else {
    const { issueDate } = state.facts
    if (issueDate !== null && !isBefore(issueDate, limit)) return { kind: 'young' }
    if (![events, ...deliveries].every((each) => lastBefore(each, limit))) return { kind: 'young' }
    if (openAnswers(state.answers).length > 0) return { kind: 'undecided' }
  }
  return {
    kind: 'goes',
    streams: [events, ...deliveries].map((each) => endOf(scope, each)),
    documents: (await allDocuments(deps, scope, events)).map((sha256) => ({ ...plain(scope), sha256 })),
    belongsTo: [],
  }
}

/** Judges a delivery that is erased alone: of a connection, or of no existing invoice. */
export async function judgeDelivery(
  { store }: JudgeDeps,
  scope: Scope,
  id: string,
  limit: Limit,
): Promise<{ readonly verdict: RetentionVerdict; readonly subject: string | null }> {
  const { state, events } = await load(store, delivery, streamName(scope.environment, 'Delivery', id))
  const [first] = events
  if (state.status === 'none' || first === undefined) return { verdict: { kind: 'gone' }, subject: null }
  const ended =
    limit.rule.environment === 'test' ? isBefore(first.metadata.occurredAt, limit) : lastBefore(events, limit)
  const { subject } = state
  if (!ended || subject === null) return { verdict: ended ? goes(scope, [events]) : { kind: 'young' }, subject }
  if (subject.startsWith(streamPrefix(scope.environment, 'Connection'))) {
    const [requested] = (await load(store, connection, subject)).events
    const id = requested?.type === 'ConnectionRequested' ? requested.data.companyId : null
    return { verdict: goes(scope, [events], id === null ? [] : [{ kind: 'company', id }]), subject }
  }
  // The read model no longer has its invoice. If the invoice still exists, the delivery is erased
  // with it.
  const isOfInvoice = subject.startsWith(streamPrefix(scope.environment, 'Invoice'))
  const isOfReceived = subject.startsWith(streamPrefix(scope.environment, 'Received'))
  const stays = (isOfInvoice || isOfReceived) && (await store.readStream(subject)).length > 0
  return { verdict: stays ? { kind: 'in_use' } : goes(scope, [events]), subject }
}

/**
 * Judges a deactivated company with its connections. Their ids count the earlier ones, so a
 * deleted connection is kept while the company may get another. The caller checks for invoices.
 */
export async function judgeCompany(deps: JudgeDeps, scope: Scope, id: string, limit: Limit): Promise<RetentionVerdict> {
  const { state, events } = await load(deps.store, company, streamOf(scope, 'Company', id))
  if (events.length === 0) return { kind: 'gone' }
  if (state.status !== 'inactive' || !lastBefore(events, limit)) return { kind: 'young' }
  const all: (readonly StreamEvent[])[] = [events]
  for (const country of COUNTRY_CODES) {
    const idOf = connectionIds(scope, id, country)
    for (let predecessors = 0; ; predecessors++) {
      const found = await load(deps.store, connection, idOf(predecessors).stream)
      if (found.events.length === 0) break
      if (found.state.status !== 'deleted') return { kind: 'in_use' }
      all.push(found.events)
      addAll(all, await deliveriesOf(deps.store, scope, found.events))
    }
  }
  if (!all.every((each) => lastBefore(each, limit))) return { kind: 'young' }
  const logos = (await allDocuments(deps, scope, events)).map((sha256) => ({ ...plain(scope), sha256 }))
  return { ...goes(scope, all), documents: logos }
}

function goes(
  scope: Scope,
  streams: readonly (readonly StreamEvent[])[],
  belongsTo: readonly HoldTarget[] = [],
): Extract<RetentionVerdict, { kind: 'goes' }> {
  return { kind: 'goes', streams: streams.map((events) => endOf(scope, events)), documents: [], belongsTo }
}

/** The deliveries of these events; their ids are derived from them. */
async function deliveriesOf(
  store: EventStore,
  scope: Scope,
  events: readonly StreamEvent[],
): Promise<readonly (readonly RecordedEvent[])[]> {
  const published = events.filter((event) => eventToPublish(event as RecordedEvent) !== null)
  const found = await Promise.all(
    published.map(({ id }) => store.readStream(streamOf(scope, 'Delivery', deliveryIdOf(scope, eventId(id))))),
  )
  return found.filter((each) => each.length > 0)
}

async function allDocuments(
  { documents }: JudgeDeps,
  scope: Scope,
  events: readonly StreamEvent[],
): Promise<readonly string[]> {
  const found = new Set(events.flatMap((event) => documentsNamed(event)))
  if (!found.delete(UNLISTED)) return [...found]
  // The accepted invoice is in the document store and names the attachments.
  const [created] = events
  const content = (created?.data as { readonly content?: Content } | undefined)?.content
  const sha256 = (content?.read ?? content)?.document?.sha256
  const bytes = sha256 === undefined ? null : await documents.get(scope, sha256)
  if (bytes === null) return [...found]
  const read = JSON.parse(Buffer.from(bytes).toString('utf8')) as object
  for (const each of documentsNamed({ type: 'read', data: read })) found.add(each)
  found.delete(UNLISTED)
  return [...found]
}

interface Content {
  readonly document?: { readonly sha256: string }
  readonly read?: Content
}

/** A stream in the form of the record. */
export function endOf(scope: Scope, events: readonly StreamEvent[]): ErasedStream {
  const { revision, hash } = chainEnd(events)
  const [first] = events
  if (first === undefined || revision === 'none') throw new Error('a stream without events has no end')
  const lastAt = events.reduce((last, { metadata: { occurredAt } }) => (occurredAt > last ? occurredAt : last), '')
  return { stream: first.stream, ...plain(scope), revision, hash, lastAt }
}

function plain({ account, environment }: Scope): Scope {
  return { account, environment }
}

function streamOf({ environment }: Scope, category: ScopedCategory, id: string): string {
  return streamName(environment, category, id)
}

function lastBefore(events: readonly StreamEvent[], limit: Limit): boolean {
  return events.every(({ metadata }) => isBefore(metadata.occurredAt, limit))
}

function isBefore(time: string, { before }: Limit): boolean {
  return new Date(time) < before
}
