import type { Invoice } from '../model/invoice-model.js'
import type { Finding, Judgement } from './judgement.js'
import type { InvoiceLine } from '../model/lines.js'
import { FindingList } from './finding-list.js'
import { messageWith, sentence } from './finding-text.js'
import type { Rule } from './rule.js'
import type { Term } from '../model/term.js'

/**
 * The place of a business term in the caller's input: a path in the JSON body, an XPath in a
 * document.
 */
export interface Origin {
  /** Empty for the whole invoice. `place` is that of `Breach`. */
  pathOf(term: Term, place: number | InvoiceLine | undefined): string
  /** The remedy for a computed term, which the caller does not write; undefined for all others. */
  remedyOf(term: Term): string | undefined
  /** Whether a term is wrong only as a consequence: the caller has no field for it. */
  isComputed(term: string): boolean
  /** A suggestion for the value at a path; undefined: none. */
  guessAt(path: string): string | undefined
}

/** Judges an invoice by rules on the model; findings have the order of the rules. Pure. */
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
