import type { CountryCode } from '../domain/accepted-invoice.js'
import type { HttpConfig } from './deps.js'

/** What a production connection that is pending needs next: an address to send the user to, or steps to take. */
export function setupOf(
  country: CountryCode,
  connectionId: string,
  config: HttpConfig,
): { readonly authorizationUrl?: string; readonly setupInstructions?: string[] } {
  if (country === 'RO') return { authorizationUrl: anafAuthorizationUrl(connectionId, config) }
  return { setupInstructions: [...INSTRUCTIONS[country]] }
}

/** The authorisation address of ANAF (RFC 6749, section 4.1.1); `state` is the connection's id. */
function anafAuthorizationUrl(connectionId: string, config: HttpConfig): string {
  const url = new URL(config.anaf.authUrl)
  url.searchParams.set('response_type', 'code')
  url.searchParams.set('client_id', config.anaf.clientId)
  url.searchParams.set('redirect_uri', `${config.publicUrl()}/v1/oauth/ro/callback`)
  url.searchParams.set('state', connectionId)
  return url.toString()
}

const INSTRUCTIONS: Readonly<Record<Exclude<CountryCode, 'RO'>, readonly string[]>> = {
  IT: [
    'Accredit the company with the Sistema di Interscambio (SdI) at https://www.fatturapa.gov.it and choose the SDICoop channel.',
    'Sign the service agreement that the Agenzia delle Entrate sends you, and have the channel tested.',
    'Hand over the client certificate of the channel with PUT /v1/connections/{id}/credentials.',
  ],
  PL: [
    'Sign in to KSeF (https://ksef.mf.gov.pl) as the company, or as a person whom it has authorised.',
    'Make a KSeF token with the permission to issue invoices.',
    'Hand over the token with PUT /v1/connections/{id}/credentials.',
  ],
  BE: [
    'Choose a Peppol access point and register the company with it under its enterprise number (scheme 0208).',
    'Hand over the credentials of the access point with PUT /v1/connections/{id}/credentials.',
  ],
  DE: [
    'Choose a Peppol access point, or register with the portal of the public buyer (ZRE or OZG-RE).',
    'Hand over the credentials of the access point with PUT /v1/connections/{id}/credentials.',
  ],
  FR: [
    'Choose an approved platform (plateforme agréée), or use Chorus Pro for public buyers, and register the company with it under its SIREN.',
    'Hand over the credentials of the platform with PUT /v1/connections/{id}/credentials.',
  ],
}
