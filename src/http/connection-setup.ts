import type { Country } from '../countries/country.js'
import type { HttpConfig } from './deps.js'
import { ApiError } from './errors.js'

/** Throws a 503 where the operator has not registered this service with the government: nothing that a client does can bring the connection to life. */
export function mustBeSetUp({ name, setup }: Country, config: HttpConfig): void {
  if (setup.kind === 'credentials' || setup.client(config) !== null) return
  throw new ApiError(
    'server_error',
    `Production connections for ${name} are not available here: the operator has to set ${setup.clientSetting} first`,
    { status: 503 },
  )
}

/** What a production connection that is pending needs next: an address to send the user to, or steps to take. */
export function setupOf(
  { code, name, setup }: Country,
  connectionId: string,
  config: HttpConfig,
): { readonly authorizationUrl?: string; readonly setupInstructions?: string[] } {
  if (setup.kind === 'credentials') return { setupInstructions: [...setup.instructions] }
  // RFC 6749, section 4.1.1; the callback finds the connection by `state`.
  const client = setup.client(config)
  if (client === null) throw new Error(`no registration for ${name}`)
  const { authUrl, clientId } = client
  const url = new URL(authUrl)
  url.searchParams.set('response_type', 'code')
  url.searchParams.set('client_id', clientId)
  url.searchParams.set('redirect_uri', `${config.publicUrl()}/v1/oauth/${code.toLowerCase()}/callback`)
  url.searchParams.set('state', connectionId)
  return { authorizationUrl: url.toString() }
}
