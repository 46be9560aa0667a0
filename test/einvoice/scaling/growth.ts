import t from 'tap'

/**
 * Growth of the input that is measured, and of the time that is let pass: a quadratic step would
 * take sixteen times as long.
 */
const GROWTH = 4
const MOST = 9
/**
 * What takes less time than this, in milliseconds, at the larger size says nothing about growth.
 */
const NEGLIGIBLE = 100
/** A busy machine makes single measurements long, never short. */
const TRIES = 8

/**
 * Whether four times as much takes four times as long, noise aside; the times where it does not. A
 * fault must show at two sizes, one four times the other.
 */
function growsLinearly(size: number, run: (size: number) => () => unknown): string | null {
  const small = growth(size / GROWTH, run)
  return small && growth(size, run) && small
}

/** From `size` to four times as much. */
function growth(size: number, run: (size: number) => () => unknown): string | null {
  const large = run(size * GROWTH)
  let slow = timed(large)
  if (slow <= NEGLIGIBLE) return null
  const small = run(size)
  timed(small)
  let quick = timed(small)
  for (let tried = 0; tried < TRIES && slow > MOST * quick; tried += 1) {
    slow = Math.min(slow, timed(large))
    // The longest of the small, so that a lucky one is not the measure.
    quick = Math.max(quick, timed(small))
    if (slow <= NEGLIGIBLE) return null
  }
  return slow > MOST * quick ? `${quick.toFixed(1)} ms became ${slow.toFixed(1)} ms` : null
}

/** Milliseconds of the processor, which other programs on the machine do not make longer. */
function timed(run: () => unknown): number {
  const before = process.cpuUsage()
  run()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

/**
 * Checks whether each of many inputs grows linearly, all in one assertion so that the suite's
 * output stays readable.
 */
export function allGrowLinearly(
  name: string,
  cases: Iterable<readonly [name: string, size: number, run: (size: number) => () => unknown]>,
): void {
  t.test(name, async (t) => {
    const faults: string[] = []
    let count = 0
    for (const [each, size, run] of cases) {
      count += 1
      const fault = growsLinearly(size, run)
      if (fault !== null) faults.push(`${each}: ${fault}`)
    }
    t.same(faults, [], `${count} inputs`)
  })
}
