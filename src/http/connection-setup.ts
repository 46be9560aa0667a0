import type { Country } from '../countries/country.js'
import type { HttpConfig } from './deps.js'
import { ApiError } from './errors.js'

/** Whether a production connection can come to life: OAuth takes a registration with the government, which is the operator's to get. */
export function canBeSetUp({ setup }: Country, config: HttpConfig): boolean {
  return setup.kind === 'credentials' || setup.client(config) !== null
}

/** Nothing that the client could do would help: the operator has to. */
export function notRegistered({ name, setup }: Country): ApiError {
  const remedy = setup.kind === 'oauth' ? `; the operator has to set ${setup.clientSetting}` : ''
  const message = `Production connections for ${name} can't be set up here yet: this service is not registered with the government${remedy}`
  return new ApiError('server_error', message, { status: 503 })
}

/** What a production connection that is pending needs next: an address to send the user to, or steps to take. */
export function setupOf(
  country: Country,
  connectionId: string,
  config: HttpConfig,
): { readonly authorizationUrl?: string; readonly setupInstructions?: string[] } {
  const { code, setup } = country
  if (setup.kind === 'credentials') return { setupInstructions: [...setup.instructions] }
  // RFC 6749, section 4.1.1; the callback finds the connection by `state`.
  const client = setup.client(config)
  if (client === null) throw notRegistered(country)
  const { authUrl, clientId } = client
  const url = new URL(authUrl)
  url.searchParams.set('response_type', 'code')
  url.searchParams.set('client_id', clientId)
  url.searchParams.set('redirect_uri', `${config.publicUrl()}/v1/oauth/${code.toLowerCase()}/callback`)
  url.searchParams.set('state', connectionId)
  return { authorizationUrl: url.toString() }
}
