/** What the rules have to say of one invoice. */
export interface Judgement {
  readonly valid: boolean
  /** In the order of the rule tables. Warnings never make an invoice invalid. */
  readonly findings: readonly Finding[]
  /** How many rules were judged. */
  readonly rulesChecked: number
}

export interface Finding {
  /** Official rule id, for example `BR-RO-110`, or the service's own (`CW-…`) for business rules. */
  readonly rule: string
  readonly severity: 'fatal' | 'warning'
  /** Path in the caller's own body, for example `lines[2].vatRate`; empty for the invoice as a whole. */
  readonly path: string
  /** Business term or group, for example `BT-40`; empty where the rule speaks of none. */
  readonly term: string
  /** What is wrong with the value found, in English. */
  readonly message: string
  /** What to do. */
  readonly fix: string
}
