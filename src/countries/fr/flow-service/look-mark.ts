/** An invoice that is listed and could not be downloaded, though others could. */
export interface MissingFlow {
  readonly flowId: string
  /** Since when, ISO 8601. */
  readonly since: string
  /** Why, after the last try. */
  readonly reason: string
}

/** Up to where a platform was looked through, by its own clock, and what is missing of that. */
export interface LookMark {
  /** ISO 8601; null: no look has ended so far. */
  readonly until: string | null
  /** Those that are tried again first come first. */
  readonly missing: readonly MissingFlow[]
}

const MOST_MISSING = 100
const PATIENCE_MS = 30 * 24 * 3_600_000

/** The mark of a look, from its text. */
export function markIn(text: string | null): LookMark {
  // The service wrote this JSON itself.
  return text === null ? { until: null, missing: [] } : (JSON.parse(text) as LookMark)
}

/** Those that are worth further tries, and those that are given up. */
export function worthTrying(
  missing: readonly MissingFlow[],
  now: Date,
): { readonly kept: readonly MissingFlow[]; readonly lost: readonly MissingFlow[] } {
  const isOld = ({ since }: MissingFlow): boolean => now.getTime() - Date.parse(since) > PATIENCE_MS
  const young = missing.filter((each) => !isOld(each))
  return {
    kept: young.slice(0, MOST_MISSING),
    lost: [...missing.filter(isOld), ...young.slice(MOST_MISSING)],
  }
}

/** What is missing, for people; absent: nothing. */
export function complaint(missing: readonly MissingFlow[]): { readonly missing?: string } {
  const [first] = missing
  if (first === undefined) return {}
  const many = missing.length === 1 ? 'an invoice' : `${missing.length} invoices`
  return { missing: `${many} can't be downloaded so far, and will be tried again; ${first.reason}` }
}
