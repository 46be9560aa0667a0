import { cut } from '../../domain/text.js'
import type { Invoice } from '../model.js'
import type { Finding, Judgement } from '../judgement.js'
import { bounded, FindingList } from './finding-list.js'
import type { Rule, Term } from './rule.js'

/**
 * Where a business term stands in what the caller handed in: a path in the JSON body, an XPath in
 * a document.
 */
export interface Origin {
  /** Empty for what concerns the invoice as a whole. `index` is that of `Breach`. */
  pathOf(term: Term, index: number | undefined): string
  /**
   * What to do about a term that the caller can't correct itself, since it is computed; undefined
   * for all others.
   */
  remedyOf(term: Term): string | undefined
}

/** Judges an invoice by rules over the model; findings come in their order. Pure. */
export function judge(invoice: Invoice, rules: readonly Rule[], today: string, origin: Origin): Judgement {
  const found = new FindingList<Finding>()
  for (const rule of rules) {
    const severity = rule.severity ?? 'fatal'
    rule.check(
      invoice,
      (term, index, value) => {
        found.note(severity === 'fatal', () => ({
          rule: rule.id,
          severity,
          path: origin.pathOf(term, index),
          term,
          message: bounded(rule.message.replace('{}', () => quoted(value))),
          fix: origin.remedyOf(term) ?? rule.fix,
        }))
      },
      today,
    )
  }
  const { valid, findings, total } = found
  return { valid, findings, findingsTotal: total, rulesChecked: rules.length }
}

/** What is wrong with a computed value follows from something else that is wrong. */
export function causesFirst(findings: readonly Finding[], origin: Origin): readonly Finding[] {
  const isComputed = ({ term }: Finding): boolean => origin.remedyOf(term as Term) !== undefined
  return [...findings.filter((each) => !isComputed(each)), ...findings.filter(isComputed)]
}

/** Long values are cut: a finding names the value, it does not repeat an attachment. */
export function quoted(value: string | undefined): string {
  if (value === undefined || value === '') return 'nothing'
  return `"${cut(value, 60, '...')}"`
}
