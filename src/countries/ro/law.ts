import type { Finding, Judgement } from '../../einvoice/rules/judgement.js'
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
export function underRomanianLaw<
  Verdict extends Pick<Judgement, 'valid' | 'findingsTotal'> & { readonly findings: readonly Finding[] },
>(verdict: Verdict, settings: CountrySettings): Verdict {
  if (settings[RO_RULES] !== 'official' || !verdict.findings.some(({ rule }) => STRICTER.has(rule))) return verdict
  const findings = verdict.findings.map((finding) => {
    const law = STRICTER.get(finding.rule)
    if (law === undefined) return finding
    // A finding on a document says its level twice.
    const level =
      'flag' in finding ? { severity: 'warning' as const, flag: 'warning' } : { severity: 'warning' as const }
    return { ...finding, ...level, message: `${finding.message} ${law}.` }
  })
  // Fatal findings are listed first: if a warning is, all of them are.
  const isListed = verdict.findings.length === verdict.findingsTotal || !verdict.findings.every(isFatal)
  return { ...verdict, valid: isListed && !findings.some(isFatal), findings }
}

function isFatal({ severity }: Pick<Finding, 'severity'>): boolean {
  return severity === 'fatal'
}
