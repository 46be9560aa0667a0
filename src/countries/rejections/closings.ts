/** How a country's catalogue ends a remedy after a refusal. */
export interface Closings {
  /**
   * Whether the number can be used after a rejection, as the end of a sentence: `the number may be
   * used again`.
   */
  readonly number: string
}

/**
 * The result for the invoice. `rejected`: decided, which is final: only a new invoice can follow.
 * `failed`: the upload was refused, so the same invoice may be tried again.
 */
export type Outcome = 'rejected' | 'failed'

/** The names of the places that `closed` fills. */
export const CLOSING_PLACES: ReadonlySet<string> = new Set(['corrected', 'Corrected', 'Unchanged', 'UnlessTaken'])

/**
 * Fills in the end of a remedy, in its places in a table of refusals. `{corrected}`, and
 * `{Corrected}` at the beginning of a sentence: the invoice has to change, which always requires a
 * new one. `{Unchanged}`: someone else has to act first. `{UnlessTaken}`: first it has to be known
 * whether the government has the invoice.
 */
export function closed(fix: string, { number }: Closings, outcome: Outcome): string {
  const corrected = `submit a new invoice; ${number}`
  const unchanged =
    outcome === 'rejected'
      ? `send the invoice again as a new one with POST /v1/invoices; ${number}`
      : 'retry it with POST /v1/invoices/:id/retry'
  return fix
    .replaceAll('{corrected}', `then ${corrected}`)
    .replaceAll('{Corrected}', `Then ${corrected}`)
    .replaceAll('{Unchanged}', `Then ${unchanged}`)
    .replaceAll('{UnlessTaken}', `If it is there, do nothing: it counts. If it is not, ${unchanged}`)
}
