/** One result of the doctor. Its texts contain no secret. */
export interface Finding {
  /** The area checked: `settings`, `database`, `vault`, … */
  readonly check: string
  /** `fault`: something does not work; `warning`: it may fail later, or is weak. */
  readonly state: 'ok' | 'warning' | 'fault'
  /** The state, in one sentence. */
  readonly says: string
  /** What to do; null: nothing. */
  readonly remedy: string | null
}

/** A finding without a problem. */
export function ok(check: string, says: string): Finding {
  return { check, state: 'ok', says, remedy: null }
}

/** A finding about something that works but should be changed. */
export function warning(check: string, says: string, remedy: string): Finding {
  return { check, state: 'warning', says, remedy }
}

/** A finding about something that does not work. */
export function fault(check: string, says: string, remedy: string): Finding {
  return { check, state: 'fault', says, remedy }
}

/** The findings, or one that states that all is well. */
export function orOk(findings: readonly Finding[], check: string, says: string): readonly Finding[] {
  return findings.length > 0 ? findings : [ok(check, says)]
}
