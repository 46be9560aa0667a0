import type { ScopedContext } from '../../../src/commands/handle.js'
import {
  createNumbered,
  finishPrepared,
  type NumberingDeps,
  Turns,
} from '../../../src/commands/use-cases/assign-number.js'
import { isOf } from '../../../src/domain/event-of.js'
import type { RecordedEvent } from '../../../src/domain/event.js'
import { seriesOf } from '../../../src/domain/numbering.js'
import type { PreparedInvoices } from '../../../src/domain/prepared-invoice.js'
import { listedTerms } from '../../../src/domain/request/invoice-request.js'
import { numberingStream } from '../../../src/domain/streams.js'
import type { EventStore } from '../../../src/eventstore/port.js'
import { acceptedInvoice } from '../../support/history.js'

const CONTEXT: ScopedContext = {
  account: 'acc_1',
  environment: 'test',
  actor: 'operator',
  correlationId: 'req_1',
  causationId: 'req_1',
}
const SERIES = seriesOf('R-{YYYY}-{000}', '2026-06-01')
/** The stream of the series. */
export const STREAM = numberingStream('test', 'comp_1', SERIES.name)
/** The time of all that happens. */
export const AT = new Date('2026-06-01T10:00:00.000Z')

/** A call of a process to store or database, before and after which the process may die. */
export type Around = <T>(call: () => Promise<T>) => Promise<T>

/** The port as a process has it. */
function through<Port extends object>(port: Port, around: Around): Port {
  return new Proxy(port, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target)
      if (typeof value !== 'function') return value
      return (...args: unknown[]) => around(() => Promise.resolve(Reflect.apply(value, target, args) as unknown))
    },
  })
}

/** What a process has. */
export function depsOf(
  store: EventStore,
  prepared: PreparedInvoices,
  around: Around = (call) => call(),
): NumberingDeps {
  return {
    store: through(store, around),
    prepared: through(prepared, around),
    clock: { now: () => AT },
    // Each is a process of its own.
    turns: new Turns(),
  }
}

/** Creates an invoice with the next number. */
export function create(
  deps: NumberingDeps,
  invoiceId: string,
  isRepeatable = false,
  start = 1,
  longest = 20,
  setAt = AT.toISOString(),
) {
  return createNumbered(deps, CONTEXT, {
    companyId: 'comp_1',
    series: SERIES,
    start,
    longest,
    setAt,
    invoiceId,
    isRepeatable,
    createdWith: async (number) => {
      const accepted = acceptedInvoice(number)
      return {
        invoiceId,
        companyId: 'comp_1',
        ...listedTerms(accepted),
        netAmount: '200.00',
        vatAmount: '42.00',
        grossAmount: '242.00',
        content: { kind: 'inline', invoice: accepted },
        requestHash: isRepeatable ? 'hash' : null,
      }
    },
  })
}

async function eventsOf(store: EventStore): Promise<readonly RecordedEvent[]> {
  const stop = new AbortController()
  const found: RecordedEvent[] = []
  for await (const message of store.subscribe({ after: null, signal: stop.signal })) {
    if (message.kind === 'caughtUp') break
    found.push(...message.events)
  }
  stop.abort()
  return found
}

/** The numbers of the series in order, each with its invoice, and those of the invoices. */
export async function numbersOf(store: EventStore) {
  const events = await eventsOf(store)
  const series = events.flatMap((event) =>
    isOf('Numbering', event) && event.type === 'NumberAssigned' ? [[event.data.number, event.data.invoiceId]] : [],
  )
  const invoices = events.flatMap((event) =>
    isOf('Invoice', event) && event.type === 'InvoiceCreated' ? [[event.data.number, event.data.invoiceId]] : [],
  )
  const voids = events.filter(({ type }) => type === 'NumberVoided').length
  return { series, invoices: invoices.sort((one, other) => (String(one[0]) < String(other[0]) ? -1 : 1)), voids }
}

/** Does what the chore does. */
export async function finishAll(store: EventStore, prepared: PreparedInvoices, now = AT): Promise<void> {
  const deps = { ...depsOf(store, prepared), clock: { now: () => now } }
  for (const each of await prepared.before(new Date('2027-01-01'), 1_000)) await finishPrepared(deps, each)
}
