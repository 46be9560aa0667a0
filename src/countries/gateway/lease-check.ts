import type { LeaseCheck } from './gateway.js'

/** Whether a worker may still act; without a hold, nobody can take its work over. */
export function mayAct(lease: LeaseCheck | undefined): boolean {
  return lease === undefined || (!lease.lost.aborted && lease.isHeld())
}
