import { once } from 'node:events'

/** What the work gives, or null as soon as the signal aborts: a server that has gone silent must not hold up a stop. */
export async function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T | null> {
  const done = new AbortController()
  const aborted = once(signal, 'abort', { signal: done.signal }).then(
    () => null,
    () => null,
  )
  try {
    return signal.aborted ? null : await Promise.race([work, aborted])
  } finally {
    done.abort()
    work.catch(() => undefined)
  }
}
