import type { Country } from '../countries/country.js'
import type { HttpConfig } from './deps.js'

/** What a production connection that is pending needs next: an address to send the user to, or steps to take. */
export function setupOf(
  { code, setup }: Country,
  connectionId: string,
  config: HttpConfig,
): { readonly authorizationUrl?: string; readonly setupInstructions?: string[] } {
  if (setup.kind === 'credentials') return { setupInstructions: [...setup.instructions] }
  // RFC 6749, section 4.1.1; the callback finds the connection by `state`.
  const { authUrl, clientId } = setup.client(config)
  const url = new URL(authUrl)
  url.searchParams.set('response_type', 'code')
  url.searchParams.set('client_id', clientId)
  url.searchParams.set('redirect_uri', `${config.publicUrl()}/v1/oauth/${code.toLowerCase()}/callback`)
  url.searchParams.set('state', connectionId)
  return { authorizationUrl: url.toString() }
}
