import type { JudgedFormat } from '../../../einvoice/syntax/invoice-document.js'
import type { Flag } from '../../../einvoice/rules/judge-document.js'
import type { NamedTerm } from '../../../documents/conversion/terms.js'

/** Where a rule applies, and at which level. */
export interface RuleUse {
  readonly profile: string
  /**
   * A variant of the profile that documents claim by their specification identifier (BT-24);
   * empty: the profile itself.
   */
  readonly variant: string
  /** `json`: an invoice in the API's JSON; else a document in that syntax. */
  readonly syntax: JudgedFormat | 'json'
  readonly level: Flag
  /**
   * The official artefact with its edition, for example `EN 16931 validation artefacts 1.3.16`.
   */
  readonly source: string
  /** The first day on which the rule applies, `YYYY-MM-DD`; absent: it always has. */
  readonly since?: string
  /** The last day on which it applies; absent: it still does. */
  readonly until?: string
  /** The day since which it has its present form, if it had another one. */
  readonly changed?: string
}

/** One change that breaks a rule: the same part of an invoice, valid and invalid. */
export interface RuleExample {
  readonly profile: string
  readonly syntax: JudgedFormat | 'json'
  /** A few lines of XML, or of the API's JSON. `…` marks omissions. */
  readonly broken: string
  readonly sound: string
}

/** The content of the page of one rule. Plain data: it is sent unchanged as JSON. */
export interface RuleEntry {
  /** As in the official artefact, for example `BR-CO-15`; the service's own begin with `CW-`. */
  readonly id: string
  /** For example `Standard rated (S)`. */
  readonly family: string
  /** What is wrong, one sentence for each way to break the rule. */
  readonly messages: readonly string[]
  /** Why the rule exists. */
  readonly why: string
  /** What to do, in the order of `messages` if there are as many. */
  readonly fixes: readonly string[]
  /** The business terms that it mentions, the most important first. */
  readonly terms: readonly NamedTerm[]
  /** At least one. */
  readonly uses: readonly RuleUse[]
  /**
   * At most one for each way to send an invoice; none if no single change to our samples breaks
   * the rule.
   */
  readonly examples: readonly RuleExample[]
}
