import { fixOf, type RuleEntry, withoutValue } from '../../einvoice/rules/catalogue/rule-catalogue.js'
import type { Explanation } from '../country.js'
import { ROMANIAN_CATALOGUE } from './documents.js'

/**
 * ANAF's text for a broken rule: `E: validari globale SCHEMATRON eroare: [ID]-text in Romanian
 * #text in English`; some lack the bracket.
 */
const REPORTED = /\[((?:BR|UBL)-[A-Z0-9_]+(?:-[A-Z0-9_]+)*)[^#]*(?:#(.*))?/s

/**
 * Explains a text in which ANAF reports a broken rule, of EN 16931 or its own; null: it is not
 * such a text. Several rules of ANAF bear one id in the text (`BR-RO-L100` for every limit of 100
 * characters): the terms named beside it tell which.
 */
export function explainRule(rawText: string): Explanation | null {
  const [, id, english] = REPORTED.exec(rawText) ?? []
  if (id === undefined) return null
  const rule = ruleReportedAs(id, rawText)
  const translated = english?.trim() ?? ''
  if (rule === undefined && translated === '') return null
  return {
    errorTranslated: translated === '' && rule !== undefined ? `${rule.id}: ${withoutValue(rule)}` : translated,
    errorFix:
      (rule && fixOf(rule)) ??
      `Correct what rule ${id} speaks of (see the message) and submit a new invoice; the number may be used again.`,
  }
}

function ruleReportedAs(id: string, rawText: string): RuleEntry | undefined {
  const candidates = ROMANIAN_CATALOGUE.entries.filter((rule) => rule.id === id || reportedId(rule) === id)
  const terms: readonly string[] = rawText.match(/B[TG]-\d+(?:-\d)?/g) ?? []
  return candidates.find((rule) => rule.terms.some((term) => terms.includes(term))) ?? candidates[0]
}

/**
 * The id in the text of one of ANAF's rules, where sisters share one: every limit of 100
 * characters is `BR-RO-L100`.
 */
function reportedId({ id: ruleId, fix }: RuleEntry): string {
  const limit = ruleId.startsWith('BR-RO-L') ? /(\d+) characters/.exec(fix)?.[1] : undefined
  if (limit !== undefined) return `BR-RO-L${limit.padStart(3, '0')}`
  if (ruleId.startsWith('BR-DEC-RO-')) return 'BR-RO-Z2'
  return ruleId
    .replace(/_\d$/, '')
    .replace('_', '-')
    .replace(/^(BR-RO-\d\d)\d$/, (_, tens: string) => (NUMBERED_ALONE.has(ruleId) ? ruleId : `${tens}0`))
}

/** Not one of several. */
const NUMBERED_ALONE: ReadonlySet<string> = new Set(['BR-RO-001', 'BR-RO-065'])
