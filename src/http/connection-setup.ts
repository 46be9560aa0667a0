import { notRegistered } from '../commands/use-cases/connections.js'
import type { Country } from '../countries/country.js'
import type { HttpConfig } from './deps.js'

/**
 * What a production connection that is pending needs next: an address to send the user to, or
 * steps to take.
 */
export function setupOf(
  country: Country,
  connectionId: string,
  config: Pick<HttpConfig, 'countrySettings' | 'publicUrl'>,
): { readonly authorizationUrl?: string; readonly setupInstructions?: string[] } {
  const { code, setup } = country
  if (setup.kind === 'credentials') return { setupInstructions: [...setup.instructions] }
  // RFC 6749, section 4.1.1; the callback finds the connection by `state`.
  const client = setup.client(config.countrySettings)
  if (client === null) throw notRegistered(country)
  const { authUrl, clientId } = client
  const url = new URL(authUrl)
  url.searchParams.set('response_type', 'code')
  url.searchParams.set('client_id', clientId)
  url.searchParams.set('redirect_uri', `${config.publicUrl()}/v1/oauth/${code.toLowerCase()}/callback`)
  url.searchParams.set('state', connectionId)
  return { authorizationUrl: url.toString() }
}
