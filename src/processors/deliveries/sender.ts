import type { LookupAddress } from 'node:dns'
import { Readable } from 'node:stream'
import type * as undici from 'undici'
import { troubleInWords } from '../../domain/connection-trouble.js'
import { mayCarryEvents, ON_ONE_MACHINE } from '../../domain/webhook-url.js'
import { publicOnlyConnector, NotPublic } from '../../countries/gateway/network/public-only-connector.js'

/** The HTTP request of one delivery: a POST with these headers and this body. */
export interface DeliveryRequest {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/**
 * The outcome of one request. `error` is null exactly when the receiver answered with a 2xx
 * status.
 */
export interface SendOutcome {
  readonly statusCode: number | null
  readonly error: string | null
}

/** Sends deliveries. */
export interface Sender {
  /**
   * Never throws, except if the signal aborts before there is an outcome, or `mayBegin` refuses.
   * @param mayBegin called once the connection is open, right before the first byte of the request
   * is written: if it returns false, nothing is sent
   */
  send(delivery: DeliveryRequest, signal: AbortSignal, mayBegin?: () => boolean): Promise<SendOutcome>
  close(): Promise<void>
}

/** Where deliveries may go, which authorities are trusted, and how long an attempt may take. */
export interface HttpsSenderSettings {
  /** Whether private and local addresses, and http, are allowed too; for development. */
  readonly allowPrivateNetwork: boolean
  /** Resolves a host name; by default with the system's name servers. */
  readonly resolve?: (hostname: string) => Promise<readonly LookupAddress[]>
  /** Authorities to trust instead of the system's, as PEM. */
  readonly ca?: string
  /**
   * Milliseconds for a whole attempt, from the name's resolution to the answer's status; default
   * 30,000.
   */
  readonly timeoutMs?: number
}

/** Interface specification, "Limits": webhook response time-out. */
const TIMEOUT_MS = 30_000
/** How much of the answer's body is read and dropped, and for how long. */
const BODY_LIMIT = 16 * 1024
const BODY_MS = 2_000

const NOT_TLS = `the address does not begin with https:// (${ON_ONE_MACHINE})`
const NOT_PUBLIC = `the host resolves to an address that is not public (${ON_ONE_MACHINE})`

/** The HTTP client, which loads with the first delivery: many a process sends none. */
type Client = typeof undici

/**
 * Sends over HTTPS (in development over HTTP too) to receivers that are not trusted. Each attempt
 * opens its own connection: the name is resolved, every address is checked, and the connection
 * goes to one of exactly these. Redirects are not followed, certificates are verified, and no
 * answer is kept.
 */
export class HttpsSender implements Sender {
  #agent: undici.Agent | undefined
  readonly #settings: HttpsSenderSettings
  readonly #timeoutMs: number

  constructor(settings: HttpsSenderSettings) {
    this.#settings = settings
    this.#timeoutMs = settings.timeoutMs ?? TIMEOUT_MS
  }

  #newAgent(client: Client): undici.Agent {
    const { allowPrivateNetwork, ca, resolve } = this.#settings
    const tls = { timeout: this.#timeoutMs, ...(ca !== undefined && { ca }) }
    const connectorSettings = { allowPrivateNetwork, tls, ...(resolve !== undefined && { resolve }) }
    // No connection outlives its request: an idle one that the receiver closes would make the next
    // delivery fail.
    return new client.Agent({ pipelining: 0, connect: publicOnlyConnector(client, connectorSettings) })
  }

  async send(
    { url, headers, body }: DeliveryRequest,
    signal: AbortSignal,
    mayBegin: () => boolean = () => true,
  ): Promise<SendOutcome> {
    // The setting may have been different when the address was configured.
    if (!mayCarryEvents(new URL(url), this.#settings.allowPrivateNetwork)) return failure(NOT_TLS)
    const client = await import('undici')
    signal.throwIfAborted()
    const tooLate = new AbortController()
    const timer = setTimeout(() => {
      tooLate.abort()
    }, this.#timeoutMs)
    const bytes = Buffer.from(body)
    try {
      const response = await client.request(url, {
        dispatcher: (this.#agent ??= this.#newAgent(client)),
        method: 'POST',
        headers: { ...headers, 'content-length': String(bytes.length) },
        body: Readable.from(unlessRefused(bytes, mayBegin)),
        signal: AbortSignal.any([signal, tooLate.signal]),
      })
      // The status is known; the rest is not needed.
      response.body.dump({ limit: BODY_LIMIT, signal: AbortSignal.timeout(BODY_MS) }).catch(() => undefined)
      return judgeStatus(response.statusCode)
    } catch (error) {
      if (tooLate.signal.aborted) return failure(`no answer within ${this.#timeoutMs / 1000} s`)
      signal.throwIfAborted()
      if (error instanceof NotBegun) throw error
      return failure(inWords(error, client))
    } finally {
      clearTimeout(timer)
    }
  }

  async close(): Promise<void> {
    await this.#agent?.destroy()
  }
}

/** `mayBegin` refused: nothing was sent. */
export class NotBegun extends Error {
  override readonly name = 'NotBegun'
}

/**
 * The client writes the request's head together with the first part of its body, so this is asked
 * before both.
 */
function* unlessRefused(bytes: Uint8Array, mayBegin: () => boolean): Generator<Uint8Array, void, undefined> {
  if (!mayBegin()) throw new NotBegun('the delivery must not be sent any more')
  yield bytes
}

function judgeStatus(statusCode: number): SendOutcome {
  if (statusCode >= 200 && statusCode < 300) return { statusCode, error: null }
  const redirect = statusCode >= 300 && statusCode < 400 ? '; redirects are not followed' : ''
  return { statusCode, error: `the receiver answered ${statusCode}${redirect}` }
}

function failure(error: string): SendOutcome {
  return { statusCode: null, error }
}

/**
 * The error as the client reads it. It does not reveal the address of a name inside a private
 * network.
 */
function inWords(error: unknown, { errors }: Client): string {
  if (error instanceof NotPublic) return NOT_PUBLIC
  if (error instanceof errors.HTTPParserError || error instanceof errors.HeadersOverflowError) {
    return 'the receiver did not answer with HTTP'
  }
  return troubleInWords(error)
}
