/** How a country's catalogue ends what to do after a refusal. */
export interface Closings {
  /**
   * What is known of number and date after a rejection, as the end of a sentence: `the number may
   * be used again`.
   */
  readonly number: string
}

/**
 * What became of the invoice. `rejected`: decided, which is final: only a new invoice can follow.
 * `failed`: refused at the door, so that the same invoice may be tried again.
 */
export type Outcome = 'rejected' | 'failed'

/** The names of the places that `closed` fills. */
export const CLOSING_PLACES: ReadonlySet<string> = new Set(['corrected', 'Corrected', 'Unchanged', 'UnlessTaken'])

/**
 * The end of what to do, in the places that a table of refusals has for it. `{corrected}`, and
 * `{Corrected}` at the beginning of a sentence: the invoice has to change, which always takes a
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
