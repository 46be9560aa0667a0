import { orAborted } from '../domain/or-aborted.js'
import { type EventStore, EventStoreUnavailable } from './port.js'

/**
 * The same store for a process that can wait no longer once `cut` aborts: calls under way then
 * fail as unavailable, and closing waits for nothing. Subscriptions end with their own signals.
 */
export function untilCut(store: EventStore, cut: AbortSignal): EventStore {
  const isErased = store.isErased?.bind(store)
  return {
    ...(store.gapless && { gapless: store.gapless }),
    append: (...given) => beforeCut(store.append(...given), cut),
    readStream: (...given) => beforeCut(store.readStream(...given), cut),
    eventAt: (position) => beforeCut(store.eventAt(position), cut),
    subscribe: (options) => store.subscribe(options),
    head: () => beforeCut(store.head(), cut),
    ...(isErased !== undefined && { isErased: (stream: string) => beforeCut(isErased(stream), cut) }),
    erase: (stream) => beforeCut(store.erase(stream), cut),
    close: () =>
      beforeCut(store.close(), cut).catch((error: unknown) => {
        if (!(error instanceof EventStoreUnavailable)) throw error
      }),
  }
}

async function beforeCut<T>(work: Promise<T>, cut: AbortSignal): Promise<T> {
  const done = await orAborted(
    work.then((value) => ({ value })),
    cut,
  )
  if (done === null) throw new EventStoreUnavailable('The process ends')
  return done.value
}
