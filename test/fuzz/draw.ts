/** Numbers from 0 up to, not including, `below`; the same for the same seed. */
export type Draw = (below: number) => number

/** Numbers from a seed (mulberry32), so that any input can be made again. */
export function drawing(seed: number): Draw {
  let state = seed >>> 0
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) % Math.max(1, below)
  }
}
