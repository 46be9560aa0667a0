import { randomBytes } from 'node:crypto'
import { json } from './answers.js'
import type { Answer } from '../local-server.js'

/** Our registration, as the stand-in prints it. */
export const CLIENT_ID = 'standin-client'
/** The secret to it. */
export const CLIENT_SECRET = 'standin-secret'

const CODE_MS = 60_000
const REFRESH_MS = 365 * 24 * 3_600_000

interface Settings {
  readonly now: () => Date
  readonly accessTokenSeconds: number
  readonly autoAuthorize: boolean
}

/** ANAF's identity provider: OAuth 2.0 with rotating refresh tokens. */
export class Identity {
  readonly #codes = new Map<string, { readonly redirectUri: string; readonly until: number }>()
  readonly #refreshTokens = new Map<string, number>()
  readonly #accessTokens = new Map<string, number>()

  constructor(private readonly settings: Settings) {}

  /** The page on which the certificate's holder agrees, or, asked to, the consent itself. */
  authorize(query: URLSearchParams): Answer {
    const redirectUri = query.get('redirect_uri') ?? ''
    if (query.get('client_id') !== CLIENT_ID || query.get('response_type') !== 'code' || !URL.canParse(redirectUri))
      return json({ error: 'invalid_request' }, 400)
    const back = (parameters: Record<string, string>): string => {
      const url = new URL(redirectUri)
      const given = query.get('state')
      for (const [name, value] of Object.entries({ ...parameters, ...(given !== null && { state: given }) }))
        url.searchParams.set(name, value)
      return url.href
    }
    if (query.get('deny') === '1') return redirect(back({ error: 'access_denied' }))
    if (this.settings.autoAuthorize || query.get('auto') === '1') {
      const code = randomBytes(16).toString('hex')
      this.#codes.set(code, { redirectUri, until: this.#time() + CODE_MS })
      return redirect(back({ code }))
    }
    const link = (answer: string): string =>
      `?${new URLSearchParams([...query.entries(), [answer, '1']]).toString()}`.replaceAll('&', '&amp;')
    return {
      status: 200,
      headers: { 'content-type': 'text/html; charset=utf-8' },
      body: `<!DOCTYPE html><html lang="en"><title>Stand-in for ANAF</title><h1>Stand-in for ANAF</h1><p>ANAF would ask for a qualified certificate now.</p><p><a href="${link('auto')}">Authorise</a> · <a href="${link('deny')}">Refuse</a></p></html>`,
    }
  }

  /** The token endpoint. The registration comes by HTTP Basic or in the body. */
  token(authorization: string | undefined, form: URLSearchParams): Answer {
    const basic = /^Basic (.+)$/.exec(authorization ?? '')?.[1]
    const client =
      basic === undefined
        ? `${form.get('client_id')}:${form.get('client_secret')}`
        : Buffer.from(basic, 'base64').toString('utf8')
    if (client !== `${CLIENT_ID}:${CLIENT_SECRET}`) return json({ error: 'invalid_client' }, 401)
    const isJwt = form.get('token_content_type') === 'jwt'
    switch (form.get('grant_type')) {
      case 'authorization_code': {
        const code = form.get('code') ?? ''
        const granted = this.#codes.get(code)
        this.#codes.delete(code)
        const isGood =
          granted !== undefined && granted.until > this.#time() && granted.redirectUri === form.get('redirect_uri')
        return isGood ? json(this.issue(isJwt)) : json({ error: 'invalid_grant' }, 400)
      }
      case 'refresh_token': {
        const token = form.get('refresh_token') ?? ''
        const until = this.#refreshTokens.get(token)
        this.#refreshTokens.delete(token)
        return until !== undefined && until > this.#time()
          ? json(this.issue(isJwt))
          : json({ error: 'invalid_grant', error_description: 'Refresh Token status is expired' }, 400)
      }
      default:
        return json({ error: 'unsupported_grant_type' }, 400)
    }
  }

  /** Without a client certificate ANAF answers with the page of its login, and ends nothing. */
  revoke(): Answer {
    return {
      status: 200,
      headers: { 'content-type': 'text/html; charset=utf-8' },
      body: '<!DOCTYPE html><html lang="ro"><title>Autentificare</title><h1>Autentificare cu certificat</h1></html>',
    }
  }

  /** Ends every access token; refresh tokens stay valid. */
  revokeAccess(): void {
    this.#accessTokens.clear()
  }

  /** New tokens. One that is no JWT is given and never accepted, as ANAF does. */
  issue(isJwt = true): {
    readonly access_token: string
    readonly refresh_token: string
    readonly token_type: 'Bearer'
    readonly expires_in: number
  } {
    const { accessTokenSeconds } = this.settings
    const until = this.#time() + accessTokenSeconds * 1000
    const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')
    const id = randomBytes(12).toString('hex')
    const jwt = [part({ alg: 'none' }), part({ jti: id, exp: Math.floor(until / 1000) }), 'standin'].join('.')
    const tokens = { access_token: isJwt ? jwt : id, refresh_token: randomBytes(24).toString('hex') }
    if (isJwt) this.#accessTokens.set(jwt, until)
    this.#refreshTokens.set(tokens.refresh_token, this.#time() + REFRESH_MS)
    return { ...tokens, token_type: 'Bearer', expires_in: accessTokenSeconds }
  }

  /** Whether the interface accepts a call with this header. */
  accepts(authorization: string | undefined): boolean {
    const token = /^Bearer (.+)$/.exec(authorization ?? '')?.[1] ?? ''
    return (this.#accessTokens.get(token) ?? 0) > this.#time()
  }

  #time(): number {
    return this.settings.now().getTime()
  }
}

function redirect(location: string): Answer {
  return { status: 302, headers: { location }, body: '' }
}
