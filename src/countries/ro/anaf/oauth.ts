import { cut } from '../../../domain/text.js'
import type { OAuthClient, TokenOutcome, Tokens } from '../../connection-setup.js'
import type { LeaseCheck } from '../../gateway/gateway.js'
import type { GovernmentHttp, HttpAnswer } from '../../gateway/government-http.js'
import type { CountrySettings } from '../../settings.js'
import { mayAct } from '../../gateway/lease-check.js'
import { isObject } from '../../../domain/json.js'
import { smallest } from '../../../domain/lists.js'

const TIMEOUT_MS = 30_000
const ANSWER_BYTES = 64 * 1024
/** ANAF's own figure, for an answer without the lifetime of its token. */
const TOKEN_DAYS = 90
const DAY_MS = 24 * 3_600_000
const LONGEST_REASON = 200

/** Without it ANAF issues tokens that its interface refuses. */
const JWT = { token_content_type: 'jwt' } as const

/** Our registration at ANAF; null: none is configured. */
export function anafOAuth(settings: CountrySettings, http: GovernmentHttp): OAuthClient | null {
  const { ANAF_AUTH_URL: authUrl, ANAF_TOKEN_URL: tokenUrl, ANAF_CLIENT_ID: clientId } = settings
  const { ANAF_CLIENT_SECRET: clientSecret } = settings
  if (authUrl === undefined || tokenUrl === undefined || clientId === undefined) return null

  async function tokens(
    grant: Readonly<Record<string, string>>,
    now: Date,
    refreshToken?: string,
    lease?: LeaseCheck,
  ): Promise<TokenOutcome> {
    if (clientSecret === undefined) return unavailable('the setting ANAF_CLIENT_SECRET is missing')
    const outcome = await http.send({
      method: 'POST',
      url: tokenUrl ?? '',
      headers: {
        authorization: `Basic ${Buffer.from(`${encoded(clientId ?? '')}:${encoded(clientSecret)}`).toString('base64')}`,
        'content-type': 'application/x-www-form-urlencoded',
        accept: 'application/json',
      },
      body: Buffer.from(new URLSearchParams({ ...grant, ...JWT }).toString()),
      timeoutMs: TIMEOUT_MS,
      maxBytes: ANSWER_BYTES,
      mayBegin: () => mayAct(lease),
    })
    if (outcome.kind === 'failure') return unavailable(`ANAF's token endpoint: ${outcome.reason}`)
    return judged(outcome, now, refreshToken)
  }

  return {
    authUrl,
    clientId,
    authorizationParameters: JWT,
    exchange: (code, redirectUri, now) =>
      tokens({ grant_type: 'authorization_code', code, redirect_uri: redirectUri }, now),
    refresh: (refreshToken, now, lease) =>
      tokens({ grant_type: 'refresh_token', refresh_token: refreshToken }, now, refreshToken, lease),
  }
}

/** RFC 6749, section 2.3.1. */
function encoded(text: string): string {
  return new URLSearchParams({ '': text }).toString().slice(1)
}

function unavailable(reason: string): TokenOutcome {
  return { kind: 'unavailable', reason }
}

/** ANAF's words for an expired refresh token, in any form. */
const ENDED = /Refresh Token status is expired/i

function judged(answer: HttpAnswer, now: Date, refreshToken?: string): TokenOutcome {
  const { status } = answer
  const text = new TextDecoder().decode(answer.bytes)
  const json = jsonIn(text)
  if (status === 200) {
    const read = json === null ? null : tokensIn(json, now, refreshToken)
    return read === null
      ? unavailable("ANAF's token endpoint answered without usable tokens")
      : { kind: 'tokens', tokens: read }
  }
  const error = typeof json?.['error'] === 'string' ? json['error'] : ''
  if (status >= 400 && status < 500) {
    if (error === 'invalid_grant' || error === 'access_denied' || ENDED.test(text))
      return { kind: 'refused', reason: REFUSALS[error] ?? 'Refresh Token status is expired' }
    if (error === 'invalid_client' || error === 'unauthorized_client' || status === 401)
      return unavailable(
        'ANAF does not find our registration: check the settings ANAF_CLIENT_ID and ANAF_CLIENT_SECRET',
      )
  }
  // The description is ANAF's free text, and may quote the request.
  const named = /^[a-z_]+$/.test(error) ? `, ${cut(error, LONGEST_REASON)}` : ''
  return unavailable(`ANAF's token endpoint answered with HTTP ${status}${named}`)
}

const REFUSALS: Readonly<Record<string, string | undefined>> = {
  invalid_grant: 'invalid_grant: the authorization has expired, was used up or was revoked',
  access_denied: 'access_denied: no certificate was presented, or its holder has no SPV account',
}

function jsonIn(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const json: unknown = JSON.parse(text)
    return isObject(json) ? json : null
  } catch {
    return null
  }
}

function tokensIn(json: Readonly<Record<string, unknown>>, now: Date, refreshToken?: string): Tokens | null {
  const { access_token: accessToken, refresh_token: newRefreshToken = refreshToken } = json
  if (!isToken(accessToken) || !isToken(newRefreshToken)) return null
  const ends = [lifetimeEnd(json['expires_in'], now), jwtEnd(accessToken)].filter((end) => end !== null)
  const end = ends.length > 0 ? smallest(ends) : now.getTime() + TOKEN_DAYS * DAY_MS
  return {
    accessToken,
    refreshToken: newRefreshToken,
    obtainedAt: now.toISOString(),
    expiresAt: new Date(end).toISOString(),
  }
}

/** The form of a token in a header (RFC 6750, section 2.1). */
function isToken(value: unknown): value is string {
  return typeof value === 'string' && /^[\x21-\x7e]+$/.test(value)
}

/** No token lasts longer, and dates have an upper limit. */
const LONGEST_SECONDS = 10 * 365 * 24 * 3600

function lifetimeEnd(expiresIn: unknown, now: Date): number | null {
  // An object may not be convertible to a number.
  const seconds = typeof expiresIn === 'object' ? NaN : Number(expiresIn)
  return seconds > 0 && seconds <= LONGEST_SECONDS ? now.getTime() + seconds * 1000 : null
}

/** `exp` of a JWT (RFC 7519, section 4.1.4), in milliseconds; ANAF checks its signature. */
function jwtEnd(token: string): number | null {
  const [, payload = ''] = token.split('.')
  const exp = jsonIn(Buffer.from(payload, 'base64url').toString('utf8'))?.['exp']
  return typeof exp === 'number' && exp > 0 && exp < 1e11 ? exp * 1000 : null
}
