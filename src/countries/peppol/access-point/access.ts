import type { Access } from '../../gateway/gateway.js'
import type { CountrySettings } from '../../settings.js'

/** An access point that we call. */
export interface AccessPoint {
  /** Without a slash at its end, and without `/api`. */
  readonly address: string
  /** What it asks for as `X-Token`; empty: nothing was said. */
  readonly token: string
  /**
   * Whether it is the operator's own, behind which everybody waits; else a customer's, whose
   * troubles are his alone.
   */
  readonly isOperators: boolean
}

/**
 * The access point of a connection: the customer's where he has given one, else the operator's.
 * Throws where there is neither: such a connection is never active.
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
