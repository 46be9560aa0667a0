import type { Explanation } from '../country.js'

/** One kind of refusal by ANAF. */
export interface Rejection extends Explanation {
  /** As in `SIM-REJECT-<code>`. */
  readonly code: string
  /** As ANAF words it, with example values where it puts ids and dates. */
  readonly rawText: string
  /** Recognises the text whatever the ids in it. */
  readonly pattern: RegExp
}
