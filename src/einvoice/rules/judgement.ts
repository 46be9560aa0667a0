/** What the rules have to say of one invoice. */
export interface Judgement {
  readonly valid: boolean
  /**
   * In the order of the rule tables, root causes before what follows from them; `MOST_FINDINGS` at
   * most, fatal ones before the others where some are left out. Warnings never make an invoice
   * invalid.
   */
  readonly findings: readonly Finding[]
  /** How many there were. */
  readonly findingsTotal: number
  /** How many rules were judged. */
  readonly rulesChecked: number
}

/** One rule that an invoice breaks, and where. */
export interface Finding {
  /**
   * Official rule id, for example `BR-RO-110`, or the service's own (`CW-…`) for business rules.
   */
  readonly rule: string
  readonly severity: 'fatal' | 'warning'
  /** Path in the caller's own body: `lines[2].vatRate`; empty for the invoice as a whole. */
  readonly path: string
  /** Business term or group, for example `BT-40`; empty where the rule speaks of none. */
  readonly term: string
  /** What is wrong with the value found, in English. */
  readonly message: string
  /** What to do. */
  readonly fix: string
}

/**
 * The findings as the interface writes them, `<rule code>: <message>`: what makes the invoice
 * invalid, and warnings. Where findings were left out, the last entry says how many.
 */
export function inStrings({
  valid,
  findings,
  findingsTotal,
}: Pick<Judgement, 'valid' | 'findings' | 'findingsTotal'>): {
  readonly errors: string[]
  readonly warnings: string[]
} {
  const [errors, warnings] = (['fatal', 'warning'] as const).map((severity) =>
    findings.filter((each) => each.severity === severity).map(({ rule, message }) => `${rule}: ${message}`),
  ) as [string[], string[]]
  const hidden = findingsTotal - findings.length
  // Those of a valid invoice are warnings, all of them.
  if (hidden > 0) (valid ? warnings : errors).push(`CW-MORE-FINDINGS: ${hidden} more findings are not listed.`)
  return { errors, warnings }
}
