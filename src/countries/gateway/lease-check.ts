/** Whether a worker may still call external systems. */
export interface LeaseCheck {
  /** Aborts when another worker may have taken over. */
  readonly lost: AbortSignal
  /** The last check, against the current clocks, immediately before the effect. */
  isHeld(): boolean
}

/** Whether a worker may still act; without a lease, no other worker can take over its work. */
export function mayAct(lease: LeaseCheck | undefined): boolean {
  return lease === undefined || (!lease.lost.aborted && lease.isHeld())
}
