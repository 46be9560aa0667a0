import { setImmediate } from 'node:timers/promises'
import { EventStoreUnavailable } from '../port.js'
import { translated } from './errors.js'

/**
 * The work's result, or `EventStoreUnavailable` if it takes longer: the client's own deadlines
 * begin only once it has found a server.
 */
export async function within<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new EventStoreUnavailable(`The event store did not answer within ${milliseconds} ms`))
    }, milliseconds)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
    // An error after the time limit is ignored.
    work.catch(() => undefined)
  }
}

/**
 * Makes a call that changes nothing, or has the same effect when it is made twice: a connection
 * that has died costs a second attempt, not an error. A server that did not answer within
 * `milliseconds` is not asked again. Throws as the port does.
 */
export async function askTwice<T>(milliseconds: number, ask: () => Promise<T>): Promise<T> {
  const begun = performance.now()
  try {
    return await ask()
  } catch (error) {
    const reason = translated(error)
    if (!(reason instanceof EventStoreUnavailable) || performance.now() - begun >= milliseconds) throw reason
    // The client drops a broken connection in the microtasks of this turn.
    await setImmediate()
    return await ask().catch((error: unknown) => {
      throw translated(error)
    })
  }
}
