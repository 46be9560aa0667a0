import { accessOf, type ConnectionSecretsDeps } from '../../commands/use-cases/connection-secrets.js'
import { currentConnection } from '../../commands/use-cases/current-connection.js'
import type { CallBudgets } from '../../countries/gateway/call-budgets.js'
import type { Country } from '../../countries/country.js'
import type { Access, Gateway, ReconcileOutcome } from '../../countries/gateway/gateway.js'
import type { GatewayFor } from '../../countries/gateways.js'
import type { Scope } from '../../domain/event.js'
import type { CountryCode } from '../../domain/request/invoice-request.js'
import type { EventStore } from '../../eventstore/port.js'
import { isUnanswered } from './compare.js'

/** Dependencies of parties. */
export interface PartyDeps extends ConnectionSecretsDeps {
  readonly store: EventStore
  readonly gatewayFor: GatewayFor
  readonly budgets: CallBudgets
  readonly now: () => Date
}

/** One fifth of each of a government's budgets is reserved for the service. */
const SHARE = 0.8
/** A system that fails this often in a row is not queried again: each call waits long for it. */
const MOST_OUTAGES = 3

/**
 * The party whose connection is used for queries: a company in a country. Calls are made one after
 * another.
 */
export class Party {
  /** The ids under which a government's list may show our uploads: about 100 bytes each. */
  readonly uploads = new Set<string>()
  /** The senders of the uploads, as named in a list of several companies. */
  readonly senders = new Set<string>()
  #stopped: string | null = null
  #outages = 0

  private constructor(
    readonly scope: Scope,
    readonly companyId: string,
    readonly country: Country,
    readonly gateway: Gateway | null,
    readonly access: Access | null,
    private readonly deps: Pick<PartyDeps, 'budgets' | 'now'>,
  ) {}

  /** Throws `EventStoreUnavailable`. */
  static async of(deps: PartyDeps, scope: Scope, companyId: string, code: CountryCode): Promise<Party> {
    const country = deps.countryOf(code)
    const { state } = (await currentConnection(deps, scope, companyId, code)).loaded
    const isUsable = scope.environment === 'production' && state.status === 'active'
    const access = isUsable ? await accessOf(deps, scope, state) : null
    return new Party(scope, companyId, country, deps.gatewayFor(scope.environment, country), access, deps)
  }

  /** Why no more queries are made for this party; null: they are allowed. */
  async stopped(): Promise<string | null> {
    this.#stopped ??= await this.#spent()
    return this.#stopped
  }

  /** After an exhausted budget, an outage or a refusal, further queries would get no answer. */
  heard(outcome: ReconcileOutcome): void {
    if (!isUnanswered(outcome)) {
      this.#outages = 0
      return
    }
    this.#outages += 1
    const isOver = outcome.kind === 'unauthorized' || outcome.concerns !== 'invoice'
    if (isOver || this.#outages >= MOST_OUTAGES) this.#stopped = outcome.reason
  }

  async #spent(): Promise<string | null> {
    const { access, gateway, deps } = this
    const budgets = access === null ? [] : ((await gateway?.budgets?.(access.vatNumber, deps.now())) ?? [])
    if (budgets.length === 0) return null
    const used = await deps.budgets.used(budgets)
    const spent = budgets.find(({ limit }, index) => (used[index] ?? 0) >= limit * SHARE)
    return spent === undefined
      ? null
      : `the calls of ${spent.name} are almost used up until ${spent.until.toISOString()}; the rest is reserved for the service`
  }
}
