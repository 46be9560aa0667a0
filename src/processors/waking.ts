import { load } from '../commands/handle.js'
import type { Clock } from '../domain/clock.js'
import { connection } from '../domain/connection.js'
import { type RecordedEvent, scopeOfEvent } from '../domain/event.js'
import type { EventStore } from '../eventstore/port.js'
import { connectionAwaited } from './submitting-access.js'
import type { WorkList } from './work-list.js'

/** What `wakeWaiting` works with. */
export interface WakingDeps {
  readonly store: EventStore
  readonly workList: Pick<WorkList, 'wake'>
  readonly clock: Clock
}

const USABLE = ['ConnectionActivated', 'CredentialsReplaced', 'TokenRefreshed']

/**
 * Makes due the invoices that have waited for a connection, once this event makes it usable again.
 */
export async function wakeWaiting({ store, workList, clock }: WakingDeps, event: RecordedEvent): Promise<void> {
  if (!USABLE.includes(event.type)) return
  const { state } = await load(store, connection, event.stream)
  if (state.status === 'none' || state.status === 'deleted') return
  await workList.wake(connectionAwaited(scopeOfEvent(event), state.companyId, state.countryCode), clock.now())
}
