/** One thing that the doctor has looked at. Texts hold no secret. */
export interface Finding {
  /** What was looked at: `settings`, `database`, `vault`, … */
  readonly check: string
  /** `fault`: something does not work; `warning`: it may come to that, or is weak. */
  readonly state: 'ok' | 'warning' | 'fault'
  /** What is so, in a sentence. */
  readonly says: string
  /** What to do; null: nothing. */
  readonly remedy: string | null
}

/** All is well. */
export function ok(check: string, says: string): Finding {
  return { check, state: 'ok', says, remedy: null }
}

/** It works, but should not stay like this. */
export function warning(check: string, says: string, remedy: string): Finding {
  return { check, state: 'warning', says, remedy }
}

/** Something does not work. */
export function fault(check: string, says: string, remedy: string): Finding {
  return { check, state: 'fault', says, remedy }
}

/** The findings, or that all is well where there are none. */
export function orOk(findings: readonly Finding[], check: string, says: string): readonly Finding[] {
  return findings.length > 0 ? findings : [ok(check, says)]
}
