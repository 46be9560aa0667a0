import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify'
import { isId } from '../../domain/ids.js'
import { idInPath } from './id-in-path.js'

declare module 'fastify' {
  interface FastifyRequest {
    /** The invoice that the request has created, for its line in the log; null: none. */
    invoiceId: string | null
  }
}

/** Levels at which a request's line would not be written. */
const QUIET_LEVELS: readonly string[] = ['warn', 'error', 'fatal', 'silent']

/**
 * Logs one line for each answered request: its route, status, duration and invoice; account and
 * key come from the request's own logger. Never logs a header, a body or a query: they contain
 * keys and business data.
 */
export function logRequests(app: FastifyInstance): void {
  app.decorateRequest('invoiceId', null)
  if (QUIET_LEVELS.includes(app.log.level)) return
  app.addHook('onResponse', (request, reply, done) => {
    const invoiceId = invoiceOf(request)
    request.log.info(
      {
        method: request.method,
        route: request.routeOptions.url ?? null,
        status: reply.statusCode,
        ...(invoiceId !== null && { invoiceId }),
        // All later events of the new invoice have it in common.
        ...(request.invoiceId !== null && { correlationId: request.id }),
        ms: Math.round(reply.elapsedTime * 10) / 10,
      },
      'request',
    )
    done()
  })
}

/** The invoice that a request names, or has created; null: none. */
export function invoiceOf(request: FastifyRequest): string | null {
  return request.invoiceId ?? invoiceInPath(request)
}

/** Only an id of an invoice: any other text names nothing, and could be anything. */
function invoiceInPath(request: FastifyRequest): string | null {
  if (request.routeOptions.url?.startsWith('/v1/invoices/:id') !== true) return null
  const id = idInPath(request)
  return id !== undefined && isId(id) && id.startsWith('inv_') ? id : null
}

type Level = 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent'
type Bindings = Parameters<FastifyBaseLogger['child']>[0]
type ChildOptions = Parameters<FastifyBaseLogger['child']>[1]

/**
 * A logger of one request. Its child logger is made when something is logged: making one for every
 * request, and another when the request has an account, costs more than many other steps of a
 * request.
 */
export class RequestLogger implements FastifyBaseLogger {
  readonly #parent: FastifyBaseLogger
  readonly #bindings: Bindings
  readonly #options: ChildOptions
  #made: FastifyBaseLogger | null = null

  constructor(parent: FastifyBaseLogger, bindings: Bindings, options?: ChildOptions) {
    this.#parent = parent
    this.#bindings = bindings
    this.#options = options
  }

  get level(): FastifyBaseLogger['level'] {
    return this.#own().level
  }

  set level(level: FastifyBaseLogger['level']) {
    this.#own().level = level
  }

  child(bindings: Bindings, options?: ChildOptions): FastifyBaseLogger {
    // Options are rare; with them the order of the two children matters.
    if (options !== undefined) return this.#own().child(bindings, options)
    return new RequestLogger(this.#parent, { ...this.#bindings, ...bindings }, this.#options)
  }

  fatal(...line: unknown[]): void {
    this.#write('fatal', line)
  }

  error(...line: unknown[]): void {
    this.#write('error', line)
  }

  warn(...line: unknown[]): void {
    this.#write('warn', line)
  }

  info(...line: unknown[]): void {
    this.#write('info', line)
  }

  debug(...line: unknown[]): void {
    this.#write('debug', line)
  }

  trace(...line: unknown[]): void {
    this.#write('trace', line)
  }

  silent(...line: unknown[]): void {
    this.#write('silent', line)
  }

  #write(level: Level, line: unknown[]): void {
    const own = this.#own()
    Reflect.apply(own[level], own, line)
  }

  #own(): FastifyBaseLogger {
    this.#made ??= this.#parent.child(this.#bindings, this.#options)
    return this.#made
  }
}
