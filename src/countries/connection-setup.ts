import type { TObject } from '@sinclair/typebox'
import type { Credentials } from '../domain/connection.js'
import type { LeaseCheck } from './gateway/gateway.js'
import type { CallTools } from './gateway/government-http.js'
import type { CountrySettings } from './settings.js'

/** The steps of a client or its user before a production connection is active. */
export type ConnectionSetup = OAuthSetup | CredentialsSetup

/** The user authorises the service at the government (RFC 6749, section 4.1). */
export interface OAuthSetup {
  readonly kind: 'oauth'
  /**
   * Our registration at the government, from the country's settings; null: the operator has none.
   * `calls`: of the process, for its requests.
   */
  readonly client: (settings: CountrySettings, calls?: CallTools) => OAuthClient | null
  /** The setting that is missing without a registration. */
  readonly clientSetting: string
}

/** Our registration at a government's OAuth service. No method throws because of its responses. */
export interface OAuthClient {
  readonly authUrl: string
  readonly clientId: string
  /** Further parameters of the authorization request (RFC 6749, section 4.1.1). */
  readonly authorizationParameters: Readonly<Record<string, string>>
  /** Exchanges an authorization code for tokens (RFC 6749, section 4.1.3). */
  exchange(code: string, redirectUri: string, now: Date): Promise<TokenOutcome>
  /**
   * Gets new tokens (RFC 6749, section 6), which may invalidate the old refresh token. If the
   * lease is lost before the request is written, nothing is sent: `unavailable`.
   */
  refresh(refreshToken: string, now: Date, lease?: LeaseCheck): Promise<TokenOutcome>
}

/** The result of a call to a token endpoint. */
export type TokenOutcome =
  | { readonly kind: 'tokens'; readonly tokens: Tokens }
  /**
   * The government's no: only a new authorization by the user helps. `reason` holds no secret.
   */
  | { readonly kind: 'refused'; readonly reason: string }
  /** An outage, an answer that can't be read, or a no to our own registration. */
  | { readonly kind: 'unavailable'; readonly reason: string }

/** Tokens as stored in the vault. Times are ISO 8601 in UTC. */
export interface Tokens {
  readonly accessToken: string
  readonly refreshToken: string
  readonly obtainedAt: string
  /** Expiry of the access token. */
  readonly expiresAt: string
}

/**
 * The client gets credentials from the government or its provider, and sends them to the service.
 */
export interface CredentialsSetup {
  readonly kind: 'credentials'
  /** The steps, in English. */
  readonly instructions: readonly string[]
  /**
   * The schema of the credentials. Its fields have no format whose message would quote a value,
   * because they are secrets.
   */
  readonly schema: TObject
  /** Examples for the API's reference; none if everyone's differ, like certificates. */
  readonly examples: readonly CredentialsExample[]
  /**
   * Errors in values that the schema accepts, from checks that a schema can't express; empty:
   * none.
   */
  faults(given: Credentials, context: CredentialsContext): readonly CredentialFault[]
  /**
   * Whether the operator's own access serves all companies: then a connection is active at once,
   * and its gateway gets no credentials. Absent: never.
   */
  readonly isOpen?: (settings: CountrySettings) => boolean
}

/** Whether companies need no credentials of their own: the operator has an access for all. */
export function isOpenSetup(setup: ConnectionSetup, settings: CountrySettings): boolean {
  return setup.kind === 'credentials' && (setup.isOpen?.(settings) ?? false)
}

/** The context of the credentials' validation. */
export interface CredentialsContext {
  readonly now: Date
  /** Whether addresses may be private, and http: `GATEWAY_ALLOW_PRIVATE_NETWORK`. */
  readonly allowPrivateNetwork: boolean
}

/** Example credentials for the API's reference, which the service accepts. */
interface CredentialsExample {
  /** Its name in the document. */
  readonly name: string
  /** A short description. */
  readonly summary: string
  readonly value: Credentials
}

/** An error in submitted credentials. */
export interface CredentialFault {
  /** The field; empty for the credentials as a whole. */
  readonly path: string
  /** The remedy. Never quotes a value. */
  readonly message: string
}

/** The request for submitting credentials, for set-up instructions. */
export const HAND_OVER = 'PUT /v1/connections/{id}/credentials'
