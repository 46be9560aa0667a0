import { fixOf, type RuleCatalogue, withoutValue } from '../../einvoice/rules/catalogue/rule-catalogue.js'
import type { Explanation } from '../country.js'

/**
 * A text that names a broken rule: `[ID]-text` or `[ID] text` as the official artefacts do, or
 * `ID: text`.
 */
const REPORTED =
  /(?:\[|^)((?:BR|UBL|CII|PEPPOL|DE-R|NO-R|DK-R|IT-R|SE-R|GR-R|GR-S|IS-R|NL-R)-[A-Za-z0-9]+(?:-[A-Za-z0-9]+)*)(?:\]|:)[- ]*(.*)/s

/**
 * Rules on how a document is written, which no table of ours holds: nobody can break them in JSON.
 */
const WRITING: readonly (readonly [prefix: string, errorTranslated: string])[] = [
  ['UBL-CR', 'The document has an element that EN 16931 does not know.'],
  ['UBL-DT', 'The document has an attribute or a format that EN 16931 does not know.'],
  ['UBL-SR', 'An element occurs more often than EN 16931 admits.'],
  ['CII-SR', 'The document has an element that EN 16931 does not know, or has one too often.'],
  ['CII-DT', 'The document has an attribute or a format that EN 16931 does not know.'],
  ...['R043', 'R044', 'R051', 'R080', 'R100', 'R101'].map(
    (number) => [`PEPPOL-EN16931-${number}`, 'The document is written in a way that Peppol does not admit.'] as const,
  ),
  ['BR-TMP-3', 'The base quantities of gross and net price are not the same.'],
  ['BR-DEX-14', 'A third party payment is not in the currency of the invoice.'],
  ['BR-DEX-15', 'The document has sub invoice lines, which XRechnung does not take in CII.'],
  ...['BR-CO-05', 'BR-CO-06', 'BR-CO-07', 'BR-CO-08'].map(
    (id) => [id, 'The reason of an allowance or charge and its code say different things.'] as const,
  ),
  ['BR-B-', 'Split payment (category B) is for domestic Italian invoices, and not beside the standard rate.'],
]

/** The id of the broken rule that a text names. */
export function ruleIdIn(rawText: string): string | undefined {
  return REPORTED.exec(rawText)?.[1]
}

/**
 * Explains a text that reports a broken rule; null: it is not such a text, or the rule is unknown
 * and nothing is said about it.
 */
export function explainRule(rawText: string, catalogue: RuleCatalogue): Explanation | null {
  const [, id, text = ''] = REPORTED.exec(rawText) ?? []
  if (id === undefined) return null
  const written = WRITING.find(([prefix]) => id.startsWith(prefix))?.[1]
  const [rule] = written === undefined ? catalogue.known(id) : []
  const english = isGerman(id) ? '' : text.trim()
  const ours = rule === undefined ? undefined : `${id}: ${withoutValue(rule)}`
  const errorTranslated = english === '' ? (ours ?? written) : english
  if (errorTranslated === undefined) return null
  return {
    errorTranslated,
    errorFix:
      (rule && fixOf(rule)) ??
      (written === undefined
        ? `Correct what rule ${id} speaks of (see the message) and submit a new invoice.`
        : 'The fault lies in how the service wrote the document, not in your invoice. Contact support with the invoice id.'),
  }
}

function isGerman(ruleId: string): boolean {
  return /^BR-(?:DE|DEX|TMP)-/.test(ruleId)
}
