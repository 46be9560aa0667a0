/** Seconds that each measurement takes. */
export const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 3)

/**
 * How often the compared subjects are measured in turns, so that a slow moment of the machine
 * affects all of them.
 */
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 3)

/** Repeats the work, `concurrency` at a time. Returns how often it was done in a second. */
export async function perSecond(concurrency: number, work: () => Promise<void>): Promise<number> {
  const begun = performance.now()
  const end = begun + SECONDS * 1_000
  let done = 0
  await Promise.all(
    Array.from({ length: concurrency }, async () => {
      while (performance.now() < end) {
        await work()
        done += 1
      }
    }),
  )
  return done / ((performance.now() - begun) / 1_000)
}

/** Measures all in turns, `ROUNDS` times; returns the median of each. */
export async function inTurns<Name extends string>(
  measurements: Readonly<Record<Name, () => Promise<number>>>,
): Promise<Record<Name, number>> {
  const names = Object.keys(measurements) as Name[]
  const found = new Map(names.map((name) => [name, [] as number[]]))
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const name of names) found.get(name)?.push(await measurements[name]())
  }
  return Object.fromEntries(names.map((name) => [name, median(found.get(name) ?? [])])) as Record<Name, number>
}

/**
 * The median; for an even number of values the upper of the two in the middle. NaN for none.
 */
export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? NaN
}

/** A line of a table: a name, then cells aligned to the right. */
export function line(name: string, ...cells: readonly (string | number)[]): void {
  const texts = cells.map((cell) => (typeof cell === 'number' ? cell.toFixed(0) : cell))
  console.log(name.padEnd(30) + texts.map((text) => text.padStart(14)).join(''))
}

/** The ratio of a value to the reference, to two decimal places. */
export const ratio = (value: number, reference: number) => (value / reference).toFixed(2)
