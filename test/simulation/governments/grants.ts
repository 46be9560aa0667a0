import type { OAuthClient, TokenOutcome, Tokens } from '../../../src/countries/connection-setup.js'
import { CallEnd, UPLOAD_GRACE_MS } from '../../../src/countries/gateway/call-end.js'
import type { Access, LeaseCheck, Unauthorized } from '../../../src/countries/gateway/gateway.js'
import { mayAct } from '../../../src/countries/gateway/lease-check.js'
import { connectionSecret } from '../../../src/domain/connection.js'
import type { CountryCode } from '../../../src/domain/request/invoice-request.js'
import { SECRET } from '../names.js'
import { type Caller, CLAIM_SECONDS, type Scene } from '../scene.js'

/** What a user has authorised at the government. */
interface Grant {
  readonly account: number
  isWithdrawn: boolean
  /** The only refresh token that is not used up. */
  refreshToken: string
  accessToken: string
}

interface AccessToken {
  readonly grant: Grant
  /** In milliseconds since 1970. */
  readonly expiresAt: number
  isRefused: boolean
}

interface RefreshToken {
  readonly grant: Grant
  /** The one that came for it; null: it is not used up. */
  successor: string | null
}

const LONG_SECONDS = 90 * 24 * 3600
const TIMEOUT_MS = 30_000

/** What the governments accept of each account: keys, or in Romania the tokens of OAuth. */
export class Grants {
  /** Tokens last long, and no answer is lost. */
  isCalm = false
  /** The token server does not answer until then, in milliseconds since 1970. */
  awayUntil = 0
  readonly #scene: Scene
  readonly #tokenSeconds: readonly (number | null)[]
  /** The number of the newest key, and of the oldest that is accepted, by account and country. */
  readonly #keys = new Map<string, { newest: number; oldest: number }>()
  readonly #grants = new Map<number, Grant>()
  readonly #accessTokens = new Map<string, AccessToken>()
  readonly #refreshTokens = new Map<string, RefreshToken>()
  /** Accounts whose next answer gets lost. */
  readonly #losing = new Set<number>()
  #number = 0

  constructor(scene: Scene, tokenSeconds: readonly (number | null)[]) {
    this.#scene = scene
    this.#tokenSeconds = tokenSeconds
  }

  /** A new key of an account, as its government issues it. */
  keyFor(account: number, country: CountryCode): string {
    const keys = this.#keysOf(account, country)
    keys.newest += 1
    return `${SECRET} key of ${account} in ${country} ${keys.newest}`
  }

  /** The keys that an account has by now are refused. */
  refuseKeys(account: number, country: CountryCode): void {
    const keys = this.#keysOf(account, country)
    keys.oldest = keys.newest + 1
  }

  /** The token that an account has by now is refused. */
  refuseToken(account: number): void {
    const token = this.#accessTokens.get(this.#grants.get(account)?.accessToken ?? '')
    if (token !== undefined) token.isRefused = true
  }

  /** The user withdraws the authorization. */
  withdraw(account: number): void {
    const grant = this.#grants.get(account)
    if (grant !== undefined) grant.isWithdrawn = true
  }

  /** The answer to the next refresh of an account gets lost. */
  loseAnswer(account: number): void {
    this.#losing.add(account)
  }

  /** A government's no to the credentials of a call; null: it accepts them. */
  refusal(account: number, country: CountryCode, access: Access | null): Unauthorized | null {
    const { accessToken, key = '0' } = access?.credentials ?? {}
    if (country === 'RO') {
      const token = this.#accessTokens.get(accessToken ?? '')
      const isGood = token !== undefined && !token.isRefused && !token.grant.isWithdrawn
      if (isGood && token.grant.account !== account) {
        this.#scene.fail(`account ${account} called with the token of account ${token.grant.account}`)
      }
      const isCurrent = isGood && token.expiresAt > this.#scene.timeline.now
      return isCurrent ? null : { kind: 'unauthorized', reason: 'the token is not accepted', needs: 'renewal' }
    }
    const number = Number(key.split(' ').at(-1))
    const isAccepted = number >= this.#keysOf(account, country).oldest
    return isAccepted ? null : { kind: 'unauthorized', reason: 'the key is not accepted', needs: 'user' }
  }

  /**
   * Since when (milliseconds since 1970) the newest tokens of an account have been in the vault
   * for a connection; null: they are not there, or its government refuses them.
   */
  goodSince(account: number, connectionId: string): number | null {
    const grant = this.#grants.get(account)
    if (grant === undefined) return null
    const { accessToken, refreshToken } = grant
    const access = { connectionId: '', vatNumber: '', credentials: { accessToken } }
    if (this.refusal(account, 'RO', access) !== null) return null
    return this.#scene.vault.heldSince(refreshToken, connectionSecret(connectionId))
  }

  /** The code with which a user who has authorised the service comes back. */
  codeFor(account: number): string {
    this.#number += 1
    return `${SECRET} code of ${account} ${this.#number}`
  }

  /** The token server, as a process calls it. */
  clientOf(caller: Caller): OAuthClient {
    return {
      authUrl: 'https://government.example/authorize',
      clientId: 'simulated',
      authorizationParameters: {},
      exchange: (code, _redirectUri, now) =>
        this.#ask(caller, 'exchange', undefined, () => {
          const account = Number(code.split(' ').at(-2))
          const grant = { account, isWithdrawn: false, refreshToken: '', accessToken: '' }
          this.#grants.set(account, grant)
          return { kind: 'tokens', tokens: this.#issue(grant, now) }
        }),
      refresh: (refreshToken, now, lease) => {
        caller.about('refresh')
        return this.#ask(caller, 'refresh', lease, () => this.#refreshed(refreshToken, now))
      },
    }
  }

  #refreshed(refreshToken: string, now: Date): TokenOutcome {
    const known = this.#refreshTokens.get(refreshToken)
    if (known === undefined || known.grant.isWithdrawn) return REFUSED
    const { grant, successor } = known
    if (successor !== null) {
      // A worker that has just read the old one may have the claim while another one stores.
      const held = this.#scene.vault.heldSince(successor)
      if (held !== null && held < this.#scene.timeline.now - CLAIM_SECONDS * 1000) {
        this.#scene.fail(`a refresh token of account ${grant.account} was sent again after its successor was stored`)
      }
      return REFUSED
    }
    const tokens = this.#issue(grant, now)
    known.successor = tokens.refreshToken
    if (!this.#losing.delete(grant.account) || this.isCalm) return { kind: 'tokens', tokens }
    return NO_ANSWER
  }

  #issue(grant: Grant, now: Date): Tokens {
    this.#number += 1
    const seconds = (this.isCalm ? null : this.#tokenSeconds[grant.account]) ?? LONG_SECONDS
    grant.accessToken = `${SECRET}-access-${this.#number}`
    grant.refreshToken = `${SECRET}-refresh-${this.#number}`
    const expiresAt = this.#scene.timeline.now + seconds * 1000
    this.#accessTokens.set(grant.accessToken, { grant, expiresAt, isRefused: false })
    this.#refreshTokens.set(grant.refreshToken, { grant, successor: null })
    return {
      accessToken: grant.accessToken,
      refreshToken: grant.refreshToken,
      obtainedAt: now.toISOString(),
      expiresAt: new Date(now.getTime() + seconds * 1000).toISOString(),
    }
  }

  #ask(caller: Caller, what: string, lease: LeaseCheck | undefined, effect: () => TokenOutcome): Promise<TokenOutcome> {
    const { timeline, network } = this.#scene
    const { stopping, timers } = caller
    const end = new CallEnd({ timeoutMs: TIMEOUT_MS, signal: undefined, stopping, graceMs: UPLOAD_GRACE_MS, timers })
    return new Promise<TokenOutcome>((resolve) => {
      end.signal.addEventListener('abort', () => {
        resolve(NO_ANSWER)
      })
      if (end.reason !== null) resolve(NO_ANSWER)
      timeline.after(network.latency(), caller, () => {
        if (!end.mayBegin || !mayAct(lease)) {
          resolve(NO_ANSWER)
          return
        }
        const isAway = timeline.now < this.awayUntil && !this.isCalm
        this.#scene.trace(caller, () => `${what} at the token server${isAway ? ', which is away' : ''}`)
        const outcome = isAway ? NO_ANSWER : effect()
        timeline.after(network.latency(), caller, () => {
          resolve(outcome)
        })
      })
    }).finally(() => {
      end.leave()
    })
  }

  #keysOf(account: number, country: CountryCode): { newest: number; oldest: number } {
    const name = `${account} ${country}`
    const known = this.#keys.get(name) ?? { newest: 0, oldest: 0 }
    this.#keys.set(name, known)
    return known
  }
}

const REFUSED: TokenOutcome = { kind: 'refused', reason: 'invalid_grant' }
const NO_ANSWER: TokenOutcome = { kind: 'unavailable', reason: 'no answer of the token server' }
