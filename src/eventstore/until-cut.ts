import { type EventStore, EventStoreUnavailable } from './port.js'

/**
 * The same store for a process that can wait no longer once `cut` aborts: calls under way then
 * fail as unavailable, and closing waits for nothing. Subscriptions end with their own signals.
 */
export function untilCut(store: EventStore, cut: AbortSignal): EventStore {
  return {
    ...(store.gapless && { gapless: store.gapless }),
    append: (...given) => beforeCut(store.append(...given), cut),
    readStream: (...given) => beforeCut(store.readStream(...given), cut),
    subscribe: (options) => store.subscribe(options),
    head: () => beforeCut(store.head(), cut),
    erase: (stream) => beforeCut(store.erase(stream), cut),
    close: () =>
      beforeCut(store.close(), cut).catch((error: unknown) => {
        if (!(error instanceof EventStoreUnavailable)) throw error
      }),
  }
}

async function beforeCut<T>(work: Promise<T>, cut: AbortSignal): Promise<T> {
  return await new Promise((resolve, reject) => {
    const onCut = (): void => {
      reject(new EventStoreUnavailable('The process ends'))
    }
    if (cut.aborted) onCut()
    else cut.addEventListener('abort', onCut, { once: true })
    work.then(resolve, reject).finally(() => {
      cut.removeEventListener('abort', onCut)
    })
  })
}
