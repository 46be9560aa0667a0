import type { RuleEntry } from '../../einvoice/rules/catalogue/rule-catalogue.js'
import type { FieldOf } from './rejection.js'

/** A rule that a text reports, with what is known of it. */
export interface RuleReport {
  readonly id: string
  /** What the catalogue says of it; several where the rule, or its name in texts, has sisters. */
  readonly entries: readonly RuleEntry[]
  /** The folded words that follow the id in the text. */
  readonly words: string
  /** The path that the rule forbids. */
  readonly path: string | undefined
  /** The official text of a rule, by its id. */
  readonly officialOf: (id: string) => string | undefined
  /** Whether rules on other terms have the same message. */
  readonly isShared: (message: string) => boolean
  /** Whether an invoice is refused for it; else it is a warning, or for information. */
  readonly isRefused: boolean
  readonly fieldOf: FieldOf
}
