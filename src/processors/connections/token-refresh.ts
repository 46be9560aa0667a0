import { acceptTokens, failRefresh, isRefreshed } from '../../commands/connection.js'
import { accept, type CommandDeps, handle, load, type Loaded, type ScopedContext } from '../../commands/handle.js'
import type { OAuthClient, TokenOutcome, Tokens } from '../../countries/connection-setup.js'
import type { Country } from '../../countries/country.js'
import type { CountrySettings } from '../../countries/settings.js'
import { connection, type ConnectionEvent, connectionSecret, type ConnectionState } from '../../domain/connection.js'
import type { Scope } from '../../domain/event.js'
import type { CountryCode } from '../../domain/request/invoice-request.js'
import type { Observer } from '../../domain/observer.js'
import { idInStream } from '../../domain/streams.js'
import { nextRefresh, refreshDueAfter } from '../../domain/token-refresh.js'
import type { Vault } from '../../storage/vault/vault.js'
import { fitted } from '../work/event-texts.js'
import { interrupted, type Job, type JobResult, type Lease } from '../work/job.js'
import { AT_HOME, type Claim, scopeOf, type WorkSource } from '../work/work-list.js'

/** The dependencies of the job of token refreshes. */
interface RefreshDeps extends CommandDeps {
  readonly vault: Vault
  readonly countryOf: (code: CountryCode) => Country
  readonly countrySettings: CountrySettings
  /** Multiplies waiting times between calls to governments. */
  readonly pace: number
  /** Observes the calls; absent: they are not observed. */
  readonly observer?: Observer
  /** Aborts when the process is to end. */
  readonly stopping?: AbortSignal
}

/** The work of token refreshes: one piece for each connection whose access expires. */
const CONNECTIONS: WorkSource = {
  kind: 'connections',
  projection: 'token_refreshes',
  work: (candidate) =>
    `SELECT stream AS key, account, environment, '' AS lane, due_at, position FROM read.token_refreshes WHERE ${candidate}`,
}

type Existing = Exclude<ConnectionState, { status: 'none' | 'deleted' }>

/**
 * Refreshes the tokens of connections before their end, and of those that failed by that. A
 * refresh token can be used once, so one worker at a time does it, by its claim: it checks the
 * clocks right before the request, and the new tokens replace exactly those that it sent.
 */
export class TokenRefresh implements Job {
  readonly source = CONNECTIONS
  readonly lanes = [AT_HOME]
  readonly concurrency = 4
  readonly giveUp = null
  readonly #deps: RefreshDeps

  constructor(deps: RefreshDeps) {
    this.#deps = deps
  }

  async advance(claim: Claim, lease: Lease): Promise<JobResult> {
    const { store, clock } = this.#deps
    for (;;) {
      const loaded = await load(store, connection, claim.key)
      const { state, events, position: seen } = loaded
      const due = events.reduce<string | null>((last, event) => {
        const after = refreshDueAfter(event)
        return after === undefined ? last : after
      }, null)
      if (!isRefreshed(state) || due === null) return { seen, nextLook: null, outage: false }
      if (new Date(due) > clock.now()) return { seen, nextLook: new Date(due), outage: false }
      if (lease.signal.aborted) return interrupted(seen, clock.now())
      const isMine = await lease.stillMine(true)
      if (!isMine || !(await this.#refresh(claim.key, scopeOf(claim), loaded, state, lease))) {
        return { seen, nextLook: clock.now(), outage: false }
      }
    }
  }

  /** Returns whether anything was recorded; if not, another worker does it. */
  async #refresh(
    stream: string,
    scope: Scope,
    loaded: Loaded<ConnectionState, ConnectionEvent>,
    state: Existing,
    lease: Lease,
  ): Promise<boolean> {
    const { vault, clock, pace } = this.#deps
    const secret = connectionSecret(idInStream(stream))
    const stored = await vault.get(scope, secret)
    if (stored === null) {
      return this.#record(stream, scope, loaded, failRefresh(true, 'the tokens are no longer in the vault', ''))
    }
    const tokens = JSON.parse(Buffer.from(stored).toString('utf8')) as Tokens
    const outcome = await this.#ask(this.#client(state.countryCode), tokens, lease)
    if (outcome === null) return false
    if (outcome.kind === 'tokens') {
      const isOurs = await vault.replace(scope, secret, stored, Buffer.from(JSON.stringify(outcome.tokens)))
      // Deleted, or authorised again, while the answer was on its way.
      if (!isOurs) return false
      const accepted = await handle(
        this.#deps,
        this.#context(scope, loaded),
        connection,
        stream,
        acceptTokens(outcome.tokens.expiresAt),
        loaded,
      )
      if (accepted.kind === 'rejected') await vault.delete(scope, secret)
      return true
    }
    // Of two workers that sent the same tokens, one may be refused although the other got new
    // ones.
    const now = await vault.get(scope, secret)
    if (now === null || !Buffer.from(now).equals(stored)) return false
    const serves = state.access === 'taken'
    const next = nextRefresh(state.refreshFailures, new Date(tokens.expiresAt), serves, clock.now(), pace)
    const failed = failRefresh(outcome.kind === 'refused', fitted(outcome.reason), next.toISOString())
    return this.#record(stream, scope, loaded, failed)
  }

  async #ask(client: OAuthClient | null, tokens: Tokens, lease: Lease): Promise<TokenOutcome | null> {
    if (client === null) {
      return { kind: 'unavailable', reason: 'the service is no longer registered with the government' }
    }
    const outcome = await client.refresh(tokens.refreshToken, this.#deps.clock.now(), lease)
    return outcome.kind === 'unavailable' && (lease.lost.aborted || lease.signal.aborted) ? null : outcome
  }

  #client(code: CountryCode): OAuthClient | null {
    const { setup } = this.#deps.countryOf(code)
    return setup.kind === 'oauth' ? setup.client(this.#deps.countrySettings, this.#deps) : null
  }

  async #record(
    stream: string,
    scope: Scope,
    loaded: Loaded<ConnectionState, ConnectionEvent>,
    decide: ReturnType<typeof failRefresh>,
  ): Promise<true> {
    // Of another state it says nothing: the user may have authorised again since.
    const unchanged: typeof decide = (state) => (state === loaded.state ? decide(state) : accept())
    await handle(this.#deps, this.#context(scope, loaded), connection, stream, unchanged, loaded)
    return true
  }

  #context(scope: Scope, { events }: Loaded<ConnectionState, ConnectionEvent>): ScopedContext {
    const last = events.at(-1)
    return {
      ...scope,
      actor: 'processor:token-refresh',
      correlationId: last?.metadata.$correlationId ?? '',
      causationId: last?.id ?? '',
    }
  }
}
