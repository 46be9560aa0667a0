import { timingSafeEqual } from 'node:crypto'
import { isIP } from 'node:net'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type ConsoleUser, namedByProxy } from './access.js'
import type { ConsoleDeps } from './deps.js'
import { ConsoleError } from './errors.js'
import { type Session, Sessions } from './sessions.js'

/** No script, nothing from elsewhere, nothing that stands in the page itself. */
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

/** Sets what protects each answer of the console. */
export function protect(reply: FastifyReply): void {
  void reply.headers(HEADERS)
}

/** Who is at the door of each request: whether it may come in, and whose session it is. */
export class Guard {
  readonly #deps: Pick<ConsoleDeps, 'access' | 'url' | 'host' | 'clock'>
  readonly sessions: Sessions
  readonly #cookie: string
  readonly #isSecure: boolean
  readonly #origin: string | null

  constructor(deps: Pick<ConsoleDeps, 'access' | 'url' | 'host' | 'clock' | 'random'>) {
    this.#deps = deps
    this.sessions = new Sessions(deps.random)
    this.#isSecure = deps.url?.startsWith('https:') === true
    this.#cookie = this.#isSecure ? '__Host-clearway-console' : 'clearway-console'
    this.#origin = deps.url === null ? null : new URL(deps.url).origin
  }

  /**
   * Refuses a request under a name that is not ours: a page elsewhere could otherwise let its own
   * name lead here (DNS rebinding) and read the answers.
   */
  checkHost({ headers }: FastifyRequest): void {
    const host = headers.host ?? ''
    if (this.#origin !== null && host.toLowerCase() === new URL(this.#origin).host) return
    const name = host.replace(/:\d+$/, '').toLowerCase()
    const isAddress = isIP(name.replace(/^\[(.*)\]$/, '$1')) !== 0
    if (isAddress || name === 'localhost' || name === this.#deps.host.toLowerCase()) return
    throw new ConsoleError(
      421,
      'This name is not known here',
      'The console is asked for under a name that it does not know. Set OPS_CONSOLE_URL to the address that browsers use.',
    )
  }

  /** Refuses a form that comes from a page of somebody else. */
  checkOrigin({ headers }: FastifyRequest): void {
    const { origin, host = '' } = headers
    const site = headers['sec-fetch-site']
    const isOwn =
      origin !== undefined && (origin === this.#origin || origin === `http://${host}` || origin === `https://${host}`)
    if (isOwn && (site === undefined || site === 'same-origin')) return
    throw new ConsoleError(403, 'The form was not sent from this console', 'Open the page again, and send it there.')
  }

  /** The session of a request; null: nobody is signed in. In proxy mode it begins by itself. */
  enter(request: FastifyRequest, reply: FastifyReply): Session | null {
    const { access, clock } = this.#deps
    const now = clock.now().getTime()
    const found = this.sessions.find(this.idOf(request), now)
    if (access.kind === 'tokens') return found
    const user = namedByProxy(access, request.raw)
    if (user === null) {
      throw new ConsoleError(
        403,
        'The proxy has not said who you are',
        `The console is reached through the proxy that signs you in. It must name you in ${access.header}, and its address must be in OPS_PROXY_ADDRESSES.`,
      )
    }
    if (found?.user.name === user.name && found.user.role === user.role) return found
    return this.begin(reply, user)
  }

  /** Begins a session, and hands the browser its cookie. */
  begin(reply: FastifyReply, user: ConsoleUser): Session {
    const now = this.#deps.clock.now().getTime()
    const id = this.sessions.begin(user, now)
    void reply.header('set-cookie', this.#cookieOf(id, ''))
    const session = this.sessions.find(id, now)
    if (session === null) throw new Error('a session ends before it has begun')
    return session
  }

  /** Ends the session of a request, and takes the cookie back. */
  end(request: FastifyRequest, reply: FastifyReply): void {
    this.sessions.end(this.idOf(request))
    void reply.header('set-cookie', this.#cookieOf('', '; Max-Age=0'))
  }

  /** Refuses a form without the session's own token. */
  checkForm(session: Session, form: URLSearchParams): void {
    const given = Buffer.from(form.get('form') ?? '')
    const wanted = Buffer.from(session.formToken)
    if (given.length === wanted.length && timingSafeEqual(given, wanted)) return
    throw new ConsoleError(
      403,
      'The form is out of date',
      'Open the page again, and send it there. Nothing was changed.',
    )
  }

  /** The session's id in the cookie; empty: none. */
  idOf({ headers }: FastifyRequest): string {
    for (const part of (headers.cookie ?? '').split(';')) {
      const [name, value = ''] = part.trim().split('=', 2)
      if (name === this.#cookie) return value
    }
    return ''
  }

  #cookieOf(id: string, end: string): string {
    return `${this.#cookie}=${id}; Path=/; HttpOnly; SameSite=Strict${this.#isSecure ? '; Secure' : ''}${end}`
  }
}
