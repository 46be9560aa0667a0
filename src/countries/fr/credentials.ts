import type { Credentials } from '../../domain/connection.js'
import type { Submission } from '../gateway/gateway.js'
import type { OAuthClient } from './access-tokens.js'
import { withoutEnd } from '../../domain/text.js'

/** A platform's interface and its authentication. */
export interface PlatformAccess {
  /** Of the Flow Service, without `/v1`. */
  readonly url: string
  /** A static key, or a client that gets tokens with its secret. */
  readonly by: { readonly apiKey: string } | OAuthClient
  /** Of the Directory Service, without `/v1`; null: buyers are not looked up. */
  readonly directoryUrl: string | null
}

/** An application at PISTE with a technical account of Chorus Pro. */
export interface ChorusAccess {
  readonly client: Pick<OAuthClient, 'clientId' | 'clientSecret'>
  /** `login:password` in Base64, for the header `cpro-account`. */
  readonly account: string
}

/** The platform of the credentials; null: they contain none. */
export function platformIn(credentials: Credentials): PlatformAccess | null {
  const { url, apiKey, tokenUrl, clientId, clientSecret, directoryUrl } = credentials
  const by =
    apiKey !== undefined
      ? { apiKey }
      : tokenUrl !== undefined && clientId !== undefined && clientSecret !== undefined
        ? { tokenUrl, clientId, clientSecret, ways: ['basic', 'post'] as const }
        : null
  if (url === undefined || by === null) return null
  return { url: address(url), by, directoryUrl: directoryUrl === undefined ? null : address(directoryUrl) }
}

/** The access to Chorus Pro in the credentials; null: they contain none. */
export function chorusIn(credentials: Credentials): ChorusAccess | null {
  const { chorusClientId: clientId, chorusClientSecret: clientSecret } = credentials
  const { chorusLogin: login, chorusPassword: password } = credentials
  if (clientId === undefined || clientSecret === undefined || login === undefined || password === undefined) return null
  return { client: { clientId, clientSecret }, account: Buffer.from(`${login}:${password}`).toString('base64') }
}

/** Throws if a submission has no connection: only simulated governments accept these. */
export function credentialsOf({ access, attemptId }: Submission): Credentials {
  if (access === null) throw new Error(`attempt ${attemptId} for a French platform has no connection`)
  return access.credentials
}

function address(url: string): string {
  return withoutEnd(url, '/')
}
