import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { JudgingBusy } from '../../documents/judging/port.js'
import { Refusal } from '../../domain/refusal.js'
import { html } from '../html/html.js'
import { EventStoreUnavailable } from '../../eventstore/port.js'
import { isMissingRight } from '../../storage/postgres/missing-right.js'
import { isUnavailable, tookTooLong } from '../../storage/postgres/unavailable.js'
import type { ConsoleDeps } from './deps.js'
import { ConsoleError, missing } from './errors.js'
import { Fields } from './fields.js'
import { type Guard, protect } from './guard.js'
import { consoleLayout, type ConsolePage, type ConsoleSite } from './layout.js'
import { type Act, recordedAct, recordedDisclosure } from './record.js'
import type { Session } from './sessions.js'

/** What a page is built from. */
export interface Visit {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly session: Session
  readonly params: Readonly<Record<string, string>>
  readonly query: URLSearchParams
  readonly fields: Fields
}

/** A submitted form. */
export interface Order extends Visit {
  readonly form: URLSearchParams
  /**
   * Does the work between two records of who does what. Work that can't be recorded is not done.
   */
  readonly doing: <T>(act: Act, work: () => Promise<T>) => Promise<T>
  /** Records a disclosure before it happens. */
  readonly disclosing: (act: Act) => Promise<void>
}

/** Where the browser goes after a form, and the message that it shows there. */
export interface Outcome {
  readonly to: string
  readonly done?: string
  readonly failed?: string
  readonly secret?: string
}

/** A process may use a database role with fewer rights than the owner's. */
const NO_RIGHT =
  'The database role of this process lacks the right to do this. Use the command line with the DATABASE_URL of the owner.'

/** The pages of the console: what each route needs, and how it answers. */
export class Site {
  readonly #app: FastifyInstance
  readonly #deps: ConsoleDeps
  readonly #guard: Guard
  readonly #site: ConsoleSite

  constructor(app: FastifyInstance, deps: ConsoleDeps, guard: Guard, site: ConsoleSite) {
    this.#app = app
    this.#deps = deps
    this.#guard = guard
    this.#site = site
  }

  /** A page for signed-in users; answers 400 if a field is invalid. */
  page(path: string, make: (visit: Visit) => Promise<ConsolePage>): void {
    this.#app.get(path, async (request, reply) => {
      const session = this.#enter(request, reply)
      if (session === null) return this.#toSignIn(request, reply)
      const visit = this.#visit(request, reply, session)
      const page = await make(visit)
      if (visit.fields.faults.length === 0) return this.send(reply, page, session)
      return this.send(reply.code(400), { ...page, title: `Error: ${page.title}` }, session)
    })
  }

  /** A download for signed-in users, which is recorded. `make` sends the answer. */
  download(path: string, make: (order: Order) => Promise<FastifyReply>): void {
    this.#app.get(path, async (request, reply) => {
      const session = this.#enter(request, reply)
      if (session === null) return this.#toSignIn(request, reply)
      return make(this.#order(request, reply, session, new URLSearchParams()))
    })
  }

  /** A form that changes something, for operators only. A page shows why an action was refused. */
  act(
    path: string,
    back: (params: Visit['params'], form: URLSearchParams) => string,
    run: (order: Order) => Promise<Outcome>,
  ): void {
    this.#app.post(path, async (request, reply) => {
      this.#guard.checkOrigin(request)
      const session = this.#enter(request, reply)
      if (session === null) return this.#toSignIn(request, reply)
      const form = formOf(request)
      this.#guard.checkForm(session, form)
      if (session.user.role !== 'operator') {
        throw new ConsoleError(403, 'Auditors cannot change anything', 'Ask an operator. Nothing was changed.')
      }
      const order = this.#order(request, reply, session, form)
      const { to, done, failed, secret } = await run(order).catch((error: unknown): Outcome => {
        const failed = error instanceof Refusal ? error.message : isMissingRight(error) ? NO_RIGHT : null
        if (failed === null) throw error
        return { to: back(order.params, form), failed }
      })
      this.#guard.notify(reply, session, {
        kind: failed === undefined ? 'done' : 'failed',
        text: failed ?? done ?? '',
        ...(secret !== undefined && { secret }),
      })
      return reply.redirect(to, 303)
    })
  }

  /** Answers with a page. `session` null: no one is signed in. */
  async send(reply: FastifyReply, page: ConsolePage, session: Session | null): Promise<FastifyReply> {
    if (session !== null && session.notice !== null) this.#guard.clearNotice(reply)
    return reply.type('text/html; charset=utf-8').send(consoleLayout(page, session, this.#site))
  }

  /** Answers with a page that describes an error. Faults of the program are logged. */
  async fail(error: unknown, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    protect(reply)
    const shown = this.#inWords(error, request)
    const session = this.#guard.known(request)
    const content = html`<h1>${shown.title}</h1>
      <p>${shown.help}</p>
      <p><a href="/console">To the overview</a></p>`
    return this.send(reply.code(shown.status), { title: shown.title, place: '', content }, session)
  }

  #inWords(error: unknown, request: FastifyRequest): ConsoleError {
    if (error instanceof ConsoleError) return error
    if (error instanceof Refusal && error.reason.kind === 'unknown') return missing(error.reason.what)
    if (error instanceof Refusal) return new ConsoleError(400, 'This is not possible', error.message)
    if (tookTooLong(error)) {
      return new ConsoleError(
        503,
        'The query took too long',
        'It was cancelled after five seconds. Choose an account, a status or a shorter period, and try again.',
      )
    }
    if (error instanceof JudgingBusy) {
      return new ConsoleError(503, 'Too many documents are being read', 'Try again in a moment.')
    }
    if (isUnavailable(error) || error instanceof EventStoreUnavailable) {
      return new ConsoleError(
        503,
        'The database or the event store does not answer',
        'The service continues as soon as both answer again; try again in a moment.',
      )
    }
    const status = statusOf(error)
    if (status < 500) return new ConsoleError(status, 'The request cannot be read', 'Open the page again.')
    this.#deps.log.error({ err: error, route: request.routeOptions.url }, 'a page of the console failed')
    return new ConsoleError(
      500,
      'Something went wrong',
      'This is a fault of the program. Report it; the log contains the error.',
    )
  }

  #enter(request: FastifyRequest, reply: FastifyReply): Session | null {
    return this.#guard.enter(request, reply)
  }

  #toSignIn({ url, method }: FastifyRequest, reply: FastifyReply): FastifyReply {
    const next = method === 'GET' && url !== '/console' ? `?next=${encodeURIComponent(url)}` : ''
    return reply.redirect(`/console/sign-in${next}`, 303)
  }

  #visit(request: FastifyRequest, reply: FastifyReply, session: Session): Visit {
    const query = new URLSearchParams(request.url.split('?')[1] ?? '')
    const params = request.params as Readonly<Record<string, string>>
    return { request, reply, session, params, query, fields: new Fields(query) }
  }

  #order(request: FastifyRequest, reply: FastifyReply, session: Session, form: URLSearchParams): Order {
    return {
      ...this.#visit(request, reply, session),
      fields: new Fields(form),
      form,
      doing: (act, work) => recordedAct(this.#deps, session.user, act, work),
      disclosing: (act) => recordedDisclosure(this.#deps, session.user, act),
    }
  }
}

/** The fields of a submitted form. */
export function formOf({ body }: FastifyRequest): URLSearchParams {
  return body instanceof URLSearchParams ? body : new URLSearchParams()
}

function statusOf(error: unknown): number {
  const status: unknown = error instanceof Error && 'statusCode' in error ? error.statusCode : 500
  return typeof status === 'number' && status >= 400 ? status : 500
}
