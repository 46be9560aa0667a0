/** A reader of foreign input, and its allowed outcomes. */
export interface Target {
  readonly corpus: () => readonly Buffer[]
  /** A promise is waited for. */
  readonly read: (bytes: Buffer) => unknown
  /** The names of the errors that it may throw; any other is a fault. */
  readonly throws: readonly string[]
  /** CPU milliseconds for any input, besides those for each byte; default `BASE_MS`. */
  readonly baseMs?: number
}
