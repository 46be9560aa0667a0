import type { Journal, Problem } from './journal.js'
import type { World } from './world.js'

/** So many problems are reported with everything around them. */
const DESCRIBED = 10

/**
 * The broken promises, each with its stream, the stream's events, and the faults around that time.
 */
export async function describeProblems({ deployment, journal }: World): Promise<readonly string[]> {
  const lines: string[] = []
  for (const problem of journal.problems.slice(0, DESCRIBED)) {
    lines.push(`* ${problem.what}`)
    if (problem.stream !== undefined) lines.push(...(await describeStream(deployment, journal, problem.stream)))
  }
  const left = journal.problems.length - DESCRIBED
  if (left > 0) lines.push(`* and ${left} more, in the journal`)
  return lines
}

async function describeStream(
  { store }: World['deployment'],
  journal: Journal,
  stream: NonNullable<Problem['stream']>,
): Promise<readonly string[]> {
  const events = await store.readStream(stream)
  const times = events.map(({ metadata }) => Date.parse(metadata.occurredAt))
  return [
    `  ${stream}`,
    ...events.map(({ type, data, metadata }) => {
      const shown = type === 'InvoiceCreated' ? '' : JSON.stringify(data).slice(0, 300)
      return `    ${metadata.occurredAt.slice(11, 23)}  ${type}  ${metadata.actor}  ${shown}`
    }),
    '  what happened around that time:',
    ...journal.around(Math.min(...times), Math.max(...times)).map((entry) => `    ${entry}`),
  ]
}
