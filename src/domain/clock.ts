/**
 * The one source of time; tests replace it. `decide` never asks it: time reaches the domain as an
 * argument.
 */
export interface Clock {
  now(): Date
}

export const systemClock: Clock = { now: () => new Date() }
