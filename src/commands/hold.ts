import { type HoldEvent, type HoldState, isHeld } from '../domain/hold.js'
import { accept, type Decision, reject } from './handle.js'

/** The commands; each holds what its event holds. */
type HoldDetails = Extract<HoldEvent, { type: 'HoldPlaced' }>['data']
type Release = Extract<HoldEvent, { type: 'HoldReleased' }>['data']

/** Nothing of the target is erased from now on, no matter how old it is. */
export function placeHold(command: HoldDetails) {
  return (state: HoldState): Decision<HoldEvent, 'held'> =>
    isHeld(state, [command]) ? reject('held') : accept({ type: 'HoldPlaced', data: command })
}

/** The target is erased again at the end of its retention. */
export function releaseHold(command: Release) {
  return (state: HoldState): Decision<HoldEvent, 'not_held'> =>
    isHeld(state, [command]) ? accept({ type: 'HoldReleased', data: command }) : reject('not_held')
}
