import type { CallBudgets, StatedLimits } from '../../../src/countries/gateway/call-budgets.js'
import type { CallBudget } from '../../../src/countries/gateway/gateway.js'

/** Budgets of calls that last as long as their test. */
export class MemoryBudgets implements CallBudgets {
  readonly #used = new Map<string, number>()
  readonly #stated = new Map<string, StatedLimits>()

  async take(budgets: readonly CallBudget[]): Promise<CallBudget | null> {
    const usedUp = budgets.filter((budget) => this.#usedOf(budget) >= budget.limit)
    if (usedUp.length > 0) return usedUp.reduce((latest, budget) => (budget.until > latest.until ? budget : latest))
    for (const budget of budgets) this.#used.set(keyOf(budget), this.#usedOf(budget) + 1)
    return null
  }

  async used(budgets: readonly CallBudget[]): Promise<readonly number[]> {
    return budgets.map((budget) => this.#usedOf(budget))
  }

  async statedLimits(customer: string): Promise<StatedLimits | null> {
    return this.#stated.get(customer) ?? null
  }

  async keepStatedLimits(customer: string, stated: StatedLimits): Promise<void> {
    const kept = this.#stated.get(customer)
    if (kept === undefined || kept.statedAt < stated.statedAt) this.#stated.set(customer, stated)
  }

  #usedOf(budget: CallBudget): number {
    return this.#used.get(keyOf(budget)) ?? 0
  }
}

/** Another window of the same name counts from zero. */
function keyOf({ name, from }: CallBudget): string {
  return `${name} ${from.toISOString()}`
}
