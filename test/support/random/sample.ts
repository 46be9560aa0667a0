/**
 * The seed is fixed, so that a failure is the same for everyone; SEED=… tries others, RUNS=… more
 * of them.
 */
export const SEED = Number(process.env['SEED'] ?? 20261121)

/**
 * How much of a random test's whole size is tried: `npm test` has minutes, `npm run properties`
 * tries all of it, with its own seed.
 */
const RUNS = Number(process.env['RUNS'] ?? 0.25)

/** How many tries of a whole size are made this time; at least two. */
export function triesOf(whole: number): number {
  return Math.max(2, Math.round(whole * RUNS))
}
