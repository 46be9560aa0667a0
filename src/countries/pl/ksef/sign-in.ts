import { pause } from '../../../domain/pause.js'
import type { NoAnswer } from '../../gateway/gateway.js'
import type { GatewayTools } from '../../gateway/gateway-tools.js'
import { statusIn } from './answers.js'
import { isSaid, type KsefApi, type KsefCall, type Said, saidInWords } from './api.js'
import { authenticationVerdict, forbidden, refusalVerdict, type SignInOutcome } from './auth-status.js'
import type { Taxpayer } from './credentials.js'
import { encryptedFor } from './encryption.js'
import { notUnderstood, unanswered } from './failures.js'
import { type Json, numberIn, objectIn, referenceIn, textIn, timeIn } from './json.js'
import type { PublicKeys } from './public-keys.js'
import { signedRequest } from './auth-request.js'

/** A token of KSeF and when it ends. */
export interface Token {
  readonly token: string
  readonly until: Date
}

/** The result of a sign-in. */
export interface SignedIn {
  readonly kind: 'signed-in'
  readonly access: Token
  readonly refresh: Token
}

/**
 * Seconds before each request for the state of an authentication, which is then abandoned; KSeF
 * needs one or two. The pace does not shorten them: each try begins a new authentication, and one
 * that is abandoned too soon never ends.
 */
const LOOKS = [0.1, 0.2, 0.4, 0.8, 1.5, 3, 5, 8, 10] as const
const NEXT_TRY_SECONDS = 60

const NEVER = new AbortController().signal

/** Signs companies in: challenge, token or signature, status, tokens. */
export class SignIn {
  constructor(
    private readonly api: KsefApi,
    private readonly keys: PublicKeys,
    private readonly tools: GatewayTools,
  ) {}

  /** If a new challenge or a new key may help, it is tried once more. */
  async signIn(taxpayer: Taxpayer): Promise<SignedIn | NoAnswer> {
    const first = await this.#once(taxpayer)
    if (first.kind !== 'again') return first
    if (first.withNewKeys) this.keys.forget()
    const second = await this.#once(taxpayer)
    return second.kind === 'again' ? second.otherwise : second
  }

  /** A new access token. `over`: the authentication has ended and has to be repeated. */
  async refresh(refresh: Token): Promise<Token | { readonly kind: 'over' } | NoAnswer> {
    const name = 'the refresh of a token'
    const said = await this.api.ask(post('/auth/token/refresh', name, refresh.token))
    if (!isSaid(said)) return said
    if (said.kind === 'json') {
      const token = tokenIn(objectIn(said.json)?.['accessToken'])
      return token ?? notUnderstood(name, saidInWords(said), this.tools)
    }
    // KSeF refuses a revoked session with 400 (21301, 21304), an old token with 401.
    return { kind: 'over' }
  }

  async #once(taxpayer: Taxpayer): Promise<SignedIn | SignInOutcome> {
    const challenge = await this.#answer(post('/auth/challenge', 'the request for a challenge'))
    if ('kind' in challenge) return challenge
    const started = await this.#start(taxpayer, challenge.json)
    if ('kind' in started) return started
    const reference = referenceIn(started.json['referenceNumber'])
    const token = tokenIn(started.json['authenticationToken'])
    if (reference === null || token === null)
      return notUnderstood('the sign-in', 'JSON without an authentication', this.tools)
    const failure = await this.#ended(reference, token)
    if (failure !== null) return failure
    const redeemed = await this.#answer(post('/auth/token/redeem', 'the request for tokens', token.token))
    if ('kind' in redeemed) return redeemed
    const [access, refresh] = [tokenIn(redeemed.json['accessToken']), tokenIn(redeemed.json['refreshToken'])]
    if (access === null || refresh === null)
      return notUnderstood('the request for tokens', 'JSON without tokens', this.tools)
    return { kind: 'signed-in', access, refresh }
  }

  async #start({ nip, credential }: Taxpayer, answer: Json): Promise<{ readonly json: Json } | SignInOutcome> {
    const challenge = textIn(answer['challenge'])
    const timestamp = numberIn(answer['timestampMs']) ?? timeIn(answer['timestamp'])?.getTime()
    if (challenge === null || timestamp === undefined)
      return notUnderstood('the request for a challenge', 'JSON without challenge', this.tools)
    if (credential.kind !== 'token') {
      const signed = await signedRequest({ challenge, nip, credential }, this.api.now)
      if ('kind' in signed) return signed
      return this.#answer({ ...post('/auth/xades-signature', 'the signed sign-in'), body: signed.xml })
    }
    const key = await this.keys.of('KsefTokenEncryption')
    if (key.kind !== 'key') return key
    const encryptedToken = encryptedFor(key.key, Buffer.from(`${credential.token}|${timestamp}`))
    const body = { challenge, contextIdentifier: { type: 'Nip', value: nip }, encryptedToken, publicKeyId: key.id }
    return this.#answer({ ...post('/auth/ksef-token', 'the sign-in with a token'), body })
  }

  /** null: success. */
  async #ended(reference: string, { token }: Token): Promise<SignInOutcome | null> {
    const call = { method: 'GET', path: `/auth/${reference}`, name: 'the state of the sign-in', token } as const
    for (const seconds of LOOKS) {
      await pause(seconds * 1000, this.tools.stopping ?? NEVER)
      const answer = await this.#answer({ ...call, expects: 'json' })
      if ('kind' in answer) return answer
      const status = statusIn(answer.json)
      if (status === null) return notUnderstood(call.name, 'JSON without status', this.tools)
      if (status.code === 200) return null
      if (status.code !== 100) return authenticationVerdict(status, this.tools)
    }
    return unanswered('KSeF has not completed the sign-in in time', NEXT_TRY_SECONDS, this.tools)
  }

  /** The answer if it is JSON; else its consequence. */
  async #answer(call: KsefCall): Promise<{ readonly json: Json } | SignInOutcome> {
    const said = await this.api.ask(call)
    if (!isSaid(said)) return forAll(said)
    const json = said.kind === 'json' ? objectIn(said.json) : null
    return json === null ? this.#refused(call.name, said) : { json }
  }

  #refused(call: string, said: Said): SignInOutcome {
    const unknown = notUnderstood(call, saidInWords(said), this.tools)
    switch (said.kind) {
      case 'forbidden':
        return forbidden(said.reasonCode, said.words)
      case 'refused':
        return said.faults.length > 0
          ? refusalVerdict(call, said.faults, this.tools)
          : { kind: 'again', withNewKeys: false, otherwise: unknown }
      case 'unsigned':
        return { kind: 'again', withNewKeys: false, otherwise: unknown }
      default:
        return unknown
    }
  }
}

/** KSeF counts public calls by our address: all companies wait. */
function forAll(said: NoAnswer): NoAnswer {
  return said.kind === 'exhausted' ? { ...said, concerns: 'government' } : said
}

function post(path: string, name: string, token?: string): KsefCall {
  return { method: 'POST', path, name, expects: 'json', ...(token !== undefined && { token }) }
}

/** RFC 6750, section 2.1: the form of a token in a header. */
const TOKEN = /^[\x21-\x7e]+$/

function tokenIn(value: unknown): Token | null {
  const json = objectIn(value)
  const [token, until] = [textIn(json?.['token']), timeIn(json?.['validUntil'])]
  return token !== null && until !== null && TOKEN.test(token) ? { token, until } : null
}
