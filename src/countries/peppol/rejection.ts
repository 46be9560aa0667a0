import type { Explanation } from '../country.js'

/** One kind of refusal on the way through the Peppol network, or by whoever is at its end. */
export interface Rejection extends Explanation {
  /** As in `SIM-REJECT-<code>`. */
  readonly code: string
  /** As the access point reports it, with example values where it puts identifiers. */
  readonly rawText: string
  /** Recognises the text whatever the identifiers in it. */
  readonly pattern: RegExp
}

/** A row of a catalogue of refusals: the parts of a `Rejection`, in this order. */
export type Row = readonly [code: string, rawText: string, pattern: RegExp, errorTranslated: string, errorFix: string]

/** The refusals of a table, in its order. */
export function rejections(rows: readonly Row[]): readonly Rejection[] {
  return rows.map(([code, rawText, pattern, errorTranslated, errorFix]) => ({
    code,
    rawText,
    pattern,
    errorTranslated,
    errorFix,
  }))
}
