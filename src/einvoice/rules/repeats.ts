import type { Finding, Judgement } from './judgement.js'

/**
 * The verdict on an invoice in JSON for people, each fault once. Official artefacts have rules
 * that are equal but for their ids (BR-42 and BR-CO-23), and countries repeat rules of EN 16931:
 * of such findings the first is kept, with the ids of the others in `sameAs`.
 */
export function eachFaultOnce<Verdict extends Judgement>(verdict: Verdict): Verdict {
  const rulesOf = new Map<string, Set<string>>()
  for (const finding of verdict.findings) {
    const rules = rulesOf.get(wordsOf(finding))
    if (rules === undefined) rulesOf.set(wordsOf(finding), new Set([finding.rule]))
    else rules.add(finding.rule)
  }
  const findings = verdict.findings.flatMap((finding) => {
    const [first, ...others] = rulesOf.get(wordsOf(finding)) ?? []
    if (finding.rule !== first) return []
    return others.length === 0 ? [finding] : [{ ...finding, sameAs: others }]
  })
  const findingsTotal = verdict.findingsTotal - (verdict.findings.length - findings.length)
  return { ...verdict, findings, findingsTotal }
}

/** Everything of a finding but its rule. */
function wordsOf({ severity, path, term, message, fix }: Finding): string {
  return JSON.stringify([severity, path, term, message, fix])
}
