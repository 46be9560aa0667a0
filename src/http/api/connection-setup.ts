import { notRegistered } from '../../commands/use-cases/connections.js'
import type { Country } from '../../countries/country.js'
import { notificationAddress } from '../../countries/gateway/notifications.js'
import type { CountryCode } from '../../domain/request/invoice-request.js'
import { type ConnectionView, shownConnection } from '../../domain/public-events/connection-view.js'
import type { AppDeps, HttpConfig } from '../deps.js'

/**
 * The next step of a pending production connection: an address to send the user to, or
 * instructions.
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
  const { authUrl, clientId, authorizationParameters } = client
  const url = new URL(authUrl)
  url.searchParams.set('response_type', 'code')
  url.searchParams.set('client_id', clientId)
  url.searchParams.set('redirect_uri', redirectUri(code, config))
  url.searchParams.set('state', connectionId)
  for (const [name, value] of Object.entries(authorizationParameters)) url.searchParams.set(name, value)
  return { authorizationUrl: url.toString() }
}

/**
 * The address that a government redirects the user's browser to; the same in both requests of the
 * flow.
 */
export function redirectUri(code: CountryCode, config: Pick<HttpConfig, 'publicUrl'>): string {
  return `${config.publicUrl()}/v1/oauth/${code.toLowerCase()}/callback`
}

/** A connection as the API shows it, with the address for notifications of its platform. */
export function connectionWithAddress(
  row: ConnectionView,
  { countryOf, config }: Pick<AppDeps, 'countryOf'> & { readonly config: Pick<HttpConfig, 'inboundPublicUrl'> },
) {
  const { notifications } = countryOf(row.country_code)
  const { inboundPublicUrl } = config
  const hasAddress = notifications !== undefined && inboundPublicUrl !== null && row.environment === 'production'
  return {
    ...shownConnection(row),
    ...(hasAddress && { notificationUrl: notificationAddress(inboundPublicUrl, notifications, row.id) }),
  }
}
