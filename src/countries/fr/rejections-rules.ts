import { fixOf, type RuleEntry, withoutValue } from '../../einvoice/rules/catalogue/rule-catalogue.js'
import type { Explanation } from '../country.js'
import { FRENCH_CATALOGUE } from './documents.js'

/**
 * `[BR-FR-16/BT-152] : …`, `[BR-CO-10]-…`, `BR-FR-CO-05/BT-3 : …`, or the id as the artefact
 * itself has it.
 */
const REPORTED = /(?<![A-Za-z0-9])((?:BR|UBL|CII)-[A-Za-z0-9]+(?:[-_/][A-Za-z0-9]+)*)\]?(?:\s*[-:]\s*(.*))?/s

/**
 * Explains a text in which a platform reports a broken rule, of EN 16931 or of the French reform;
 * null: it is not such a text. Artefacts name a rule of several terms by its number and the term
 * (`BR-FR-01/BT-1`), the ids have more (`BR-FR-01_BT-1-2`).
 */
export function explainRule(rawText: string): Explanation | null {
  const [, reported, wording = ''] = REPORTED.exec(rawText) ?? []
  if (reported === undefined) return null
  const id = reported.replace('/', '_')
  const rule = ruleOf(id)
  if (rule !== undefined) return { errorTranslated: `${rule.id}: ${withoutValue(rule)}`, errorFix: fixOf(rule) }
  const terms = [...new Set(wording.match(/\bB[TG]-\d+(?:-\d)?/g) ?? [])]
  return {
    errorTranslated: `The invoice breaks rule ${reported} of the official artefacts${wording === '' ? '' : `: ${wording.trim()}`}`,
    errorFix: `Correct what rule ${reported} speaks of${terms.length === 0 ? '' : ` (${terms.join(', ')})`} and submit a new invoice; the number may be used again.`,
  }
}

/** Whether it is the id of a rule that invoices are judged by. */
export function isRule(id: string): boolean {
  return ruleOf(id)?.id === id
}

function ruleOf(id: string): RuleEntry | undefined {
  const [exact] = FRENCH_CATALOGUE.known(id)
  return exact ?? FRENCH_CATALOGUE.entries.find((rule) => rule.id.startsWith(`${id}-`) && id.includes('_'))
}
