import type { CallBudget } from './gateway.js'

/** Budgets of calls to governments, shared by all processes of a deployment. */
export interface CallBudgets {
  /**
   * Takes one call from each budget, or none: then it returns the exhausted one (of several, the
   * one that ends last). Never grants more than a budget's limit in its window.
   */
  take(budgets: readonly CallBudget[]): Promise<CallBudget | null>
  /** How many calls each budget has granted so far. */
  used(budgets: readonly CallBudget[]): Promise<readonly number[]>
}
