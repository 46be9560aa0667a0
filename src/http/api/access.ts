import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ScopedContext } from '../../commands/handle.js'
import { looksLikeApiKey } from '../../domain/api-key.js'
import type { Scope } from '../../domain/event.js'
import { forbidden, invalidApiKey, rateLimited, tooManyFailures } from '../errors.js'
import type { FailedAuthentications } from './failed-authentications.js'
import type { KeyRing } from './key-ring.js'
import type { KeyUsage } from './key-usage.js'
import type { Principal } from './principal.js'
import type { RateLimit } from './rate-limit.js'
import type { Sockets } from '../sockets.js'

/** What a route requires: nothing, a key, or a key that may write. */
type Access = 'public' | 'read' | 'write'

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access
  }
  interface FastifyRequest {
    authenticated: Principal | null
    /**
     * Set by the one hook below for every route that is not declared public; reading it elsewhere
     * is a programming error.
     */
    readonly principal: Principal
    /** The account and environment that every read and write of the request is bound to. */
    readonly scope: Scope
  }
}

/** What access control looks up, counts and closes. */
interface AccessDeps {
  readonly keys: KeyRing
  readonly usage: KeyUsage
  readonly failures: FailedAuthentications
  readonly sockets: Sockets
}

/**
 * Assigns each request its account and environment, for every route. The service does not start
 * with a route that declares no access, so none can be forgotten.
 */
export function controlAccess(app: FastifyInstance, deps: AccessDeps): void {
  app.decorateRequest('authenticated', null)
  app.decorateRequest('principal', {
    getter(this: FastifyRequest): Principal {
      if (this.authenticated === null) throw new Error(`${this.url} is public and has no account`)
      return this.authenticated
    },
  })
  app.decorateRequest('scope', {
    getter(this: FastifyRequest): Scope {
      return this.principal.scope
    },
  })
  app.addHook('onRoute', (route) => {
    if (route.config?.access === undefined) throw new Error(`${String(route.method)} ${route.url} declares no access`)
  })
  app.addHook('onRequest', async (request, reply) => {
    // An unknown route has no configuration; it is answered 404 with or without a key.
    const access = request.routeOptions.config.access
    if (access === undefined || access === 'public') return
    // Answers to requests with a key are for their caller alone.
    void reply.header('cache-control', 'no-store')
    const principal = await authenticate(request, deps)
    request.authenticated = principal
    request.log = request.log.child({ ...principal.scope, key: principal.keyId })
  })
}

/** Checks an authenticated request: the rate limit, and whether the key may write. */
export function limitRates(app: FastifyInstance, rateLimit: RateLimit): void {
  app.addHook('onRequest', async (request, reply) => {
    const { authenticated: principal } = request
    if (principal === null) return
    await limitRate(principal.scope, reply, rateLimit)
    if (request.routeOptions.config.access === 'write' && !principal.permissions.includes('full')) {
      throw forbidden('This API key may only read; use a key with the permission full')
    }
  })
}

/** The context of a command: who sent it, and with which request. */
export function commandContext(request: FastifyRequest): ScopedContext {
  const { keyId, scope } = request.principal
  return { ...scope, actor: `key:${keyId}`, correlationId: request.id, causationId: request.id }
}

async function authenticate(request: FastifyRequest, deps: AccessDeps): Promise<Principal> {
  const key = bearerToken(request.headers.authorization)
  const principal = key !== null && looksLikeApiKey(key) ? await deps.keys.principalOf(key) : null
  if (principal === null) {
    const wait = deps.failures.record(request.ip)
    throw wait === null ? invalidApiKey(remedyFor(request.headers.authorization)) : tooManyFailures(wait)
  }
  deps.sockets.recognised(request.raw.socket)
  deps.usage.used(principal.keyId)
  return principal
}

/** Counts this many requests, and adds headers with how many are left. Throws a 429. */
export async function limitRate(scope: Scope, reply: FastifyReply, rateLimit: RateLimit, requests = 1): Promise<void> {
  const verdict = await rateLimit.take(scope, requests)
  void reply.headers({
    'x-ratelimit-limit': String(verdict.limit),
    'x-ratelimit-remaining': String(verdict.remaining),
    'x-ratelimit-reset': String(verdict.resetAt),
  })
  if (!verdict.allowed)
    throw rateLimited(verdict.retryAfterSeconds, `More than ${verdict.limit} requests in this minute`)
}

const EXPECTED = 'send the header Authorization: Bearer followed by a key (sk_test_… or sk_live_…)'

/**
 * What is wrong with a header that can't contain a key; undefined: its form is right, and the
 * answer reveals no more.
 */
function remedyFor(header: string | undefined): string | undefined {
  if (header === undefined || header === '') return `No API key given; ${EXPECTED}`
  const token = bearerToken(header)
  if (token === null) return `The header Authorization does not have this form; ${EXPECTED}`
  return looksLikeApiKey(token) ? undefined : 'A key is sk_test_ or sk_live_ followed by 40 letters and digits'
}

/** RFC 9110: the scheme in any case, one space, the token. */
function bearerToken(header: string | undefined): string | null {
  return /^Bearer +([^\s]+)$/i.exec(header ?? '')?.[1] ?? null
}
