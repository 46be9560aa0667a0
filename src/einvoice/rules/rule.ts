import type { Term } from '../model/term.js'
import type { Invoice } from '../model/invoice-model.js'
import type { InvoiceLine } from '../model/lines.js'

/**
 * The service's own rule on the semantic model, beyond the official artefacts. Official rules are
 * judged on the document itself, see `judge-document.ts`.
 */
export interface Rule {
  /** Begins with `CW-`. */
  readonly id: string
  /** Default: fatal. */
  readonly severity?: 'fatal' | 'warning'
  /** The terms the rule refers to, the most important first. */
  readonly terms: readonly [Term, ...Term[]]
  /** The message, in English; `{}` stands for the value found. */
  readonly message: string
  /** The remedy. */
  readonly fix: string
  /**
   * Calls `breach` once for each violation. Pure.
   * @param today in the country's time zone, `YYYY-MM-DD`
   */
  readonly check: (invoice: Invoice, breach: Breach, today: string) => void
}

/**
 * Records a violation.
 * @param term the wrong term
 * @param place which occurrence, if the term is in a repeated group (a line, a VAT breakdown
 * entry, a supporting document); for a sub-line the model's line itself
 * @param value the value found, for the message
 */
type Breach = (term: Term, place?: number | InvoiceLine, value?: string) => void
