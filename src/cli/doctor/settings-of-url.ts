import { isIP } from 'node:net'
import { type RunningSettings, settingsIn } from '../../host/settings/running-settings.js'
import { fieldsOf } from '../../domain/json.js'
import { withoutEnd } from '../../domain/text.js'
import { StartupError } from '../../storage/startup-error.js'

/** The variable with the token of an operator: other users of a machine see options. */
export const TOKEN_VARIABLE = 'CLEARWAY_OPS_TOKEN'

const ANSWER_MS = 5_000

/**
 * Asks a running process for its settings at its OPS_PORT. Throws `StartupError` with one sentence
 * that names the address and the remedy.
 * @param token of an operator of the console
 */
export async function settingsOfUrl(address: string, token: string): Promise<RunningSettings> {
  const url = checkedOpsAddress(address)
  if (token.trim() === '')
    throw new StartupError(`--url needs ${TOKEN_VARIABLE}: the token of an operator of the console.`)
  const answer = await fetch(`${url}/console/settings`, {
    headers: { authorization: `Bearer ${token.trim()}`, accept: 'application/json' },
    // The token must not go to another address.
    redirect: 'error',
    signal: AbortSignal.timeout(ANSWER_MS),
  }).catch((error: unknown) => {
    throw new StartupError(`No service answers at ${url}; give the address of its OPS_PORT.`, { cause: error })
  })
  const content: unknown = await answer.json().catch(() => null)
  const settings = settingsIn(content)
  if (answer.ok && settings !== null) return settings
  const { error } = fieldsOf(content)
  const why = typeof error === 'string' ? error : 'give the address of the OPS_PORT of a service with a console.'
  throw new StartupError(`${url} answers ${answer.status}: ${why}`)
}

/** An address to which the token may be sent, without a slash at its end. */
export function checkedOpsAddress(address: string): string {
  const url = URL.canParse(address) ? new URL(address) : null
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== '' || url.search !== '' || url.hash !== '')
    throw new StartupError('--url must be an address such as http://127.0.0.1:3001, without a password or a query.')
  if (url.protocol === 'http:' && !isLoopback(url.hostname))
    throw new StartupError(
      `${url.origin} would get the token unencrypted; use https, or a tunnel such as ssh -L 3001:127.0.0.1:3001.`,
    )
  return withoutEnd(url.href, '/')
}

function isLoopback(hostname: string): boolean {
  const name = hostname.replace(/^\[|\]$/g, '')
  return name === 'localhost' || name === '::1' || (isIP(name) === 4 && name.startsWith('127.'))
}
