import type { Logger } from 'pino'
import { deleteConnection } from '../../commands/connection.js'
import { type CommandContext, type CommandDeps, handle, load } from '../../commands/handle.js'
import type { Country } from '../../countries/country.js'
import type { GatewayFor } from '../../countries/gateways.js'
import { company } from '../../domain/company.js'
import { connection, connectionSecret } from '../../domain/connection.js'
import type { Scope } from '../../domain/event.js'
import type { CountryCode } from '../../domain/request/invoice-request.js'
import { streamName } from '../../domain/streams.js'
import type { Vault } from '../../storage/vault/vault.js'
import type { Chore } from '../work/chore.js'

/** A connection of a company that read models show as deactivated. */
interface LeftConnection extends Scope {
  readonly id: string
  readonly companyId: string
  readonly country: CountryCode
}

/** What read models know about connections of deactivated companies. */
interface Closable {
  /** The next ones in the order of their ids. */
  ofDeactivated(after: string | null, limit: number): Promise<readonly LeftConnection[]>
  /**
   * Whether an invoice needs the connection: it waits for something, or it changed at
   * `changedSince` or later and is in `error`, or with `all` has any status.
   */
  isNeeded(left: LeftConnection, stillNeeding: { readonly changedSince: Date; readonly all: boolean }): Promise<boolean>
  /** Whether the read models of invoices lack an event that happened before this time. */
  lackBefore(time: Date): Promise<boolean>
}

/** The dependencies of the closing of connections. */
interface ClosingDeps extends CommandDeps {
  readonly closable: Closable
  readonly vault: Pick<Vault, 'delete'>
  readonly countryOf: (code: CountryCode) => Country
  readonly gatewayFor: GatewayFor
  readonly log: Logger
}

const EVERY_MS = 3_600_000
const CONNECTIONS_PER_RUN = 50
/** A request that still saw the company as active has created its invoice long before. */
const SETTLED_MS = 15 * 60_000
/** Read models may lack events of this time: invoices of settled companies are older. */
const LAG_MS = 5 * 60_000
/**
 * For this time after its last change a decided invoice may still need the connection: it can be
 * retried, its buyer may respond, its payment may be reported.
 */
const NEEDED_MS = 365 * 24 * 3_600_000

/**
 * Deletes the connections of deactivated companies, with their secrets, once no invoice needs
 * them. Read models find them and their invoices; the streams of company and connection decide. A
 * process that dies after the event leaves the secret to the scheduler, which erases it again.
 */
export class ConnectionClosing implements Chore {
  readonly name = 'connection-closing'
  readonly everyMs = EVERY_MS
  readonly #deps: ClosingDeps
  /** The last connection that was looked at; null: begin with the first. */
  #mark: string | null = null

  constructor(deps: ClosingDeps) {
    this.#deps = deps
  }

  /** Looks at a limited number of connections, from the end of the last run. */
  async run(signal: AbortSignal): Promise<'more' | 'done'> {
    const { closable, clock, log } = this.#deps
    const now = clock.now()
    const found = await closable.ofDeactivated(this.#mark, CONNECTIONS_PER_RUN)
    if (found.length > 0 && (await closable.lackBefore(new Date(now.getTime() - LAG_MS)))) return 'done'
    const closed: string[] = []
    try {
      for (const left of found) {
        if (signal.aborted) return 'done'
        // Before it is judged: one that fails each time must not stop the others.
        this.#mark = left.id
        if (await this.#close(left, now)) closed.push(left.id)
      }
    } finally {
      if (closed.length > 0) log.info({ closed }, 'connections of deleted companies were deleted')
    }
    if (found.length === CONNECTIONS_PER_RUN) return 'more'
    this.#mark = null
    return 'done'
  }

  /** Returns whether it was deleted. */
  async #close(left: LeftConnection, now: Date): Promise<boolean> {
    const { store, closable, vault } = this.#deps
    const { account, environment } = left
    const { state, events } = await load(store, company, streamName(environment, 'Company', left.companyId))
    const deactivated = events.findLast(({ type }) => type === 'CompanyDeactivated')
    if (state.status !== 'inactive' || deactivated === undefined) return false
    if (now.getTime() - Date.parse(deactivated.metadata.occurredAt) < SETTLED_MS) return false
    const changedSince = new Date(now.getTime() - NEEDED_MS)
    if (await closable.isNeeded(left, { changedSince, all: this.#isFollowedUp(left) })) return false
    const stream = streamName(environment, 'Connection', left.id)
    const loaded = await load(store, connection, stream)
    // A connection belongs to the account of its company.
    if (loaded.events[0]?.metadata.account !== account) return false
    if (!('companyId' in loaded.state) || loaded.state.companyId !== left.companyId) return false
    const context: CommandContext = {
      account,
      environment,
      actor: 'processor:connection-closing',
      correlationId: deactivated.metadata.$correlationId,
      causationId: deactivated.id,
    }
    // A deactivation is for good, so only the connection may have changed: its client deleted it.
    const outcome = await handle(this.#deps, context, connection, stream, deleteConnection('company_deleted'), loaded)
    if (outcome.kind === 'rejected') return false
    await vault.delete({ account, environment }, connectionSecret(left.id))
    return true
  }

  /** Whether decided invoices use the connection: their buyers respond, payments are reported. */
  #isFollowedUp({ environment, country }: LeftConnection): boolean {
    const { gatewayFor, countryOf } = this.#deps
    const gateway = gatewayFor(environment, countryOf(country))
    return gateway?.collect !== undefined || gateway?.reportPayment !== undefined
  }
}
