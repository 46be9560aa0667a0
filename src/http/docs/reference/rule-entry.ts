import type { DocumentFormat } from '../../../domain/request/invoice-request.js'
import type { Flag } from '../../../einvoice/rules/judge-document.js'
import type { NamedTerm } from '../../../documents/conversion/terms.js'

/** Where a rule is judged, and at which level. */
export interface RuleUse {
  readonly profile: string
  /**
   * A variant of the profile that documents claim by their specification identifier (BT-24);
   * empty: the profile itself.
   */
  readonly variant: string
  /** `json`: of an invoice that comes as the API's JSON; else of a document in that syntax. */
  readonly syntax: DocumentFormat | 'json'
  readonly level: Flag
  /**
   * The official artefact with its edition, for example `EN 16931 validation artefacts 1.3.16`.
   */
  readonly source: string
}

/** One change that breaks a rule: the same place of an invoice, sound and broken. */
export interface RuleExample {
  readonly profile: string
  readonly syntax: DocumentFormat | 'json'
  /** A few lines of XML, or of the API's JSON. `…` stands for what is left out. */
  readonly broken: string
  readonly sound: string
}

/** All that is told of one rule on its page. Plain data: it goes out as JSON as it stands. */
export interface RuleEntry {
  /**
   * As the official artefact has it, for example `BR-CO-15`; the service's own begin with `CW-`.
   */
  readonly id: string
  /** For example `Standard rated (S)`. */
  readonly family: string
  /** What is wrong, one sentence for each way to break the rule. */
  readonly messages: readonly string[]
  /** Why the rule is there. */
  readonly why: string
  /** What to do, in the order of `messages` where there are as many. */
  readonly fixes: readonly string[]
  /** The business terms that it speaks of, the most telling first. */
  readonly terms: readonly NamedTerm[]
  /** At least one. */
  readonly uses: readonly RuleUse[]
  /**
   * At most one for each way to send an invoice; none where no single change of our samples
   * breaks the rule.
   */
  readonly examples: readonly RuleExample[]
}
