/** Read-your-writes: an answer can wait until the read models show what it has just written. */
export interface Freshness {
  /**
   * Resolves true as soon as the named projections have passed `position`, false if they have not
   * within the bound (2 s): the write is durable anyway, and the caller answers without waiting
   * longer. Never throws.
   */
  waitFor(position: bigint, projections: readonly string[]): Promise<boolean>
}
