/** Read-your-writes: lets an answer wait until the read models show what it has just written. */
export interface Freshness {
  /**
   * Resolves true as soon as the named projections have passed `position`, false when they have
   * not within the bound (2 s): what was written is durable all the same, the caller answers
   * without waiting longer. Never throws.
   */
  waitFor(position: bigint, projections: readonly string[]): Promise<boolean>
}
