import { derivedUuid } from '../../domain/ids.js'
import { invoice, type InvoiceCreated, type InvoiceEvent, type InvoiceState } from '../../domain/invoice.js'
import {
  type LastNumber,
  numberSeries,
  type NumberSeriesEvent,
  type NumberSeriesState,
} from '../../domain/number-series.js'
import { numberIn, pausedSince, type Series } from '../../domain/numbering.js'
import type { PreparedInvoice, PreparedInvoices } from '../../domain/prepared-invoice.js'
import type { Environment } from '../../domain/event.js'
import { conflict, type Refusal } from '../../domain/refusal.js'
import { numberingStream, streamName } from '../../domain/streams.js'
import { isErased } from '../../eventstore/moving/is-erased.js'
import { EventStoreUnavailable } from '../../eventstore/port.js'
import {
  type CommandDeps,
  handle,
  load,
  type Loaded,
  type ScopedContext,
  scopeOf,
  StreamErased,
  unwritten,
} from '../handle.js'
import { createInvoice } from '../invoice.js'
import { assignNumber, nextCounter, voidNumber } from '../number-series.js'

/** The dependencies of `finishPrepared`. */
interface FinishDeps extends CommandDeps {
  readonly prepared: PreparedInvoices
}

/** The dependencies of `createNumbered`. */
export interface NumberingDeps extends FinishDeps {
  readonly turns: Turns
}

/** The series of an invoice that gets its number at its creation. */
export interface InvoiceSeries {
  readonly companyId: string
  readonly series: Series
  /** The first counter. */
  readonly start: number
  /** Characters of a number, at most. */
  readonly longest: number
  /** When the numbering was set, ISO 8601. */
  readonly setAt: string
}

/** An invoice to be created with the next number of a series. */
interface NumberedInvoice extends InvoiceSeries {
  readonly invoiceId: string
  /** Whether it may have been created before: it was posted with an idempotency key. */
  readonly isRepeatable: boolean
  /** Its event with a number. Stores what is too large for the event. */
  readonly createdWith: (number: string) => Promise<InvoiceCreated['data']>
}

/** Others that want numbers of the same series may be faster so many times. */
const MOST_TRIES = 100

/** A series whose last number has its invoice. Its events are left out. */
type Finished = Loaded<NumberSeriesState, NumberSeriesEvent>

/**
 * Within a process, requests for numbers of one series wait for each other, and each leaves the
 * series to the next as it knows it: a stale one costs a conflict, never a wrong number.
 */
export class Turns {
  /** The end of each queue. */
  readonly #ends = new Map<string, Promise<Finished | undefined>>()

  async run<T>(
    name: string,
    work: (known: Finished | undefined) => Promise<{ readonly result: T; readonly known?: Finished | undefined }>,
  ): Promise<T> {
    const before = this.#ends.get(name) ?? Promise.resolve(undefined)
    const mine = before.then(work)
    const end = mine.then(
      ({ known }) => known,
      // An error is reported to its own caller.
      () => undefined,
    )
    this.#ends.set(name, end)
    try {
      return (await mine).result
    } finally {
      if (this.#ends.get(name) === end) this.#ends.delete(name)
    }
  }
}

/**
 * Creates an invoice with the next number of a series: no number twice, and none without an
 * invoice, whichever process dies when.
 *
 * No store appends to two streams at once, so the order decides. First the whole event of the
 * creation is stored beside the store (prepared). Then the series gets its number, by an append
 * that only one of several at the same time can do. Then the invoice is created, and what was
 * prepared is removed. A process that dies after the second step leaves a number whose invoice is
 * missing: the next assignment first creates that invoice from what was prepared, as does
 * `finishPrepared` where there is no next one, and a repeated request. All of them append the same
 * event under the same id, so it does not matter how many do.
 *
 * Returns the invoice's stream as it was created, now or before.
 */
export async function createNumbered(
  deps: NumberingDeps,
  context: ScopedContext,
  wanted: NumberedInvoice,
): Promise<CreatedNumbered> {
  const series = numberingStream(context.environment, wanted.companyId, wanted.series.name)
  const created = await deps.turns.run(`${context.account} ${series}`, (known) =>
    createInTurn(deps, context, wanted, series, known),
  )
  await deps.prepared.remove(wanted.invoiceId)
  return created
}

interface CreatedNumbered {
  readonly loaded: Loaded<InvoiceState, InvoiceEvent>
  /** It was created before. */
  readonly replayed: boolean
}

async function createInTurn(
  deps: NumberingDeps,
  context: ScopedContext,
  { invoiceId, isRepeatable, createdWith, companyId, series, start, longest, setAt }: NumberedInvoice,
  stream: string,
  known: Finished | undefined,
): Promise<{ readonly result: CreatedNumbered; readonly known?: Finished | undefined }> {
  const invoiceStream = streamName(context.environment, 'Invoice', invoiceId)
  // An erased stream accepts no invoice: without this its number would have none.
  if (isRepeatable && (await isErased(deps.store, invoiceStream))) throw new StreamErased(invoiceStream)
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const isKnown = known !== undefined && tries === 0
    const before = isKnown ? known : await load(deps.store, numberSeries, stream, deps.snapshots)
    if (!isKnown) await finishLast(deps, context, stream, before.state)
    if (isRepeatable) {
      // Read after the series: if this invoice has a number there, it exists by now.
      const loaded = await load(deps.store, invoice, invoiceStream)
      if (loaded.state.status !== 'none') return { result: { loaded, replayed: true } }
    }
    const restoredAt = pausedSince({ setAt }, await deps.prepared.lastRestore())
    if (restoredAt !== null) throw pausedByRestore(companyId, before.state, restoredAt)
    const counter = nextCounter(before.state, start)
    const number = numberIn(series, counter)
    if (number.length > longest)
      throw conflict(
        `The number series of the company has no number left: ${number} has more than ${longest} characters; set another pattern with PUT /v1/companies/${companyId}/numbering`,
      )
    const prepared: PreparedInvoice = {
      scope: scopeOf(context),
      actor: context.actor,
      correlationId: context.correlationId,
      causationId: context.causationId,
      preparedAt: deps.clock.now().toISOString(),
      series: stream,
      counter,
      created: await createdWith(number),
    }
    await deps.prepared.put(prepared)
    const assigned = assignNumber({ companyId, series: series.name, counter, number, invoiceId, start })
    const outcome = await handle(deps, context, numberSeries, stream, assigned, before)
    if (outcome.kind === 'done') {
      const loaded = await finish(deps, prepared)
      return { result: { loaded, replayed: false }, known: { ...outcome.loaded, events: [] } }
    }
    // What is prepared stays: a request under the same key may have won with it.
  }
  throw new EventStoreUnavailable(`${stream} changes too fast to assign a number`)
}

function pausedByRestore(companyId: string, { last }: NumberSeriesState, restoredAt: Date): Refusal {
  const after = last === null ? 'numbers of the series' : `numbers after ${last.number}`
  return conflict(
    `The number series of the company is paused: on ${restoredAt.toISOString()} the event store proved to be restored to an older point, ` +
      `and ${after} may have been used before. Find the last one that was sent, then set the series again with ` +
      `PUT /v1/companies/${companyId}/numbering and a start after it`,
  )
}

/** The number that the next invoice of a series would get. Nothing is reserved. */
export async function nextNumber(
  deps: Pick<CommandDeps, 'store' | 'snapshots'>,
  environment: Environment,
  { companyId, series, start }: Pick<InvoiceSeries, 'companyId' | 'series' | 'start'>,
): Promise<string> {
  const stream = numberingStream(environment, companyId, series.name)
  const { state } = await load(deps.store, numberSeries, stream, deps.snapshots)
  return numberIn(series, nextCounter(state, start))
}

/** Creates the invoice of the last number, if its process has not. */
async function finishLast(
  deps: FinishDeps,
  context: ScopedContext,
  series: string,
  { last }: NumberSeriesState,
): Promise<void> {
  if (last === null || last.isVoid) return
  const stream = streamName(context.environment, 'Invoice', last.invoiceId)
  if (await hasEvents(deps, stream)) return
  const prepared = await deps.prepared.find(last.invoiceId, last.number)
  if (prepared !== null) {
    await finishForOther(deps, prepared)
    return
  }
  // It is removed once the invoice exists, so now the invoice exists, was erased, or is lost.
  if ((await hasEvents(deps, stream)) || (await isErased(deps.store, stream))) return
  await voidLast(deps, context, series, last)
}

/** Only a restore of database or store to an older point loses what was prepared. */
async function voidLast(deps: FinishDeps, context: ScopedContext, series: string, last: LastNumber): Promise<void> {
  await handle(deps, { ...context, actor: 'processor:numbering' }, numberSeries, series, voidNumber(last))
}

async function hasEvents({ store }: FinishDeps, stream: string): Promise<boolean> {
  return (await store.readStream(stream)).length > 0
}

function unlessErased(error: unknown): void {
  if (!(error instanceof StreamErased)) throw error
}

/** Creates a prepared invoice that has its number, unless that has happened. */
async function finish(
  deps: FinishDeps,
  { scope, preparedAt, created, ...context }: PreparedInvoice,
): Promise<Loaded<InvoiceState, InvoiceEvent>> {
  const { invoiceId, number } = created
  const stream = streamName(scope.environment, 'Invoice', invoiceId)
  const { loaded } = await handle(
    { store: deps.store, clock: { now: () => new Date(preparedAt) } },
    {
      ...scope,
      actor: context.actor,
      correlationId: context.correlationId,
      causationId: context.causationId,
      commandId: derivedUuid('numbered', invoiceId, number),
    },
    invoice,
    stream,
    createInvoice(created),
    unwritten(invoice),
  )
  return loaded
}

/** Does the same for another request, and removes what was prepared. */
async function finishForOther(deps: FinishDeps, prepared: PreparedInvoice): Promise<void> {
  await finish(deps, prepared).catch(unlessErased)
  await deps.prepared.remove(prepared.created.invoiceId)
}

/** What was prepared so long ago without getting its number never gets it. */
const ABANDONED_MS = 24 * 3_600_000

/**
 * Creates what a process has left behind that died between number and invoice, and removes what
 * is no longer needed. Returns what became of it.
 */
export async function finishPrepared(
  deps: FinishDeps,
  prepared: PreparedInvoice,
): Promise<'created' | 'removed' | 'waits'> {
  const { scope, series, counter, created } = prepared
  const { invoiceId, number } = created
  const { last } = (await load(deps.store, numberSeries, series, deps.snapshots)).state
  const stream = streamName(scope.environment, 'Invoice', invoiceId)
  if (await hasEvents(deps, stream)) {
    await deps.prepared.remove(invoiceId)
    return 'removed'
  }
  if (last?.invoiceId === invoiceId && last.counter === counter && !last.isVoid) {
    await finishForOther(deps, prepared)
    return 'created'
  }
  // Numbers that follow show that another invoice got this one: the invoice would exist.
  const canComeYet = (last?.counter ?? 0) < counter
  const age = deps.clock.now().getTime() - new Date(prepared.preparedAt).getTime()
  if (canComeYet && age < ABANDONED_MS) return 'waits'
  await deps.prepared.remove(invoiceId, number)
  return 'removed'
}
