import type { Rule } from '../../einvoice/rules/rule.js'
import type { Explanation } from '../country.js'
import { RO_RULES } from './rules/index.js'

/** ANAF's text for a broken rule: `E: validari globale SCHEMATRON eroare: [ID]-text in Romanian #text in English`. */
const REPORTED = /\[((?:BR|UBL)-[A-Z0-9_-]+)\](?:-?([^#]*))?(?:#(.*))?/s

/**
 * Explains a text in which ANAF reports a broken rule, of EN 16931 or its own; null: it is not such a text. Several rules of ANAF bear one
 * id in the text (`BR-RO-L100` for every limit of 100 characters): the terms named beside it tell which.
 */
export function explainRule(rawText: string): Explanation | null {
  const [, id, , english] = REPORTED.exec(rawText) ?? []
  if (id === undefined) return null
  const rule = ruleReportedAs(id, rawText)
  const translated = english?.trim() ?? ''
  if (rule === undefined && translated === '') return null
  return {
    errorTranslated: translated === '' && rule !== undefined ? `${rule.id}: ${withoutValue(rule.message)}` : translated,
    errorFix:
      rule?.fix ??
      `Correct what rule ${id} speaks of (see the message) and submit a new invoice; the number may be used again.`,
  }
}

function ruleReportedAs(id: string, rawText: string): Rule | undefined {
  const candidates = RO_RULES.rules.filter((rule) => rule.id === id || reportedId(rule.id) === id)
  const terms: readonly string[] = rawText.match(/B[TG]-\d+(?:-\d)?/g) ?? []
  return candidates.find((rule) => rule.terms.some((term) => terms.includes(term))) ?? candidates[0]
}

/** The id in the text of one of ANAF's rules, which has lost what tells it from its sisters. */
function reportedId(ruleId: string): string {
  const limit = /^BR-RO-L(0?[2-5]|10|14|15|2|3)0?\d+$/.exec(ruleId)
  if (limit !== null) return ruleId
  return ruleId.replace(/_\d$/, '').replace(/^(BR-RO-\d\d)[1-9]$/, '$10')
}

function withoutValue(message: string): string {
  return message.replaceAll(/\s*\{\}\s*/g, ' ').trim()
}
