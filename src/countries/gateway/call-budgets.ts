import type { CallBudget } from './gateway.js'

/** Limits as a government has stated them; their names are the gateway's. */
export interface StatedLimits {
  readonly limits: Readonly<Record<string, readonly number[]>>
  readonly statedAt: Date
}

/** Budgets of calls to governments, shared by all processes of a deployment. */
export interface CallBudgets {
  /**
   * Takes one call from each budget, or none: then it returns the exhausted one (of several, the
   * one that ends last). Never grants more than a budget's limit in its window.
   */
  take(budgets: readonly CallBudget[]): Promise<CallBudget | null>
  /** How many calls each budget has granted so far. */
  used(budgets: readonly CallBudget[]): Promise<readonly number[]>
  /** The limits that a government has stated for a customer; null: none are kept. */
  statedLimits(customer: string): Promise<StatedLimits | null>
  /**
   * Keeps them for all processes, for a month. `customer`: unique among all governments, for
   * example `PL 5260001246`.
   */
  keepStatedLimits(customer: string, stated: StatedLimits): Promise<void>
}
