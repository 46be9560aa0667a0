import type { TSchema } from '@sinclair/typebox'
import type { FastifyInstance, FastifyRequest, FastifySchema } from 'fastify'
import { turnFor } from '../../domain/large-work.js'
import type { Detail } from '../../domain/refusal.js'
import type { AllowedMethods } from '../allowed-methods.js'
import { otherMethod } from '../error-handler.js'
import { type ApiError, validationError } from '../errors.js'
import { type Check, compileCheck } from '../../documents/intake/check.js'
import type { CheckedBody } from '../../documents/intake/check-body.js'
import { unlistedIn } from '../../documents/intake/listed-details.js'
import type { ParsedBody } from '../../documents/intake/json-body.js'
import { wrongIdInPath } from './id-in-path.js'
import { propertiesOf } from '../../documents/intake/country-fields.js'
import { addAll } from '../../domain/lists.js'

/**
 * Checks body, query and headers of every route against its schema, all together, so that the
 * answer lists every error at once. (The framework would stop at the first of the three.) An id in
 * the path that can't be one of the route's resource is a 404; it never reaches a store.
 */
export function validateRoutes(app: FastifyInstance, allowed: AllowedMethods): void {
  app.decorateRequest('bodyFaults', null)
  app.decorateRequest('bodySize', 0)
  app.decorateRequest('checkedBody', null)
  app.decorateRequest('bodyJson', null)
  // The framework still compiles the schemas; we check them.
  app.setValidatorCompiler(() => () => true)
  app.addHook('onRequest', (request, _reply, done) => {
    const wrong = wrongIdInPath(request)
    // `GET /v1/invoices/validate` has the form of a route for ids, but its path has other methods.
    const methods = wrong === null ? [] : allowed.literally(request.url.split('?')[0] ?? '')
    done(methods.length > 0 ? otherMethod(request, methods) : (wrong ?? undefined))
  })
  app.addHook('onRoute', (route) => {
    const validate = requestCheck(route.schema)
    if (validate === null) return
    const before = route.preValidation ?? []
    const judge = async (request: FastifyRequest): Promise<void> => {
      const account = request.authenticated?.scope.account ?? ''
      await turnFor(account, request.bodySize)
      validate(request)
      await turnFor(account, request.bodySize)
    }
    route.preValidation = [...(Array.isArray(before) ? before : [before]), judge]
  })
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * The body's schema if its required fields depend on the resource: the handler checks it, the
     * document shows it.
     */
    bodyByResource?: TSchema
  }
  interface FastifyRequest {
    /** Errors found while the body was read, which its value no longer shows. */
    bodyFaults: readonly Detail[] | null
    /** Size of a body in JSON, decompressed, in bytes. */
    bodySize: number
    /** What a thread has found of a large body; null: it has not been checked. */
    checkedBody: Exclude<CheckedBody, { kind: 'unreadable' }> | null
    /** The JSON of a large body; null: it was not kept. */
    bodyJson: Uint8Array | null
  }
}

function requestCheck(schema: FastifySchema | undefined): ((request: FastifyRequest) => void) | null {
  const body = part(schema?.body)
  const query = part(schema?.querystring)
  const headers = headerChecks(schema?.headers)
  const readers = queryReaders(schema?.querystring)
  if (!body && !query && headers.length === 0) return null
  return (request) => {
    const details: Detail[] = [...(request.bodyFaults ?? [])]
    const { checkedBody } = request
    if (checkedBody !== null) addAll(details, checkedBody.kind === 'unfit' ? checkedBody.details : [])
    // Bytes are a document in XML, which the handler checks.
    else if (body && !Buffer.isBuffer(request.body)) body(request.body ?? undefined, '', details)
    if (query) {
      const given = request.query as Record<string, unknown>
      const repeated = Object.keys(given).filter((name) => Array.isArray(given[name]))
      for (const path of repeated) details.push({ path, message: 'is sent more than once; send it once' })
      for (const [name, read] of readers) if (given[name] !== undefined) given[name] = read(given[name])
      query(Object.fromEntries(Object.entries(given).filter(([name]) => !repeated.includes(name))), '', details)
    }
    for (const { name, check } of headers) {
      const value = request.headers[name.toLowerCase()]
      if (value !== undefined) check(value, name, details)
    }
    refuseFaults(details, unlistedIn(details) + (checkedBody?.kind === 'unfit' ? checkedBody.unlisted : 0))
  }
}

/** Rejects a body in JSON that breaks its schema, as every route does. */
export function judgeBody(check: Check, { value, faults }: ParsedBody): void {
  const details: Detail[] = [...faults]
  check(value, '', details)
  refuseFaults(details, unlistedIn(details))
}

function refuseFaults(details: readonly Detail[], unlisted: number): void {
  if (details.length > 0) throw faultyBody(details, unlisted)
}

/**
 * The 400 for wrong fields, one detail for each.
 * @param unlisted the number of those besides `details`
 */
export function faultyBody(details: readonly Detail[], unlisted: number): ApiError {
  return validationError(onePerPath(details).map(ofBody), unlisted)
}

/** A fault of the body as a whole begins with its name, as those of fields do with their path. */
function ofBody(detail: Detail): Detail {
  const { path, message } = detail
  return path === '' && /^[a-z]/.test(message) ? { path, message: `The body ${message}` } : detail
}

function part(schema: unknown): Check | null {
  return schema === undefined ? null : compileCheck(schema as TSchema)
}

/** Headers are checked one by one: those that no schema names are ignored. */
function headerChecks(schema: unknown): readonly { name: string; check: Check }[] {
  return Object.entries(propertiesOf(schema)).map(([name, property]) => ({ name, check: compileCheck(property) }))
}

type Reader = (value: unknown) => unknown

/** A query is text: the readers of the parameters that have another type. */
function queryReaders(schema: unknown): readonly (readonly [name: string, read: Reader])[] {
  return Object.entries(propertiesOf(schema)).flatMap(([name, { type }]) => {
    const read = READERS[String(type)]
    return read === undefined ? [] : [[name, read] as const]
  })
}

/** A plain whole number becomes a number; any other text stays text. */
const toNumber: Reader = (value) => (typeof value === 'string' && /^-?\d{1,15}$/.test(value) ? Number(value) : value)

const toBoolean: Reader = (value) => (value === 'true' ? true : value === 'false' ? false : value)

const READERS: Readonly<Record<string, Reader>> = { number: toNumber, integer: toNumber, boolean: toBoolean }

function onePerPath(details: readonly Detail[]): readonly Detail[] {
  const seen = new Set<string>()
  return details.filter(({ path }) => !seen.has(path) && seen.add(path))
}
