/** Locks by name, over all processes. */
export interface Locks {
  /**
   * Does the work if nobody else does work of the same name; gives null if somebody does. This
   * only saves work, it is no guarantee: a holder that was paused for `silentSeconds` loses the
   * lock to another, and the signal that the work gets aborts when it wakes up. It aborts with
   * `signal` too. Throws what the work throws.
   */
  exclusively<Result>(
    name: string,
    silentSeconds: number,
    signal: AbortSignal,
    work: (locked: AbortSignal) => Promise<Result>,
  ): Promise<Result | null>
}
