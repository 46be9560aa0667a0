import { webhookUrlFault } from '../domain/webhook-url.js'

/** Where a service on the same machine answers. */
export const LOCAL_API = 'http://127.0.0.1:3000'

/**
 * An address that a command was given, if it is one that can be called. `refuse` gets what is
 * wrong; values are not repeated, since a password may be in them.
 */
export function checkedAddress(name: string, text: string, refuse: (problem: string) => never): string {
  const fault = webhookUrlFault(text, true)
  return fault === null ? text : refuse(`error: ${name} ${fault}`)
}

/**
 * Base of the service's addresses, without a slash at the end: of the option, else of
 * CLEARWAY_API, else on this machine.
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
  return address.replace(/\/+$/, '')
}
