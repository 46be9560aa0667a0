import type pg from 'pg'
import type { CallBudgets } from '../../countries/gateway/call-budgets.js'
import type { CallBudget } from '../../countries/gateway/gateway.js'
import type { Country } from '../../countries/country.js'
import type { GatewayFor } from '../../countries/gateways.js'
import type { Clock } from '../../domain/clock.js'
import type { Scope } from '../../domain/event.js'
import { governmentOf, laneOfOperation } from './invoice-lanes.js'
import type { Gates } from './work-list.js'
import { largest } from '../../domain/lists.js'

/** How many calls to a government are left, and when the next invoice is sent. */
interface StatusOfGovernment {
  readonly budgets: readonly (CallBudget & { readonly remaining: number })[]
  /** Until when nothing is sent because the government does not answer; null: it answers. */
  readonly closedUntil: Date | null
  /** When the account's next invoice is sent; null: none waits. */
  readonly nextInvoiceAt: Date | null
}

/** Reads budgets, gates and the work list; changes nothing. */
export class GovernmentStatus {
  readonly #pool: pg.Pool
  readonly #gatewayFor: GatewayFor
  readonly #budgets: CallBudgets
  readonly #gates: Gates
  readonly #clock: Clock

  constructor(deps: {
    readonly pool: pg.Pool
    readonly gatewayFor: GatewayFor
    readonly budgets: CallBudgets
    readonly gates: Gates
    readonly clock: Clock
  }) {
    this.#pool = deps.pool
    this.#gatewayFor = deps.gatewayFor
    this.#budgets = deps.budgets
    this.#gates = deps.gates
    this.#clock = deps.clock
  }

  /** `vatNumber`: of the connected company. */
  async of(scope: Scope, country: Country, vatNumber: string): Promise<StatusOfGovernment> {
    const now = this.#clock.now()
    const budgets = (await this.#gatewayFor(scope.environment, country)?.budgets?.(vatNumber, now)) ?? []
    const used = await this.#budgets.used(budgets)
    const left = budgets.map((budget, index) => ({
      ...budget,
      remaining: Math.max(0, budget.limit - (used[index] ?? 0)),
    }))
    const lane = laneOfOperation(governmentOf(country.code, scope.environment), 'submit')
    const closedUntil = await this.#gates.closedUntil(lane, now)
    const due = await this.#nextDue(scope, lane.name)
    const exhausted = left.flatMap(({ remaining, until }) => (remaining === 0 ? [until] : []))
    const notBefore = [now, closedUntil ?? now, ...exhausted]
    return {
      budgets: left,
      closedUntil,
      nextInvoiceAt:
        due &&
        new Date(
          largest(
            notBefore.map((instant) => instant.getTime()),
            due.getTime(),
          ),
        ),
    }
  }

  /** When the account's first invoice in this lane is due; null: there is none. */
  async #nextDue({ account }: Scope, lane: string): Promise<Date | null> {
    const { rows } = await this.#pool.query<{ due_at: string | null }>(
      `SELECT min(due_at) AS due_at FROM processing.work
       WHERE kind = 'invoices' AND lane = $1 AND account = $2`,
      [lane, account],
    )
    const due = rows[0]?.due_at ?? null
    return due === null ? null : new Date(due)
  }
}
