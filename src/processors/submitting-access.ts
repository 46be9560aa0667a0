import { currentConnection } from '../commands/current-connection.js'
import { type CommandDeps, handle, load } from '../commands/handle.js'
import { refuseAccess, type TokenAge } from '../commands/connection-access.js'
import type { Credentials } from '../domain/connection.js'
import type { Access, Unauthorized } from '../countries/gateway.js'
import { company } from '../domain/company.js'
import { connection, connectionSecret } from '../domain/connection.js'
import type { Scope } from '../domain/event.js'
import type { CountryCode } from '../domain/invoice-request.js'
import { streamName } from '../domain/streams.js'
import type { Vault } from '../storage/vault.js'
import { fitted } from './event-texts.js'

/** What `SubmittingAccess` works with. */
export interface AccessDeps extends CommandDeps {
  readonly vault: Pick<Vault, 'get'>
  /** Multiplies waiting times between calls to governments. */
  readonly pace: number
}

/** A token counts as new for so many seconds: a government may need a moment to know it. */
const NEW_SECONDS = 600
/** Of an older one it is believed that it was taken since it was obtained. */
const YOUNG_SECONDS = 24 * 3600

/**
 * What wakes the invoices of a company that wait for its connection to a country.
 */
export function connectionAwaited({ account, environment }: Scope, companyId: string, country: CountryCode): string {
  return `connection ${account} ${environment} ${companyId} ${country}`
}

/**
 * With which connection, and with which secrets, a company's invoices go to a government. By the
 * events: a connection that was deleted, expired or is not set up gives none.
 */
export class SubmittingAccess {
  readonly #deps: AccessDeps

  constructor(deps: AccessDeps) {
    this.#deps = deps
  }

  /** null: the company's connection is not active, or its token has run out. */
  async find(scope: Scope, companyId: string, country: CountryCode): Promise<Access | null> {
    const { store, vault, clock, snapshots } = this.#deps
    const { connectionId, loaded } = await currentConnection(this.#deps, scope, companyId, country)
    if (loaded.state.status !== 'active') return null
    const secret = await vault.get(scope, connectionSecret(connectionId))
    // Deleted in this very moment.
    if (secret === null) return null
    const credentials = JSON.parse(Buffer.from(secret).toString('utf8')) as Credentials
    const { expiresAt } = credentials
    if (expiresAt !== undefined && new Date(expiresAt) <= clock.now()) return null
    const owner = await load(store, company, streamName(scope.environment, 'Company', companyId), snapshots)
    if (owner.state.status === 'none') throw new Error(`no company ${companyId}`)
    return { connectionId, vatNumber: owner.state.vatNumber, credentials }
  }

  /**
   * Records that the government did not take these credentials. Without effect where others have
   * taken their place since.
   */
  async refused(scope: Scope, { connectionId, credentials }: Access, refusal: Unauthorized): Promise<void> {
    const { vault } = this.#deps
    const now = await vault.get(scope, connectionSecret(connectionId))
    if (now === null || Buffer.from(now).toString('utf8') !== JSON.stringify(credentials)) return
    const context = {
      ...scope,
      actor: 'processor:invoice-pipeline',
      correlationId: connectionId,
      causationId: connectionId,
    } as const
    const decide = refuseAccess(fitted(refusal.reason), refusal.needs === 'renewal', this.#ageOf(credentials))
    await handle(this.#deps, context, connection, streamName(scope.environment, 'Connection', connectionId), decide)
  }

  #ageOf({ obtainedAt }: Credentials): TokenAge {
    if (obtainedAt === undefined) return 'young'
    const seconds = (this.#deps.clock.now().getTime() - Date.parse(obtainedAt)) / 1000
    if (seconds < NEW_SECONDS * this.#deps.pace) return 'new'
    return seconds < YOUNG_SECONDS ? 'young' : 'old'
  }
}
