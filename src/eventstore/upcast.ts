import type { DomainEvent, RecordedEvent } from '../domain/event.js'
import type { InvoiceCreated } from '../domain/invoice.js'
import { listedTerms } from '../domain/request/invoice-request.js'
import { withHoldableTexts } from '../domain/text.js'
import { largest } from '../domain/lists.js'

/**
 * Stored events are never edited. When the shape of an event's `data` changes, `schemaVersion`
 * goes up by one and an upcaster from the old version to the next is registered here; code that
 * folds events sees only the current shape. Hash chains are verified on events as they are stored,
 * before any upcast.
 *
 * Events from before `checkAppend` refused them may hold U+0000 and halves of surrogate pairs,
 * which no read model accepts: they are read with U+FFFD instead, regardless of type and version.
 */
interface Upcaster {
  readonly type: string
  /** The version that it accepts; it returns the next one. */
  readonly from: number
  /** Pure: the same data always has the same result. May rename the event's type. */
  readonly upcast: (data: object) => DomainEvent
}

/** Brings a stored event to the current shape; returns the same object if it has it already. */
type Upcast = <Event extends DomainEvent>(event: RecordedEvent<Event>) => RecordedEvent<Event>

/** Every upcaster since the first release, in the order in which they were written. */
const upcasters: readonly Upcaster[] = [
  // The listed facts of an invoice, without its content.
  { type: 'InvoiceCreated', from: 1, upcast: withListedTerms },
  // A delivery's place among those of its subject.
  { type: 'DeliveryScheduled', from: 1, upcast: (data) => withoutPlace('DeliveryScheduled', data) },
  { type: 'RedeliveryRequested', from: 1, upcast: (data) => withoutPlace('RedeliveryRequested', data) },
  // Whether an account's test keys may manage live ones: the setting decided for all.
  {
    type: 'AccountCreated',
    from: 1,
    upcast: (data) => ({ type: 'AccountCreated', data: { ...data, testKeysManageLive: null } }),
  },
]

function withListedTerms(data: object): DomainEvent {
  const { content } = data as Pick<InvoiceCreated['data'], 'content'>
  // Content in the document store can't be looked up here.
  const { customerName, dueDate } =
    content.kind === 'inline' ? listedTerms(content.invoice) : { customerName: null, dueDate: null }
  return { type: 'InvoiceCreated', data: { ...data, customerName, dueDate } }
}

function withoutPlace(type: string, data: object): DomainEvent {
  return { type, data: { ...data, revision: null } }
}

/**
 * Throws for two upcasters of one type and version: their order must not decide which of them
 * runs.
 */
export function upcastWith(registered: readonly Upcaster[]): Upcast {
  const byVersion = new Map<string, Upcaster>()
  for (const upcaster of registered) {
    const key = versionKey(upcaster.type, upcaster.from)
    if (byVersion.has(key)) throw new Error(`Two upcasters for ${key}`)
    byVersion.set(key, upcaster)
  }
  return <Event extends DomainEvent>(stored: RecordedEvent<Event>) => {
    const data = withHoldableTexts(stored.data)
    let event: RecordedEvent = data === stored.data ? stored : { ...stored, data }
    for (;;) {
      const { schemaVersion } = event.metadata
      const upcaster = byVersion.get(versionKey(event.type, schemaVersion))
      // Today's shape is that of the union; the compiler can't follow the registered functions.
      if (upcaster === undefined) return event as RecordedEvent<Event>
      const { type, data } = upcaster.upcast(event.data)
      event = { ...event, type, data, metadata: { ...event.metadata, schemaVersion: schemaVersion + 1 } }
    }
  }
}

/**
 * The `schemaVersion` of new events of a type: one more than the last that has an upcaster, from
 * 1.
 */
export function schemaVersionOf(type: string, registered: readonly Upcaster[] = upcasters): number {
  return (
    1 +
    largest(
      registered.filter((upcaster) => upcaster.type === type).map(({ from }) => from),
      0,
    )
  )
}

/** Brings an event to the current shape with every upcaster of the service. */
export const upcast: Upcast = upcastWith(upcasters)

function versionKey(type: string, version: number): string {
  return `${type} v${version}`
}
