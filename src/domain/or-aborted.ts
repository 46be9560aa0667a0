/**
 * The result of the work, or null as soon as the signal aborts: a server that does not answer must
 * not delay a stop. Called for every page that every subscription reads, so it creates no signal.
 */
export async function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T | null> {
  return await new Promise((resolve, reject) => {
    const onAbort = (): void => {
      resolve(null)
    }
    if (signal.aborted) onAbort()
    else signal.addEventListener('abort', onAbort)
    work.then(resolve, reject).finally(() => {
      signal.removeEventListener('abort', onAbort)
    })
  })
}
