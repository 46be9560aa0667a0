import { webhookUrlFault } from '../domain/webhook-url.js'
import { withoutEnd } from '../domain/text.js'

/** Address of a service on the same machine. */
export const LOCAL_API = 'http://127.0.0.1:3000'

/**
 * An address given to a command, if it is valid. `refuse` receives the problem; it never repeats
 * the address, which may contain a password.
 */
export function checkedAddress(name: string, text: string, refuse: (problem: string) => never): string {
  const fault = webhookUrlFault(text, true)
  return fault === null ? text : refuse(`error: ${name} ${fault}`)
}

/**
 * Base URL of the service, without a trailing slash: from the option, else from CLEARWAY_API, else
 * on this machine.
 */
export function apiAddress(
  option: string | undefined,
  env: Readonly<Record<string, string | undefined>>,
  refuse: (problem: string) => never,
): string {
  const { CLEARWAY_API = '' } = env
  const address =
    option === undefined
      ? checkedAddress('CLEARWAY_API', CLEARWAY_API || LOCAL_API, refuse)
      : checkedAddress('--api', option, refuse)
  return withoutEnd(address, '/')
}
