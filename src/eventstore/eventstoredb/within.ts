import { EventStoreUnavailable } from '../port.js'

/** The work's result, or `EventStoreUnavailable` when it takes longer: the client's own deadlines begin only once it has found a server. */
export async function within<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new EventStoreUnavailable(`The event store gave no answer within ${milliseconds} ms`))
    }, milliseconds)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
    // What comes after the time limit is nobody's any more.
    work.catch(() => undefined)
  }
}
