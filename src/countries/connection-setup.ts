import type { TObject } from '@sinclair/typebox'
import type { Credentials } from '../domain/connection.js'
import type { Observer } from '../domain/observer.js'
import type { LeaseCheck } from './gateway/gateway.js'
import type { CountrySettings } from './settings.js'

/** What a client or its user has to do before a production connection is active. */
export type ConnectionSetup = OAuthSetup | CredentialsSetup

/** The user authorises us at the government (RFC 6749, section 4.1). */
export interface OAuthSetup {
  readonly kind: 'oauth'
  /**
   * Our registration at the government, by the country's settings; null: the operator has none.
   * `observer` hears of its calls; absent: nobody does.
   */
  readonly client: (settings: CountrySettings, observer?: Observer) => OAuthClient | null
  /** The setting that is missing where there is none. */
  readonly clientSetting: string
}

/** Our registration at a government's OAuth service. No method throws for what it answers. */
export interface OAuthClient {
  readonly authUrl: string
  readonly clientId: string
  /** What else the authorization request must say (RFC 6749, section 4.1.1). */
  readonly authorizationParameters: Readonly<Record<string, string>>
  /** Exchanges an authorization code for tokens (RFC 6749, section 4.1.3). */
  exchange(code: string, redirectUri: string, now: Date): Promise<TokenOutcome>
  /**
   * Gets new tokens (RFC 6749, section 6); the old refresh token may be void from then on. Where
   * the lease is lost before the request is written, nothing is sent: `unavailable`.
   */
  refresh(refreshToken: string, now: Date, lease?: LeaseCheck): Promise<TokenOutcome>
}

/** What a token endpoint answers. */
export type TokenOutcome =
  | { readonly kind: 'tokens'; readonly tokens: Tokens }
  /**
   * The government's no: only a new authorization by the user helps. `reason` holds no secret.
   */
  | { readonly kind: 'refused'; readonly reason: string }
  /** An outage, an answer that can't be read, or a no to our own registration. */
  | { readonly kind: 'unavailable'; readonly reason: string }

/** Tokens as the vault keeps them. Times are ISO 8601 in UTC. */
export interface Tokens {
  readonly accessToken: string
  readonly refreshToken: string
  readonly obtainedAt: string
  /** When the access token ends. */
  readonly expiresAt: string
}

/** The client gets credentials from the government or its provider, and hands them over. */
export interface CredentialsSetup {
  readonly kind: 'credentials'
  /** The steps, in English. */
  readonly instructions: readonly string[]
  /**
   * What is handed over. Its fields bear no format whose message would quote their value: they are
   * secrets.
   */
  readonly schema: TObject
  /** What the API's reference shows of it; none where everybody's differ, as certificates do. */
  readonly examples: readonly CredentialsExample[]
  /**
   * What is wrong with values that the schema has accepted, and what no schema can say; empty:
   * nothing.
   */
  faults(given: Credentials, context: CredentialsContext): readonly CredentialFault[]
  /**
   * Whether the operator has an access of his own, which serves all companies: then a connection
   * is active at once, and its gateway gets no credentials. Absent: never.
   */
  readonly isOpen?: (settings: CountrySettings) => boolean
}

/** Whether companies need no credentials of their own: the operator has an access for all. */
export function isOpenSetup(setup: ConnectionSetup, settings: CountrySettings): boolean {
  return setup.kind === 'credentials' && (setup.isOpen?.(settings) ?? false)
}

/** What credentials are judged by. */
export interface CredentialsContext {
  readonly now: Date
  /** Whether addresses may be private, and http: `GATEWAY_ALLOW_PRIVATE_NETWORK`. */
  readonly allowPrivateNetwork: boolean
}

/** Credentials as the API's reference shows them: what the service accepts. */
export interface CredentialsExample {
  /** Its name in the document. */
  readonly name: string
  /** What they are, in a few words. */
  readonly summary: string
  readonly value: Credentials
}

/** One thing wrong with credentials that were handed over. */
export interface CredentialFault {
  /** The field; empty for all together. */
  readonly path: string
  /** What to do. Never quotes a value. */
  readonly message: string
}

/** The request by which credentials are handed over, as set-up instructions name it. */
export const HAND_OVER = 'PUT /v1/connections/{id}/credentials'
