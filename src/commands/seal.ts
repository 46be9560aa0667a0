import type { Seal, SealEvent, SealsState, SealTimeStamp } from '../domain/seal.js'
import { accept, type Decision, reject } from './handle.js'

/**
 * Adds a seal to the month's. Does nothing if another process has made the seal of this sequence
 * number; refuses one that leaves a gap.
 */
export function addSeal(seal: Seal) {
  return ({ newest }: SealsState): Decision<SealEvent, 'gap'> => {
    if (newest === null) return accept({ type: 'EventsSealed', data: seal })
    if (seal.sequence <= newest.sequence) return accept()
    return seal.sequence === newest.sequence + 1 ? accept({ type: 'EventsSealed', data: seal }) : reject('gap')
  }
}

/**
 * Adds a time stamp of a seal of this month. Does nothing if this seal or a later one has a stamp.
 */
export function addTimeStamp(stamp: SealTimeStamp) {
  return ({ newest, stamped }: SealsState): Decision<SealEvent, 'unknown'> => {
    if (newest === null || stamp.sequence > newest.sequence) return reject('unknown')
    return stamp.sequence <= stamped ? accept() : accept({ type: 'SealTimeStamped', data: stamp })
  }
}
