/** Locks by name, over all processes. */
export interface Locks {
  /**
   * Does the work if no process does work of the same name; else returns null. This only saves
   * work, it is no guarantee: a holder that was paused for `silentSeconds` loses the lock to
   * another, and the signal that the work gets aborts when it wakes up. It also aborts with
   * `signal`. Throws what the work throws.
   */
  exclusively<Result>(
    name: string,
    silentSeconds: number,
    signal: AbortSignal,
    work: (locked: AbortSignal) => Promise<Result>,
  ): Promise<Result | null>
}
