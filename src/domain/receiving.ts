/** How a company receives invoices. */
export interface Receiving {
  /** Participants of Peppol that it is, `scheme:value`. */
  readonly peppolIds: readonly string[]
  /** What arrived from then on is fetched; ISO 8601. */
  readonly since: string
}
