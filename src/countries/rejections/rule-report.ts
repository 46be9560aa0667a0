import type { RuleEntry } from '../../einvoice/rules/catalogue/rule-catalogue.js'
import type { FieldOf } from './rejection.js'

/** A rule that a text reports, with its known data. */
export interface RuleReport {
  readonly id: string
  /** Its entry in the catalogue; several if the rule, or its name in texts, has siblings. */
  readonly entries: readonly RuleEntry[]
  /** The folded words that follow the id in the text. */
  readonly words: string
  /** The path that the rule forbids. */
  readonly path: string | undefined
  /** The official text of a rule, by its id. */
  readonly officialOf: (id: string) => string | undefined
  /** Whether rules on other terms have the same message. */
  readonly isShared: (message: string) => boolean
  /** Whether a breach refuses the invoice; else it is a warning, or for information. */
  readonly isRefused: boolean
  readonly fieldOf: FieldOf
}
