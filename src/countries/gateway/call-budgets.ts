import type { CallBudget } from './gateway.js'

/** Calls to governments, counted for all processes of a deployment together. */
export interface CallBudgets {
  /**
   * Takes one call out of each budget, or none at all: then the one that is used up (of several,
   * the one that ends last). Never grants more than a budget's limit in its window.
   */
  take(budgets: readonly CallBudget[]): Promise<CallBudget | null>
  /** How many calls each budget has granted so far. */
  used(budgets: readonly CallBudget[]): Promise<readonly number[]>
}
