import { type Environment, type RecordedEvent, type Scope, scopeOfEvent } from '../../domain/event.js'
import type { ConnectionEvent } from '../../domain/connection.js'
import type { InvoiceEvent } from '../../domain/invoice.js'
import type { ReceivedEvent } from '../../domain/received.js'
import { accountStream, streamName } from '../../domain/streams.js'
import type { EventStore } from '../../eventstore/port.js'
import { environmentOf } from '../categories.js'
import { connectionStreams, type InvoiceStreams } from '../invoice-streams.js'
import { isOf } from '../../domain/event-of.js'
import { addAll } from '../../domain/lists.js'

/** A period, from `from` up to but not including `to`. */
export interface Period {
  readonly from: Date
  readonly to: Date
}

/** What to export. */
export type ExportRequest =
  | { readonly kind: 'invoice'; readonly invoice: InvoiceStreams }
  | { readonly kind: 'company'; readonly scope: Scope; readonly companyId: string; readonly period: Period }
  | {
      readonly kind: 'account'
      readonly account: string
      /** null: both. */
      readonly environment: Environment | null
      readonly period: Period
    }

/** The events to export, in the order of the store; each call reads them again. */
type Selection = () => AsyncGenerator<RecordedEvent, void, undefined>

/**
 * Selects the events of a request. For a company or an account the store itself is read, from
 * their first event on, and no read model: a changed table can't hide anything. It selects
 * invoices whose `InvoiceCreated` or `InvoiceReceived` has its `occurredAt` in the period, and the
 * whole streams of these and of their owners, because a hash chain is checked from its beginning.
 * `until`: the newest position to include.
 */
export function selectionOf(store: EventStore, request: ExportRequest, until: bigint): Selection {
  if (request.kind === 'invoice') return () => ofInvoice(store, request.invoice, until)
  return () => ofScope(store, request, until)
}

async function* ofInvoice(store: EventStore, invoice: InvoiceStreams, until: bigint) {
  const events: RecordedEvent[] = [...invoice.events]
  for (const stream of [...invoice.deliveries, invoice.company]) addAll(events, await store.readStream(stream))
  for (const connection of await connectionStreams(store, invoice)) addAll(events, connection.events)
  yield* events.filter(({ position }) => position <= until).sort((a, b) => (a.position < b.position ? -1 : 1))
}

async function* ofScope(store: EventStore, request: Exclude<ExportRequest, { kind: 'invoice' }>, until: bigint) {
  const start = await startOf(store, request)
  if (start === undefined || start.position > until) return
  const belongs = membership(request)
  if (belongs(start)) yield start
  const stop = new AbortController()
  try {
    // EventStoreDB can start only at the position of an event.
    for await (const message of store.subscribe({ after: start.position, signal: stop.signal })) {
      if (message.kind === 'events')
        for (const event of message.events) if (event.position <= until && belongs(event)) yield event
      if (message.kind === 'caughtUp' || message.position >= until) return
    }
  } finally {
    stop.abort()
  }
}

/** All events of an account or company follow its own first event. undefined: it has none. */
async function startOf(
  store: EventStore,
  request: Exclude<ExportRequest, { kind: 'invoice' }>,
): Promise<RecordedEvent | undefined> {
  const stream =
    request.kind === 'account'
      ? accountStream(request.account)
      : streamName(request.scope.environment, 'Company', request.companyId)
  const [first] = await store.readStream(stream)
  return first
}

/** Called for each event in the order of the store; remembers the selected streams. */
function membership(request: Exclude<ExportRequest, { kind: 'invoice' }>): (event: RecordedEvent) => boolean {
  const taken = new Set<string>()
  const take = (stream: string, belongs: boolean): boolean => {
    if (belongs) taken.add(stream)
    return belongs
  }
  return (event) => {
    const { stream, metadata } = event
    if (taken.has(stream)) return true
    if (!isOfScope(request, event)) return false
    if (isOf('Invoice', event)) return take(stream, isInvoiceAskedFor(request, event))
    if (isOf('Received', event)) return take(stream, isReceivedAskedFor(request, event))
    if (isOf('Delivery', event)) return take(stream, taken.has(event.data.subject))
    if (isOf('Connection', event))
      return take(stream, request.kind === 'account' || isOfCompany(request.companyId, event))
    if (isOf('Company', event))
      return take(stream, request.kind === 'account' || stream.endsWith(`-${request.companyId}`))
    if (isOf('Numbering', event))
      return take(
        stream,
        request.kind === 'account' || (event.type === 'NumberAssigned' && event.data.companyId === request.companyId),
      )
    return take(stream, request.kind === 'account' && metadata.account === request.account)
  }
}

function isOfScope(request: Exclude<ExportRequest, { kind: 'invoice' }>, { stream, metadata }: RecordedEvent): boolean {
  const { account, environment } = request.kind === 'account' ? request : request.scope
  const own = environmentOf(stream)
  return metadata.account === account && (own === null || environment === null || own === environment)
}

function isInvoiceAskedFor(
  request: Exclude<ExportRequest, { kind: 'invoice' }>,
  event: RecordedEvent<InvoiceEvent>,
): boolean {
  if (event.type !== 'InvoiceCreated') return false
  const at = new Date(event.metadata.occurredAt)
  const { from, to } = request.period
  if (at < from || at >= to) return false
  return request.kind === 'account' || event.data.companyId === request.companyId
}

function isReceivedAskedFor(
  request: Exclude<ExportRequest, { kind: 'invoice' }>,
  event: RecordedEvent<ReceivedEvent>,
): boolean {
  if (event.type !== 'InvoiceReceived') return false
  const at = new Date(event.metadata.occurredAt)
  const { from, to } = request.period
  if (at < from || at >= to) return false
  return request.kind === 'account' || event.data.companyId === request.companyId
}

function isOfCompany(companyId: string, { type, data }: RecordedEvent<ConnectionEvent>): boolean {
  return type === 'ConnectionRequested' && data.companyId === companyId
}

/** The scope of the documents that an event names; null: it names none. */
export function documentScopeOf(event: RecordedEvent): Scope | null {
  return environmentOf(event.stream) === null ? null : scopeOfEvent(event)
}
