import type { NoAnswer } from '../../gateway/gateway.js'
import type { GatewayTools } from '../../gateway/gateway-tools.js'
import { type Called, isOthers, isSaid, type KsefApi, type KsefCall, type Said, saidInWords } from './api.js'
import { forbidden } from './auth-status.js'
import { Bounded } from './bounded.js'
import type { Calls } from './budgets.js'
import type { Taxpayer } from './credentials.js'
import { unanswered } from './failures.js'
import { objectIn } from './json.js'
import type { CallGroup, LimitsAnswer } from './limits.js'
import type { SignedIn, SignIn, Token } from './sign-in.js'

/** Companies that stay signed in at the same time. */
const MOST_CONNECTIONS = 5_000
/** How long before its end an access token is replaced. */
const MARGIN_MS = 60_000
const REFUSED_SECONDS = 60
/** Milliseconds for the request for limits, for which other calls wait. */
const LIMITS_MS = 5_000

/** The state of a connection. One sign-in or refresh at a time. */
interface Standing {
  signedIn: SignedIn | null
  underWay: Promise<SignedIn | NoAnswer> | null
}

/** A call on behalf of a company. */
export interface SignedCall extends Omit<KsefCall, 'token'> {
  readonly group: CallGroup
}

/** Calls on behalf of companies, which are signed in when needed. */
export class Connections {
  readonly #standings = new Bounded<Standing>(MOST_CONNECTIONS)

  constructor(
    private readonly api: KsefApi,
    private readonly signing: SignIn,
    private readonly calls: Calls,
    private readonly tools: GatewayTools,
  ) {}

  /**
   * Makes the call. A refused token is refreshed; if that does not help, the company is signed in
   * again, once.
   */
  async call(taxpayer: Taxpayer, call: SignedCall): Promise<Called> {
    for (let tries = 0; ; tries += 1) {
      const signedIn = await this.#signedIn(taxpayer)
      if (signedIn.kind !== 'signed-in') return { said: signedIn, isDonePerhaps: false }
      await this.calls.limits.readIfDue(taxpayer.nip, taxpayer.key, () => this.#limits(taxpayer, signedIn.access))
      const exhausted = await this.calls.take(call.group, taxpayer.nip)
      if (exhausted !== null) return { said: exhausted, isDonePerhaps: false }
      const called = await this.api.call({ ...call, token: signedIn.access.token })
      const { said } = called
      if (said.kind === 'exhausted') this.calls.refused(call.group, taxpayer.nip, said)
      if (said.kind !== 'unsigned') return called
      if (tries === 2) {
        const reason = `KSeF answered ${call.name} with HTTP 401 right after the sign-in`
        return { said: unanswered(reason, REFUSED_SECONDS, this.tools), isDonePerhaps: false }
      }
      this.#refused(taxpayer, signedIn, tries > 0)
    }
  }

  /**
   * A call without effects. The user has to repair the cause of HTTP 403, except for data of
   * others, which the company's present credentials can't see.
   */
  async ask(taxpayer: Taxpayer, call: SignedCall): Promise<Said | NoAnswer> {
    const { said } = await this.call(taxpayer, call)
    return said.kind === 'forbidden' && !isOthers(said) ? forbidden(said.reasonCode, said.words) : said
  }

  /** The time by KSeF's clock. */
  get now(): Date {
    return this.api.now
  }

  /** Signs the company in again; null: success. */
  async signIn(taxpayer: Taxpayer): Promise<NoAnswer | null> {
    this.#standing(taxpayer).signedIn = null
    const signedIn = await this.#signedIn(taxpayer)
    return signedIn.kind === 'signed-in' ? null : signedIn
  }

  async #limits({ nip }: Taxpayer, { token }: Token): Promise<LimitsAnswer> {
    const exhausted = await this.calls.take('other', nip)
    if (exhausted !== null) return exhausted
    const name = "the request for the company's limits"
    const call = { method: 'GET', path: '/rate-limits', name, expects: 'json', timeoutMs: LIMITS_MS } as const
    const said = await this.api.ask({ ...call, token })
    if (said.kind === 'exhausted') this.calls.refused('other', nip, said)
    if (!isSaid(said)) return said
    const answer = said.kind === 'json' ? objectIn(said.json) : null
    return answer === null ? { reason: saidInWords(said) } : { answer }
  }

  #standing({ key }: Taxpayer): Standing {
    return this.#standings.of(key, () => ({ signedIn: null, underWay: null }))
  }

  /** A token that was replaced in the meantime needs no second refresh. */
  #refused(taxpayer: Taxpayer, refused: SignedIn, isRefreshed: boolean): void {
    const standing = this.#standing(taxpayer)
    if (standing.signedIn?.access.token !== refused.access.token) return
    standing.signedIn = isRefreshed ? null : { ...refused, access: { ...refused.access, until: new Date(0) } }
  }

  async #signedIn(taxpayer: Taxpayer): Promise<SignedIn | NoAnswer> {
    const standing = this.#standing(taxpayer)
    const { signedIn } = standing
    if (signedIn !== null && this.#lasts(signedIn.access)) return signedIn
    standing.underWay ??= this.#renewed(taxpayer, signedIn)
      .then((outcome) => {
        if (outcome.kind === 'signed-in') standing.signedIn = outcome
        return outcome
      })
      .finally(() => {
        standing.underWay = null
      })
    return standing.underWay
  }

  async #renewed(taxpayer: Taxpayer, signedIn: SignedIn | null): Promise<SignedIn | NoAnswer> {
    if (signedIn === null || !this.#lasts(signedIn.refresh)) return this.#signInAgain(taxpayer)
    const access = await this.signing.refresh(signedIn.refresh)
    if (isToken(access)) return { ...signedIn, access }
    return access.kind === 'over' ? this.#signInAgain(taxpayer) : access
  }

  async #signInAgain(taxpayer: Taxpayer): Promise<SignedIn | NoAnswer> {
    const signedIn = await this.signing.signIn(taxpayer)
    if (signedIn.kind === 'signed-in') this.calls.limits.signedIn(taxpayer.nip)
    return signedIn
  }

  #lasts({ until }: Token): boolean {
    return until.getTime() - MARGIN_MS > this.now.getTime()
  }
}

function isToken(outcome: Token | { readonly kind: string }): outcome is Token {
  return 'token' in outcome
}
