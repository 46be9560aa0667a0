/**
 * One step of the database's history. Applied once, in the order of the names, each in its own
 * transaction.
 */
export interface Migration {
  /** Four digits and what it is about: `0001-eventstore`. Never changes once released. */
  readonly name: string
  readonly sql: string
}
