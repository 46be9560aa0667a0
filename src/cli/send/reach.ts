import { connect } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { codeOf } from '../../domain/caught.js'
import { troubleInWords } from '../../domain/connection-trouble.js'
import { StartupError } from '../../storage/startup-error.js'

const TRIES = 3
const FIRST_PAUSE_MS = 1_000
const CONNECT_MS = 5_000

/**
 * Waits until something accepts connections at the address, for some seconds: a service that is
 * being restarted is soon there again. Throws `StartupError` with the address if nothing does.
 * Sends nothing.
 * @param onTrouble called with each failure that is followed by another try
 */
export async function reach(api: string, onTrouble: (problem: string) => void): Promise<void> {
  for (let tries = 1; ; tries++) {
    const error = await failureOfConnecting(api)
    if (error === null) return
    const problem = troubleInWords(error)
    if (tries >= TRIES || codeOf(error) === 'ENOTFOUND')
      throw new StartupError(
        `${api} does not answer: ${problem}. Start the service there, or correct --api or CLEARWAY_API.`,
      )
    const ms = FIRST_PAUSE_MS * tries
    onTrouble(`${api} does not answer: ${problem}. Retrying in ${ms / 1_000} s.`)
    await setTimeout(ms)
  }
}

/** null: there was none. */
function failureOfConnecting(api: string): Promise<Error | null> {
  const { protocol, hostname, port } = new URL(api)
  const socket = connect({
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port) || (protocol === 'https:' ? 443 : 80),
  })
  return new Promise((resolve) => {
    const end = (error: Error | null): void => {
      socket.destroy()
      resolve(error)
    }
    socket.setTimeout(CONNECT_MS, () => end(Object.assign(new Error('no connection'), { code: 'ETIMEDOUT' })))
    socket.once('connect', () => end(null)).once('error', end)
  })
}
