/**
 * The one source of time; tests replace it. `decide` never uses it: time reaches the domain as an
 * argument.
 */
export interface Clock {
  now(): Date
}

/** The time of the machine. */
export const systemClock: Clock = { now: () => new Date() }
