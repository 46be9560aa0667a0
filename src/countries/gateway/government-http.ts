import { hash } from 'node:crypto'
import { Readable } from 'node:stream'
import type * as undici from 'undici'
import { codeOf } from '../../domain/caught.js'
import { type Clock, systemClock } from '../../domain/clock.js'
import { isAboutTls, troubleInWords } from '../../domain/connection-trouble.js'
import type { Observer } from '../../domain/observer.js'
import { CallEnd, UPLOAD_GRACE_MS } from './call-end.js'
import { publicOnlyConnector, NotPublic } from './network/public-only-connector.js'
import { ServerClocks } from './server-clocks.js'

/** One HTTP request to a government. */
export interface GovernmentRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Never part of a message: it may contain confidential data. */
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** For a POST or PUT. */
  readonly body?: Uint8Array
  /** Timeout in milliseconds, from the call to the last byte of the response. */
  readonly timeoutMs: number
  /** Maximum size of the response body in bytes; a larger one is a failure. */
  readonly maxBytes: number
  /** Aborts the request at any stage. */
  readonly signal?: AbortSignal
  /**
   * For a POST or PUT: called on the open connection, right before the first byte is written. If
   * it returns false, nothing is sent. Absent: the call has no effect, so it ends at once when the
   * process stops; another one has a grace.
   */
  readonly mayBegin?: () => boolean
  /** Our identity for a server that requires a client certificate. */
  readonly identity?: ClientIdentity
}

/** A client certificate with its key: PEM, or a PKCS#12 file. */
export type ClientIdentity = (
  { readonly certificate: string; readonly privateKey: string } | { readonly pkcs12: Uint8Array }
) & { readonly passphrase?: string }

/** The origin and trust of the called addresses. */
interface GovernmentHttpSettings {
  /** Milliseconds for the name's resolution, the connection and the TLS handshake. */
  readonly connectMs?: number
  /**
   * For customers' addresses: whether they may be in private networks. Absent: the addresses are
   * from the operator and trusted.
   */
  readonly customers?: { readonly allowPrivateNetwork: boolean }
  /** Is notified of every request and its target, if present. */
  readonly heardBy?: { readonly observer: Observer; readonly government: string }
  /** With which the clocks of governments are compared; absent: the machine's. */
  readonly clock?: Clock
  /** Aborts when the process is to end: no call begins any more, and those under way end. */
  readonly stopping?: AbortSignal
  /** Milliseconds that calls with an effect then have for their answer. */
  readonly graceMs?: number
  /** Authorities to trust instead of the system's, as PEM. */
  readonly ca?: string
}

/** The outcome of a request. It never contains a header or an address of the request. */
export type HttpOutcome = HttpAnswer | HttpFailure

/** A complete response with any status; redirects are not followed. */
export interface HttpAnswer {
  readonly kind: 'answer'
  readonly status: number
  /** By lower-case names; of a repeated name the first value. */
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly bytes: Uint8Array
}

/** No complete response. */
export interface HttpFailure {
  readonly kind: 'failure'
  /** In English, for logs and events. */
  readonly reason: string
  /** Whether the government may have received anything. */
  readonly sent: 'no' | 'perhaps'
}

/** Milliseconds for the name's resolution, the connection and the TLS handshake. */
const CONNECT_MS = 10_000

/** The number of client certificates with separate connections at a time. */
const MOST_IDENTITIES = 64

/** The HTTP client, which loads at the first call: most who judge invoices make none. */
type Client = typeof undici

/** HTTP to governments, networks and platforms. */
export class GovernmentHttp {
  #reused: undici.Agent | undefined
  #fresh: undici.Agent | undefined
  readonly #ofIdentities = new Map<string, undici.Agent>()
  readonly #settings: GovernmentHttpSettings
  readonly #clocks: ServerClocks

  constructor(settings: GovernmentHttpSettings = {}) {
    this.#settings = settings
    this.#clocks = new ServerClocks(settings.clock ?? systemClock)
  }

  #connect(client: Client, identity?: ClientIdentity): undici.buildConnector.connector {
    const { connectMs = CONNECT_MS, customers, ca } = this.#settings
    const tls = { timeout: connectMs, ...(ca !== undefined && { ca }), ...(identity !== undefined && tlsOf(identity)) }
    return customers === undefined ? client.buildConnector(tls) : publicOnlyConnector(client, { ...customers, tls })
  }

  #agentFor(client: Client, { identity, body }: GovernmentRequest): undici.Agent {
    if (identity === undefined && body === undefined)
      return (this.#reused ??= new client.Agent({ connect: this.#connect(client) }))
    // With a new connection, the closing of an idle one can't make the outcome of a POST unknown.
    if (identity === undefined)
      return (this.#fresh ??= new client.Agent({ connect: this.#connect(client), pipelining: 0 }))
    const key = hash('sha256', JSON.stringify(tlsOf(identity)))
    const known = this.#ofIdentities.get(key)
    this.#ofIdentities.delete(key)
    const agent = known ?? new client.Agent({ connect: this.#connect(client, identity), pipelining: 0 })
    this.#ofIdentities.set(key, agent)
    const [oldest] = this.#ofIdentities
    if (oldest !== undefined && this.#ofIdentities.size > MOST_IDENTITIES) {
      this.#ofIdentities.delete(oldest[0])
      // Its pending requests finish first.
      void oldest[1].close()
    }
    return agent
  }

  /** Never throws because of a network or a server. */
  send(sent: GovernmentRequest): Promise<HttpOutcome> {
    const { heardBy } = this.#settings
    if (heardBy === undefined) return this.#send(sent)
    const activity = { kind: 'government call', government: heardBy.government, method: sent.method } as const
    return heardBy.observer.watch(
      activity,
      () => this.#send(sent),
      (outcome) => (outcome.kind === 'answer' ? String(outcome.status) : 'none'),
    )
  }

  /**
   * Milliseconds by which the clock of the server at an address is ahead of ours; 0: as far as is
   * known it is not. Always 0 for customers' addresses.
   */
  aheadMs(url: string): number {
    return this.#clocks.aheadMs(url)
  }

  /** As measured, whether or not it is believed; null: no answer has shown it. */
  measuredAheadMs(url: string): number | null {
    return this.#clocks.measuredAheadMs(url)
  }

  /** The server at an address has said what time it is. Returns whether it is believed. */
  saidTime(url: string, time: Date): boolean {
    const isBelieved = this.#clocks.said(url, time)
    this.#reportClock()
    return isBelieved
  }

  #compareClock(url: string, headers: HttpAnswer['headers'], tookMs: number): void {
    if (this.#settings.customers !== undefined) return
    this.#clocks.answered(url, headers, tookMs)
    this.#reportClock()
  }

  #reportClock(): void {
    const { heardBy } = this.#settings
    const aheadMs = this.#clocks.largestAheadMs
    if (heardBy === undefined || aheadMs === null) return
    const { observer, government } = heardBy
    observer.happened({ kind: 'government clock', government, offsetSeconds: -aheadMs / 1000 })
  }

  async #send(sent: GovernmentRequest): Promise<HttpOutcome> {
    const { body, timeoutMs, maxBytes, signal, mayBegin } = sent
    const client = await import('undici')
    const begun = performance.now()
    const { stopping, graceMs = UPLOAD_GRACE_MS } = this.#settings
    const end = new CallEnd({ timeoutMs, signal, stopping, graceMs: mayBegin === undefined ? 0 : graceMs })
    const writing = body === undefined ? null : new Writing(body, () => end.mayBegin && mayBegin?.() !== false)
    try {
      if (end.reason !== null) return { kind: 'failure', reason: end.reason, sent: 'no' }
      const response = await client.request(sent.url, {
        dispatcher: this.#agentFor(client, sent),
        method: sent.method,
        headers: { ...sent.headers, ...(body !== undefined && { 'content-length': String(body.length) }) },
        ...(writing !== null && { body: Readable.from(writing.bytes()) }),
        signal: end.signal,
        // One timer for all steps.
        headersTimeout: 0,
        bodyTimeout: 0,
      })
      const headers = single(response.headers)
      this.#compareClock(sent.url, headers, performance.now() - begun)
      const bytes = await bytesOf(response.body, maxBytes)
      if (bytes === null) return { kind: 'failure', reason: `the response has over ${maxBytes} bytes`, sent: 'perhaps' }
      return { kind: 'answer', status: response.statusCode, headers, bytes }
    } catch (error) {
      const unsent = writing === null ? isBeforeSending(error) : !writing.hasBegun
      return { kind: 'failure', reason: end.reason ?? inWords(error, client), sent: unsent ? 'no' : 'perhaps' }
    } finally {
      end.leave()
    }
  }

  /** Closes every connection. */
  async close(): Promise<void> {
    const agents = [this.#reused, this.#fresh, ...this.#ofIdentities.values()]
    await Promise.all(agents.flatMap((agent) => agent?.destroy() ?? []))
  }
}

/**
 * For a gateway: its requests end with the process, and the observer is notified of them.
 * `government`: a constant of the program.
 */
export function callsOf(
  { observer, stopping, clock }: CallTools,
  government: string,
): Pick<GovernmentHttpSettings, 'heardBy' | 'stopping' | 'clock'> {
  return {
    ...(observer !== undefined && { heardBy: { observer, government } }),
    ...(clock !== undefined && { clock }),
    ...(stopping !== undefined && { stopping }),
  }
}

/** What a process contributes to every call. */
export interface CallTools {
  /** Is notified of every call, if present. */
  readonly observer?: Observer
  /** Aborts when the process is to end; absent: the process ends with its work. */
  readonly stopping?: AbortSignal
  /** Absent: the machine's. */
  readonly clock?: Clock
}

function tlsOf(identity: ClientIdentity): undici.buildConnector.BuildOptions {
  const { passphrase } = identity
  const own =
    'pkcs12' in identity
      ? { pfx: Buffer.from(identity.pkcs12) }
      : { cert: identity.certificate, key: identity.privateKey }
  return { ...own, ...(passphrase !== undefined && { passphrase }) }
}

/** `mayBegin` returned false. */
class NotBegun extends Error {
  override readonly name = 'NotBegun'
}

/**
 * The client writes the request's head together with the first part of its body: until it reads
 * that part, nothing is sent.
 */
class Writing {
  hasBegun = false

  constructor(
    private readonly body: Uint8Array,
    private readonly mayBegin: () => boolean,
  ) {}

  *bytes(): Generator<Uint8Array, void, undefined> {
    if (!this.mayBegin()) throw new NotBegun()
    this.hasBegun = true
    yield this.body
  }
}

/** Null: the body exceeds the limit; the rest is not read. */
async function bytesOf(body: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Uint8Array | null> {
  const chunks: Uint8Array[] = []
  let length = 0
  // Leaving the loop closes the connection.
  for await (const chunk of body) {
    length += chunk.length
    if (length > maxBytes) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

function single(headers: Readonly<Record<string, string | string[] | undefined>>): HttpAnswer['headers'] {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), Array.isArray(value) ? value[0] : value]),
  )
}

/** Whether it failed before a connection was established. */
function isBeforeSending(error: unknown): boolean {
  const call = error instanceof Error && 'syscall' in error ? error.syscall : undefined
  const code = codeOf(error)
  if (error instanceof NotPublic) return true
  return call === 'connect' || call === 'getaddrinfo' || code === 'UND_ERR_CONNECT_TIMEOUT' || isAboutTls(code)
}

/** The error without an address, because addresses may contain secrets. */
function inWords(error: unknown, { errors }: Client): string {
  if (error instanceof NotBegun) return 'another worker may have taken over'
  if (error instanceof NotPublic) return 'the address is in a private network'
  if (error instanceof errors.HTTPParserError || error instanceof errors.HeadersOverflowError) {
    return 'the response is not HTTP'
  }
  return troubleInWords(error)
}
