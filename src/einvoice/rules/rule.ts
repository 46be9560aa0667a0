import type { Term } from '../model/term.js'
import type { Invoice } from '../model/invoice-model.js'
import type { InvoiceLine } from '../model/lines.js'

/**
 * A rule of the service's own, over the semantic model: what the official artefacts do not ask.
 * Theirs are judged on the document itself, see `judge-document.ts`.
 */
export interface Rule {
  /** Begins with `CW-`. */
  readonly id: string
  /** Fatal where absent. */
  readonly severity?: 'fatal' | 'warning'
  /** The terms the rule speaks of, the most telling first. */
  readonly terms: readonly [Term, ...Term[]]
  /** What is wrong, in English; `{}` stands for the value found. */
  readonly message: string
  /** What to do. */
  readonly fix: string
  /**
   * Calls `breach` once for each place where the rule is broken. Pure.
   * @param today in the country's time zone, `YYYY-MM-DD`
   */
  readonly check: (invoice: Invoice, breach: Breach, today: string) => void
}

/**
 * Notes a broken rule.
 * @param term the term at fault
 * @param place which occurrence, where the term lies in a repeated group (a line, a VAT breakdown
 *   entry, a supporting document); of a sub-line the line of the model itself
 * @param value the value found, for the message
 */
export type Breach = (term: Term, place?: number | InvoiceLine, value?: string) => void
