import { setImmediate } from 'node:timers/promises'
import { EventStoreUnavailable } from '../port.js'
import { translated } from './errors.js'

/**
 * The work's result, or `EventStoreUnavailable` when it takes longer: the client's own deadlines
 * begin only once it has found a server.
 */
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

/**
 * Asks for what changes nothing, or is the same when it is done twice: a connection that has died
 * costs a second attempt, not an error. A server that said nothing for all the time it had
 * (`milliseconds`) is not asked again. Throws as the port does.
 */
export async function askTwice<T>(milliseconds: number, ask: () => Promise<T>): Promise<T> {
  const begun = performance.now()
  try {
    return await ask()
  } catch (error) {
    const reason = translated(error)
    if (!(reason instanceof EventStoreUnavailable) || performance.now() - begun >= milliseconds) throw reason
    // The client gives a broken connection up in the microtasks of this turn.
    await setImmediate()
    return await ask().catch((error: unknown) => {
      throw translated(error)
    })
  }
}
