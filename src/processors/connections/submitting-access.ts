import { accessOf, type ConnectionSecretsDeps, credentialsOf } from '../../commands/use-cases/connection-secrets.js'
import { refuseAccess, type TokenAge } from '../../commands/connection.js'
import { currentConnection } from '../../commands/use-cases/current-connection.js'
import { accept, type CommandDeps, handle, load, type Loaded } from '../../commands/handle.js'
import { HAND_OVER } from '../../countries/connection-setup.js'
import type { Access, Unauthorized } from '../../countries/gateway/gateway.js'
import { connection, type ConnectionEvent, type ConnectionState, type Credentials } from '../../domain/connection.js'
import type { Scope } from '../../domain/event.js'
import type { CountryCode } from '../../domain/request/invoice-request.js'
import { streamName } from '../../domain/streams.js'
import { fitted } from '../work/event-texts.js'

/** The dependencies of `SubmittingAccess`. */
interface AccessDeps extends CommandDeps, ConnectionSecretsDeps {
  /** Multiplies waiting times between calls to governments. */
  readonly pace: number
}

/** For how many seconds a token counts as new: a government may need a moment to recognise it. */
const NEW_SECONDS = 600
/** An older token is assumed to have been accepted since it was obtained. */
const YOUNG_SECONDS = 24 * 3600

/**
 * The connection, and its secrets, with which a company's invoices go to a government. Decided by
 * the events: a connection that was deleted, expired or is not set up yields none.
 */
export class SubmittingAccess {
  readonly #deps: AccessDeps

  constructor(deps: AccessDeps) {
    this.#deps = deps
  }

  /** null: the company's connection is not active, or its token has expired. */
  async find(scope: Scope, companyId: string, country: CountryCode): Promise<Access | null> {
    const { loaded } = await currentConnection(this.#deps, scope, companyId, country)
    const { state } = loaded
    if (state.status !== 'active') return null
    const access = await accessOf(this.#deps, scope, state)
    // Deleted at this very moment, or the operator no longer has an access for all.
    if (access === null) {
      await this.#withoutCredentials(scope, state, loaded)
      return null
    }
    const { expiresAt } = access.credentials
    return expiresAt !== undefined && new Date(expiresAt) <= this.#deps.clock.now() ? null : access
  }

  /**
   * Whether there is now an access with other credentials than these (null: any access): new ones
   * may have come while the government refused these, or while an invoice was about to wait.
   */
  async hasOther(scope: Scope, companyId: string, country: CountryCode, refused: Access | null): Promise<boolean> {
    const now = await this.find(scope, companyId, country)
    return now !== null && JSON.stringify(now.credentials) !== JSON.stringify(refused?.credentials)
  }

  /** The vault has lost them, as after a restore. Tokens are refreshed at once: that finds it. */
  async #withoutCredentials(
    scope: Scope,
    state: Extract<ConnectionState, { connectionId: string }>,
    loaded: Loaded<ConnectionState, ConnectionEvent>,
  ): Promise<void> {
    const { name, setup } = this.#deps.countryOf(state.countryCode)
    const hasTokens = setup.kind !== 'credentials'
    const again =
      hasTokens || setup.isOpen === undefined ? '' : ', or, once the operator has an access for all, create it again'
    const reason = hasTokens
      ? `The tokens of this connection to ${name} are no longer in the vault`
      : `This connection to ${name} has no credentials; send ${HAND_OVER}${again}`
    const stream = streamName(scope.environment, 'Connection', state.connectionId)
    const refuse = refuseAccess(reason, hasTokens, 'old')
    // Credentials may have been sent since, or the connection may have been deleted.
    const decide: typeof refuse = (now) => (now === state ? refuse(now) : accept())
    await handle(this.#deps, contextOf(scope, state.connectionId), connection, stream, decide, loaded)
  }

  /**
   * Records that the government refused these credentials. Has no effect if they have been
   * replaced since.
   */
  async refused(scope: Scope, { connectionId, credentials }: Access, refusal: Unauthorized): Promise<void> {
    const stream = streamName(scope.environment, 'Connection', connectionId)
    const loaded = await load(this.#deps.store, connection, stream, this.#deps.snapshots)
    const { state } = loaded
    if (state.status === 'none' || state.status === 'deleted') return
    const now = await credentialsOf(this.#deps, scope, state)
    if (now === null || JSON.stringify(now) !== JSON.stringify(credentials)) return
    const refuse = refuseAccess(fitted(refusal.reason), refusal.needs === 'renewal', this.#ageOf(credentials))
    // Replaced while they were compared, or recorded by another worker.
    const decide: typeof refuse = (after) => (after === state ? refuse(after) : accept())
    await handle(this.#deps, contextOf(scope, connectionId), connection, stream, decide, loaded)
  }

  #ageOf({ obtainedAt }: Credentials): TokenAge {
    if (obtainedAt === undefined) return 'young'
    const seconds = (this.#deps.clock.now().getTime() - Date.parse(obtainedAt)) / 1000
    if (seconds < NEW_SECONDS * this.#deps.pace) return 'new'
    return seconds < YOUNG_SECONDS ? 'young' : 'old'
  }
}

function contextOf(scope: Scope, connectionId: string) {
  return {
    ...scope,
    actor: 'processor:invoice-pipeline',
    correlationId: connectionId,
    causationId: connectionId,
  } as const
}
