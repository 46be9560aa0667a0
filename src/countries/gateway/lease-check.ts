import type { LeaseCheck } from './gateway.js'

/** Whether a worker may still act; without a lease, no other worker can take over its work. */
export function mayAct(lease: LeaseCheck | undefined): boolean {
  return lease === undefined || (!lease.lost.aborted && lease.isHeld())
}
