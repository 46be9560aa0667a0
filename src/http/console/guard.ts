import { timingSafeEqual } from 'node:crypto'
import { isIP } from 'node:net'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { bearerIn, type ConsoleUser, namedByProxy } from './access.js'
import { cut } from '../../domain/text.js'
import type { ConsoleDeps } from './deps.js'
import { ConsoleError } from './errors.js'
import { EndedSessions } from './ended-sessions.js'
import { type Notice, type Session, Sessions } from './sessions.js'

/** No scripts, nothing from other origins, nothing inline. */
const POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  "img-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ')

const HEADERS = {
  'content-security-policy': POLICY,
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=()',
} as const

/** Characters of a notice: it must fit into a cookie. */
const LONGEST_NOTICE = 600

/** Sets the security headers of a response. */
export function protect(reply: FastifyReply): void {
  void reply.headers(HEADERS)
}

/** Checks each request: whether it is allowed, and whose session it belongs to. */
export class Guard {
  readonly #deps: Pick<ConsoleDeps, 'access' | 'url' | 'host' | 'clock'>
  readonly #sessions: Sessions
  readonly #ended: EndedSessions
  readonly #cookie: string
  readonly #noticeCookie: string
  readonly #isSecure: boolean
  readonly #origin: string | null

  constructor(deps: Pick<ConsoleDeps, 'access' | 'url' | 'host' | 'clock' | 'random' | 'secretsKeys' | 'pool'>) {
    this.#deps = deps
    this.#ended = new EndedSessions(deps.pool)
    this.#sessions = new Sessions(deps.secretsKeys, deps.random, (name) => bearerIn(deps.access, name))
    this.#isSecure = deps.url?.startsWith('https:') === true
    this.#cookie = this.#isSecure ? '__Host-clearway-console' : 'clearway-console'
    this.#noticeCookie = `${this.#cookie}-notice`
    this.#origin = deps.url === null ? null : new URL(deps.url).origin
  }

  /**
   * Rejects a request for an unknown host name: a foreign page could otherwise point its own name
   * here (DNS rebinding) and read the responses.
   */
  checkHost({ headers }: FastifyRequest): void {
    const host = headers.host ?? ''
    if (this.#origin !== null && host.toLowerCase() === new URL(this.#origin).host) return
    const name = host.replace(/:\d+$/, '').toLowerCase()
    const isAddress = isIP(name.replace(/^\[(.*)\]$/, '$1')) !== 0
    if (isAddress || name === 'localhost' || name === this.#deps.host.toLowerCase()) return
    throw new ConsoleError(
      421,
      'Unknown host name',
      'The request names a host that the console does not know. Set OPS_CONSOLE_URL to the address that browsers use.',
    )
  }

  /** Rejects a form that comes from a page of another site. */
  checkOrigin({ headers }: FastifyRequest): void {
    const { origin, host = '' } = headers
    const site = headers['sec-fetch-site']
    const isOwn =
      origin !== undefined && (origin === this.#origin || origin === `http://${host}` || origin === `https://${host}`)
    if (isOwn && (site === undefined || site === 'same-origin')) return
    throw new ConsoleError(
      403,
      'The form was not sent from this console',
      'Open the page again and send the form there.',
    )
  }

  /**
   * The session of a request; null: no one is signed in. In proxy mode it begins automatically.
   */
  enter(request: FastifyRequest, reply: FastifyReply): Session | null {
    const { access } = this.#deps
    const found = this.known(request)
    if (access.kind === 'tokens') return this.#continued(reply, found)
    const user = namedByProxy(access, request.raw)
    if (user === null) {
      throw new ConsoleError(
        403,
        'The proxy did not name you',
        `Open the console through the proxy that signs you in. The proxy must name you in ${access.header}, and its address must be in OPS_PROXY_ADDRESSES.`,
      )
    }
    if (found?.user.name === user.name) return this.#continued(reply, found)
    return this.begin(reply, user)
  }

  /** The session in the cookie of a request, without asking the proxy; null: none. */
  known(request: FastifyRequest): Session | null {
    return this.#sessions.find(
      cookieIn(request, this.#cookie),
      cookieIn(request, this.#noticeCookie),
      this.#deps.clock.now().getTime(),
    )
  }

  /** Begins a session and sets its cookie. */
  begin(reply: FastifyReply, user: ConsoleUser): Session {
    const { session, cookie } = this.#sessions.begin(user, this.#deps.clock.now().getTime())
    this.#setCookie(reply, this.#cookie, cookie)
    return session
  }

  /** Notes if another process has ended the session of a request: no one is signed in then. */
  async learn(request: FastifyRequest): Promise<void> {
    const session = this.known(request)
    if (session !== null && (await this.#ended.has(session.id)))
      this.#sessions.end(session, this.#deps.clock.now().getTime())
  }

  /** Ends the session of a request in every process; its cookies stay in the browser. */
  async forget(request: FastifyRequest): Promise<void> {
    const session = this.known(request)
    if (session === null) return
    const now = this.#deps.clock.now()
    const expiresAt = this.#sessions.end(session, now.getTime())
    await this.#ended.end(session.id, new Date(expiresAt), now)
  }

  /** Ends the session of a request and deletes its cookies. */
  async end(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    await this.forget(request)
    this.#deleteCookie(reply, this.#cookie)
    this.#deleteCookie(reply, this.#noticeCookie)
  }

  /** Sets the notice that the next page shows. */
  notify(reply: FastifyReply, session: Session, notice: Notice): void {
    const text = cut(notice.text, LONGEST_NOTICE)
    this.#setCookie(reply, this.#noticeCookie, this.#sessions.noticed(session, { ...notice, text }))
  }

  /** Removes a notice that a page has shown. */
  clearNotice(reply: FastifyReply): void {
    this.#deleteCookie(reply, this.#noticeCookie)
  }

  #continued(reply: FastifyReply, session: Session | null): Session | null {
    const renewed = session && this.#sessions.renewed(session, this.#deps.clock.now().getTime())
    if (renewed !== null) this.#setCookie(reply, this.#cookie, renewed)
    return session
  }

  /** Rejects a form without the session's own token. */
  checkForm(session: Session, form: URLSearchParams): void {
    const given = Buffer.from(form.get('form') ?? '')
    const wanted = Buffer.from(session.formToken)
    if (given.length === wanted.length && timingSafeEqual(given, wanted)) return
    throw new ConsoleError(
      403,
      'The form is out of date',
      'Open the page again and send the form there. Nothing was changed.',
    )
  }

  #setCookie(reply: FastifyReply, name: string, value: string, end = ''): void {
    const secure = this.#isSecure ? '; Secure' : ''
    void reply.header('set-cookie', `${name}=${value}; Path=/; HttpOnly; SameSite=Strict${secure}${end}`)
  }

  #deleteCookie(reply: FastifyReply, name: string): void {
    this.#setCookie(reply, name, '', '; Max-Age=0')
  }
}

/** The value of a cookie of a request; empty: there is none. */
function cookieIn({ headers }: FastifyRequest, wanted: string): string {
  for (const part of (headers.cookie ?? '').split(';')) {
    const [name, value = ''] = part.trim().split('=', 2)
    if (name === wanted) return value
  }
  return ''
}
