/** Figures by their names, in the order in which they are shown. */
export type Figures = ReadonlyMap<string, number>

/** The best of several runs for each figure: other work on the machine only adds to it. */
export function bestOf(runs: readonly Figures[], isBetter: 'smaller' | 'larger'): Figures {
  const best = new Map<string, number>()
  const better = isBetter === 'smaller' ? Math.min : Math.max
  for (const run of runs) for (const [name, value] of run) best.set(name, better(best.get(name) ?? value, value))
  return best
}

/** What `bench:rules -- --json` prints. */
export function rulesFigures(output: string): Figures {
  const { rows } = JSON.parse(output) as {
    readonly rows: readonly Readonly<Record<'lines' | 'fromJson' | 'fromXml' | 'conversion', number>>[]
  }
  return new Map(
    (
      [
        ['judge from JSON', 'fromJson'],
        ['judge from XML', 'fromXml'],
        ['convert', 'conversion'],
      ] as const
    ).flatMap(([name, key]) =>
      rows.map((row) => [`${name}, ${row.lines} ${row.lines === 1 ? 'line' : 'lines'}, µs`, row[key]] as const),
    ),
  )
}

/** What `bench:pipeline` prints of one invoice. */
export function pipelineFigures(output: string): Figures {
  const each = [...output.matchAll(/^ +(\d+\.\d+) {2}(.+)$/gm)].map(
    ({ 1: value = '', 2: name = '' }) => [name, Number(value)] as const,
  )
  const sumOf = (begin: string): number =>
    each.filter(([name]) => name.startsWith(begin)).reduce((sum, [, value]) => sum + value, 0)
  return new Map([
    ['an invoice, POST to accepted, ms of Node', sumOf('ms of Node')],
    ['an invoice, POST to accepted, ms of PostgreSQL', sumOf('ms of PostgreSQL')],
    ...['statements', 'commits', 'KB of WAL'].map((name) => [`an invoice, ${name}`, sumOf(name)] as const),
  ])
}

/** What `bench:http` prints: rates as parts of the rate of their reference. */
export function httpFigures(output: string): Figures {
  return new Map(
    [...output.matchAll(/^(POST|GET) (.+?) {2,}.* (\d+\.\d+) × (durable inserts|empty handler)/gm)].map(
      ({ 1: method = '', 2: path = '', 3: ratio = '', 4: reference = '' }) =>
        [`${method} ${path} / ${reference}`, Number(ratio)] as const,
    ),
  )
}

/** A table of the figures of both trees, with the ratio of the new to the old one. */
export function tableOf(then: Figures, now: Figures): string {
  const width = Math.max(...Array.from(now.keys(), (name) => name.length))
  const shown = (value: number | undefined): string =>
    (value === undefined ? '-' : value.toFixed(value < 10 ? 2 : 0)).padStart(9)
  const rows = Array.from(now, ([name, value]) => {
    const before = then.get(name)
    const ratio = before === undefined || before === 0 ? undefined : value / before
    return `${name.padEnd(width)}${shown(before)}${shown(value)}${shown(ratio)}`
  })
  return [`${''.padEnd(width)}     then      now    ratio`, ...rows].join('\n')
}
