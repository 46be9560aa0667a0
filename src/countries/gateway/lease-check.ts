import type { Hold } from './gateway.js'

/** Whether a worker may still act; without a hold, nobody can take its work over. */
export function mayAct(hold: Hold | undefined): boolean {
  return hold === undefined || (!hold.lost.aborted && hold.isHeld())
}
