import { type LeveledVerdict, withLevels } from '../../einvoice/rules/judgement.js'
import type { CountrySettings } from '../settings.js'

/** The operator's setting: `official` makes the rules below warnings. */
export const RO_RULES = 'RO_RULES'

/** Rules of the interface specification that are stricter than the law in force, and that law. */
const STRICTER: ReadonlyMap<string, string> = new Map([
  ['CW-RO-ISSUE-DATE', 'The law wants the invoice at ANAF within five working days of its date, and fines a later one'],
  ['CW-RO-CURRENCY', 'The law allows any currency, if the VAT is stated in lei as well (Cod fiscal, art. 319)'],
  ['CW-RO-POSTAL-CODE', 'Postal codes are optional in CIUS-RO (BT-38, BT-53)'],
])

/**
 * The verdict under the operator's setting: with `RO_RULES=official` the rules that are stricter
 * than the law warn, and name the law.
 */
export function underRomanianLaw<Verdict extends LeveledVerdict>(verdict: Verdict, settings: CountrySettings): Verdict {
  if (settings[RO_RULES] !== 'official') return verdict
  return withLevels(verdict, (finding) => {
    const law = STRICTER.get(finding.rule)
    if (law === undefined) return finding
    // A finding on a document has its level twice.
    const level = { severity: 'warning' as const, ...('flag' in finding && { flag: 'warning' }) }
    return { ...finding, ...level, message: `${finding.message} ${law}.` }
  })
}
