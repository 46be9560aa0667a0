import type { Explanation } from '../country.js'

/** A rule of an official artefact that a text names. */
export interface ReportedRule {
  readonly id: string
  /** Where in the folded text. */
  readonly at: number
  readonly explanation: Explanation
}

/** The rules by which a country's receivers judge, as texts report them. */
export interface ReportedRules {
  /** The rules that a text names, in its order, each as often as it says something else. */
  foundIn(folded: string, rawText: string): readonly ReportedRule[]
  /** The text of a rule in its own language, as the country reports it; null: unknown. */
  rawTextOf(id: string): string | null
}
