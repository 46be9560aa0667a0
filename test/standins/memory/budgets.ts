import type { CallBudgets } from '../../../src/countries/gateway/call-budgets.js'
import type { CallBudget } from '../../../src/countries/gateway/gateway.js'

/** Budgets of calls that last as long as their test. */
export class MemoryBudgets implements CallBudgets {
  readonly #used = new Map<string, number>()

  async take(budgets: readonly CallBudget[]): Promise<CallBudget | null> {
    const usedUp = budgets.filter((budget) => this.#usedOf(budget) >= budget.limit)
    if (usedUp.length > 0) return usedUp.reduce((latest, budget) => (budget.until > latest.until ? budget : latest))
    for (const budget of budgets) this.#used.set(keyOf(budget), this.#usedOf(budget) + 1)
    return null
  }

  async used(budgets: readonly CallBudget[]): Promise<readonly number[]> {
    return budgets.map((budget) => this.#usedOf(budget))
  }

  #usedOf(budget: CallBudget): number {
    return this.#used.get(keyOf(budget)) ?? 0
  }
}

/** Another window of the same name counts from zero. */
function keyOf({ name, from }: CallBudget): string {
  return `${name} ${from.toISOString()}`
}
