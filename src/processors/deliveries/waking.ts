import { load } from '../../commands/handle.js'
import type { Clock } from '../../domain/clock.js'
import { connection } from '../../domain/connection.js'
import { type RecordedEvent, scopeOfEvent } from '../../domain/event.js'
import { categoryPrefixes, idInStream } from '../../domain/streams.js'
import type { EventStore } from '../../eventstore/port.js'
import type { InvoiceMessages } from '../collecting/invoice-messages.js'
import { connectionAwaited } from '../work/awaited.js'
import type { WorkList } from '../work/work-list.js'

/** The dependencies of `wakeWaiting`. */
interface WakingDeps {
  readonly store: EventStore
  readonly workList: Pick<WorkList, 'wake'>
  readonly clock: Clock
}

const DECISIONS = ['InvoiceAccepted', 'InvoiceRejected']
const [LIVE_INVOICE = ''] = categoryPrefixes('Invoice')

/**
 * Makes due the messages about invoices that these events decide: earlier messages are recorded
 * after the decision. In the test environment there are no messages.
 */
export async function hastenMessages(
  { messages, clock }: { readonly messages: Pick<InvoiceMessages, 'hasten'>; readonly clock: Clock },
  events: readonly RecordedEvent[],
): Promise<void> {
  const decided = events.filter(({ type, stream }) => DECISIONS.includes(type) && stream.startsWith(LIVE_INVOICE))
  if (decided.length === 0) return
  await messages.hasten(
    decided.map(({ stream }) => idInStream(stream)),
    clock.now(),
  )
}

const USABLE = ['ConnectionActivated', 'CredentialsReplaced', 'TokenRefreshed']

/** Makes due the invoices that wait for a connection, once this event makes it usable again. */
export async function wakeWaiting({ store, workList, clock }: WakingDeps, event: RecordedEvent): Promise<void> {
  if (!USABLE.includes(event.type)) return
  const { state } = await load(store, connection, event.stream)
  if (state.status === 'none' || state.status === 'deleted') return
  await workList.wake(connectionAwaited(scopeOfEvent(event), state.companyId, state.countryCode), clock.now())
}
