import type { Access } from '../../gateway/gateway.js'
import type { CountrySettings } from '../../settings.js'

/** An access point that we call. */
export interface AccessPoint {
  /** Without a slash at its end, and without `/api`. */
  readonly address: string
  /** The value for `X-Token`; empty: not given. */
  readonly token: string
  /**
   * Whether it is the operator's own, whose failures concern everyone, or else a customer's, whose
   * failures only concern that customer.
   */
  readonly isOperators: boolean
}

/**
 * The access point of a connection: the customer's own, or else the operator's. Throws if there is
 * neither: such a connection is never active.
 */
export function accessPointOf(access: Access | null, settings: CountrySettings): AccessPoint {
  const { url, apiKey } = access?.credentials ?? {}
  if (url !== undefined) return { address: withoutSlash(url), token: apiKey ?? '', isOperators: false }
  const address = settings['PEPPOL_AP_URL']
  if (address === undefined) throw new Error(`connection ${access?.connectionId ?? 'none'} has no access point`)
  return { address, token: settings['PEPPOL_AP_TOKEN'] ?? '', isOperators: true }
}

function withoutSlash(url: string): string {
  let end = url.length
  while (url[end - 1] === '/') end -= 1
  return url.slice(0, end)
}
