import { MOST_FINDINGS } from './finding-list.js'

/** The verdict of the rules on one invoice. */
export interface Judgement {
  readonly valid: boolean
  /**
   * In the order of the rule tables, root causes before their consequences; `MOST_FINDINGS` at
   * most, fatal ones first if some are left out. Warnings never make an invoice invalid.
   */
  readonly findings: readonly Finding[]
  /** The number of all findings. */
  readonly findingsTotal: number
  /** The number of rules. */
  readonly rulesChecked: number
  /** The edition of the rules, `2026-10`; absent: the profile has one. */
  readonly edition?: string
}

/** A rule that an invoice breaks, with the place. */
export interface Finding {
  /**
   * Official rule id, for example `BR-RO-110`, or the service's own (`CW-…`) for business rules.
   */
  readonly rule: string
  readonly severity: 'fatal' | 'warning'
  /** Path in the caller's own body: `lines[2].vatRate`; empty for the whole invoice. */
  readonly path: string
  /** Business term or group, for example `BT-40`; empty if the rule refers to none. */
  readonly term: string
  /** The message about the value found, in English. */
  readonly message: string
  /** The remedy. */
  readonly fix: string
  /** Further rules that report this fault in the same words. */
  readonly sameAs?: readonly string[]
}

/** The same verdict with one more warning, which is listed last. */
export function andWarning(judgement: Judgement, warning: Finding): Judgement {
  return {
    ...judgement,
    findings: [...judgement.findings, warning].slice(0, MOST_FINDINGS),
    findingsTotal: judgement.findingsTotal + 1,
  }
}

/** What a verdict says of an invoice's validity. */
export type LeveledVerdict = Pick<Judgement, 'valid' | 'findingsTotal'> & { readonly findings: readonly Finding[] }

/**
 * The same verdict with other levels. Findings that are not listed keep theirs: fatal ones are
 * listed first, so if a warning is listed, all of them are.
 * @param leveled a finding with its new level, or the same
 */
export function withLevels<Verdict extends LeveledVerdict>(
  verdict: Verdict,
  leveled: (finding: Verdict['findings'][number]) => Finding,
): Verdict {
  const findings = verdict.findings.map(leveled)
  if (findings.every((each, index) => each === verdict.findings[index])) return verdict
  const isListed = verdict.findings.length === verdict.findingsTotal || !verdict.findings.every(isFatal)
  return { ...verdict, valid: (verdict.valid || isListed) && !findings.some(isFatal), findings }
}

function isFatal({ severity }: Finding): boolean {
  return severity === 'fatal'
}

/**
 * A finding in one line, for those who read no more than that: its rule, the message with the
 * field and the other rules that report it, and the remedy.
 */
export function inOneLine({ rule, message, path, fix, sameAs = [] }: Omit<Finding, 'severity' | 'term'>): string {
  // In a document the remedy has the place of the term, which is shorter.
  const field = path.startsWith('/') || message.includes(path) ? [] : [path]
  const also = sameAs.length === 0 ? [] : [`also ${sameAs.join(', ')}`]
  const place = [...field, ...also].join('; ')
  const placed = place === '' ? message : `${message.replace(/[.]$/, '')} (${place}).`
  return fix === '' ? `${rule}: ${placed}` : `${rule}: ${placed} ${fix}`
}

/**
 * The findings in the interface's form, `<rule code>: <message>`: errors and warnings. If findings
 * were left out, the last entry contains their number.
 */
export function inStrings({
  valid,
  findings,
  findingsTotal,
}: Pick<Judgement, 'valid' | 'findings' | 'findingsTotal'>): {
  readonly errors: string[]
  readonly warnings: string[]
} {
  const of = (severity: 'fatal' | 'warning'): string[] =>
    findings.filter((each) => each.severity === severity).map(inOneLine)
  const [errors, warnings] = [of('fatal'), of('warning')]
  const hidden = findingsTotal - findings.length
  // All findings of a valid invoice are warnings.
  if (hidden > 0) (valid ? warnings : errors).push(`CW-MORE-FINDINGS: ${hidden} more findings are not listed.`)
  return { errors, warnings }
}
