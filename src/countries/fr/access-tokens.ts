import { hash } from 'node:crypto'
import type { NoAnswer } from '../gateway/gateway.js'
import type { GovernmentHttp, HttpAnswer, HttpOutcome } from '../gateway/government-http.js'
import { keepNewest } from '../../domain/keep-newest.js'
import {
  isNoAnswer,
  jsonIn,
  judgedStatus,
  noConnection,
  notUnderstood,
  type OutageConcerns,
  type PaceTools,
} from './failures.js'

/** A client that gets tokens with its own secret (RFC 6749, section 4.4). */
export interface OAuthClient {
  readonly tokenUrl: string
  readonly clientId: string
  readonly clientSecret: string
  readonly scope?: string
  /** The client's authentication methods, in the order in which they are tried. */
  readonly ways: readonly AuthenticationWay[]
}

/**
 * RFC 6749, section 2.3.1: in the header, or in the body for servers that don't support the
 * header.
 */
type AuthenticationWay = 'basic' | 'post'

const TIMEOUT_MS = 30_000
const ANSWER_BYTES = 64 * 1024
/** Lifetime of a token if the response does not contain it (optional in RFC 6749, section 5.1). */
const USUAL_SECONDS = 300
const LONGEST_SECONDS = 24 * 3600
/** A token is replaced this long before its expiry, or when a tenth of its lifetime is left. */
const AHEAD_SECONDS = 60
/** The number of clients whose tokens are kept. */
const MOST_TOKENS = 1000

interface Kept {
  readonly token: string
  readonly usableUntil: number
}

type Answered = { readonly kind: 'token'; readonly token: string; readonly isNew: boolean } | NoAnswer

/**
 * The access tokens of OAuth clients, each fetched once and kept in this process while it is
 * valid. No outcome contains a secret.
 */
export class AccessTokens {
  readonly #kept = new Map<string, Kept>()
  readonly #underWay = new Map<string, Promise<Answered>>()
  /** The method that last worked for a client. */
  readonly #ways = new Map<string, AuthenticationWay>()

  constructor(
    private readonly http: GovernmentHttp,
    private readonly tools: PaceTools,
    /** The issuer of the tokens, for messages. */
    private readonly giver: string,
    private readonly concerns: OutageConcerns,
  ) {}

  /** Returns a valid token. `isNew`: it was fetched for this call. */
  async of(client: OAuthClient): Promise<Answered> {
    const key = keyOf(client)
    const kept = this.#kept.get(key)
    if (kept !== undefined && this.tools.clock.now().getTime() < kept.usableUntil)
      return { kind: 'token', token: kept.token, isNew: false }
    const underWay = this.#underWay.get(key)
    if (underWay !== undefined) return underWay
    const fetched = this.#fetch(client, key).finally(() => this.#underWay.delete(key))
    this.#underWay.set(key, fetched)
    return fetched
  }

  /** Reports a refused token; the next call fetches another, unless this has been done already. */
  forget(client: OAuthClient, token: string): void {
    const key = keyOf(client)
    if (this.#kept.get(key)?.token === token) this.#kept.delete(key)
  }

  async #fetch(client: OAuthClient, key: string): Promise<Answered> {
    const known = this.#ways.get(key)
    const ways = known === undefined ? client.ways : [known, ...client.ways.filter((way) => way !== known)]
    let refused: Answered | null = null
    for (const way of ways) {
      const answered = await this.#ask(client, way, key)
      if (answered.kind !== 'unauthorized') return answered
      refused ??= answered
    }
    return refused ?? notUnderstood(this.giver, 'no authentication method worked', this.tools)
  }

  async #ask(client: OAuthClient, way: AuthenticationWay, key: string): Promise<Answered> {
    const call = `the token endpoint of ${this.giver}`
    const outcome = await this.http.send({
      method: 'POST',
      url: client.tokenUrl,
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        accept: 'application/json',
        ...(way === 'basic' && { authorization: basic(client) }),
      },
      body: Buffer.from(formOf(client, way).toString()),
      timeoutMs: TIMEOUT_MS,
      maxBytes: ANSWER_BYTES,
    })
    if (outcome.kind === 'failure') return noConnection(call, outcome, this.tools, this.concerns)
    const refused = refusal(call, outcome)
    if (refused !== null) return refused
    const byStatus = judgedStatus(call, outcome, this.tools, this.concerns)
    if (byStatus !== null) return byStatus
    const kept = outcome.status === 200 ? this.#read(outcome) : null
    if (kept === null) return notUnderstood(call, `HTTP ${outcome.status} without a usable token`, this.tools)
    this.#keep(key, kept, way)
    return { kind: 'token', token: kept.token, isNew: true }
  }

  #read(answer: HttpAnswer): Kept | null {
    const { access_token: token, token_type: type, expires_in: expiresIn } = jsonIn(answer) ?? {}
    if (typeof token !== 'string' || !/^[\x21-\x7e]+$/.test(token)) return null
    if (typeof type === 'string' && type.toLowerCase() !== 'bearer') return null
    // Converting an object to a number may throw.
    const lifetime = typeof expiresIn === 'object' ? NaN : Number(expiresIn)
    const seconds = lifetime > 0 ? Math.min(lifetime, LONGEST_SECONDS) : USUAL_SECONDS
    const usableSeconds = seconds - Math.min(AHEAD_SECONDS, seconds / 10)
    return { token, usableUntil: this.tools.clock.now().getTime() + usableSeconds * 1000 }
  }

  #keep(key: string, kept: Kept, way: AuthenticationWay): void {
    keepNewest(this.#kept, key, kept, MOST_TOKENS)
    keepNewest(this.#ways, key, way, MOST_TOKENS)
  }
}

/** The refusal of the client by the system; null: another response. */
function refusal(call: string, answer: HttpAnswer): NoAnswer | null {
  if (answer.status !== 400 && answer.status !== 401) return null
  const { error } = jsonIn(answer) ?? {}
  // The description is free text and may repeat the sent secret.
  const named = typeof error === 'string' && /^[a-z_]{1,40}$/.test(error) ? error : null
  // A proxy in front of a token endpoint can also return 400.
  if ((named === null && answer.status === 400) || named === 'temporarily_unavailable') return null
  return { kind: 'unauthorized', reason: `${call} refused the client: ${named ?? 'HTTP 401'}`, needs: 'user' }
}

function formOf({ clientId, clientSecret, scope }: OAuthClient, way: AuthenticationWay): URLSearchParams {
  return new URLSearchParams({
    grant_type: 'client_credentials',
    ...(way === 'post' && { client_id: clientId, client_secret: clientSecret }),
    ...(scope !== undefined && { scope }),
  })
}

function basic({ clientId, clientSecret }: OAuthClient): string {
  return `Basic ${Buffer.from(`${encoded(clientId)}:${encoded(clientSecret)}`).toString('base64')}`
}

/** RFC 6749, section 2.3.1. */
function encoded(text: string): string {
  return new URLSearchParams({ '': text }).toString().slice(1)
}

function keyOf({ tokenUrl, clientId, clientSecret }: OAuthClient): string {
  return hash('sha256', JSON.stringify([tokenUrl, clientId, clientSecret]))
}

/**
 * Makes a call with a token of the client, and once more with a new one if the first was refused.
 * Returns the last response, even a 401.
 */
export async function withToken(
  tokens: AccessTokens,
  client: OAuthClient,
  send: (token: string) => Promise<HttpOutcome>,
): Promise<HttpOutcome | NoAnswer> {
  const first = await tokens.of(client)
  if (isNoAnswer(first)) return first
  const outcome = await send(first.token)
  if (outcome.kind === 'failure' || outcome.status !== 401) return outcome
  tokens.forget(client, first.token)
  if (first.isNew) return outcome
  const second = await tokens.of(client)
  return isNoAnswer(second) ? second : send(second.token)
}
