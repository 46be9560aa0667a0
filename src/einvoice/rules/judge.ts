import type { Invoice } from '../model/invoice-model.js'
import type { Finding, Judgement } from './judgement.js'
import type { InvoiceLine } from '../model/lines.js'
import { FindingList } from './finding-list.js'
import { messageWith, sentence } from './finding-text.js'
import type { Rule } from './rule.js'
import type { Term } from '../model/term.js'

/**
 * Where a business term stands in what the caller handed in: a path in the JSON body, an XPath in
 * a document.
 */
export interface Origin {
  /** Empty for what concerns the invoice as a whole. `place` is that of `Breach`. */
  pathOf(term: Term, place: number | InvoiceLine | undefined): string
  /**
   * What to do about a term that the caller does not write itself, since it is computed;
   * undefined for all others.
   */
  remedyOf(term: Term): string | undefined
  /** Whether a term is wrong only where something else is: no field of the caller holds it. */
  isComputed(term: string): boolean
  /** What the caller may have meant by the value at a path; undefined: nothing comes to mind. */
  guessAt(path: string): string | undefined
}

/** Judges an invoice by rules over the model; findings come in their order. Pure. */
export function judge(invoice: Invoice, rules: readonly Rule[], today: string, origin: Origin): Judgement {
  const found = new FindingList<Finding>()
  for (const rule of rules) {
    const severity = rule.severity ?? 'fatal'
    rule.check(
      invoice,
      (term, place, value) => {
        found.note(severity === 'fatal', () => {
          const path = origin.pathOf(term, place)
          return {
            rule: rule.id,
            severity,
            path,
            term,
            message: sentence(messageWith(rule, value ?? '', path)),
            fix: sentence(origin.remedyOf(term) ?? rule.fix),
          }
        })
      },
      today,
    )
  }
  const { valid, findings, total } = found
  return { valid, findings, findingsTotal: total, rulesChecked: rules.length }
}
