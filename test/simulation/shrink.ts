import { simulate } from './simulate.js'
import type { Story } from './story.js'

/** A failing story made smaller, and how often it was played for that. */
interface Shrunk {
  readonly story: Story
  readonly failure: string
  readonly tries: number
}

/** It is played so often at most. */
const MOST_TRIES = 150

/** What plays a story, and how often at most. */
interface ShrinkOptions {
  readonly play?: typeof simulate
  readonly mostTries?: number
}

/**
 * What a failure is about: its text without ids, revisions, numbers, kinds of events and stacks.
 * Of two failures with the same text one may be made smaller in place of the other.
 */
export function breachOf(failure: string): string {
  const [first = ''] = failure.split('\n')
  return first
    .replace(/[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/g, 'uuid')
    .replace(/\b[A-Za-z]+-\w+(?:@\d+)?/g, 'stream')
    .replace(/\b(?:acc|dlv|evt|inv|conn|comp|rcv|rsp)_\w+/g, 'id')
    .replace(/\b(?:invoice|received|connection|token)\.\w+/g, 'event')
    .replace(/\d+(?:\.\d+)?/g, '0')
}

/**
 * Leaves out mishaps, invoices and documents, as long as the story still fails by the same breach:
 * first halves, then smaller parts, down to single ones.
 */
export async function shrink(
  failing: Story,
  failure: string,
  { play = simulate, mostTries = MOST_TRIES }: ShrinkOptions = {},
): Promise<Shrunk> {
  let story = failing
  let tries = 0
  const breach = breachOf(failure)
  const fails = async (candidate: Story): Promise<boolean> => {
    tries += 1
    const ending = await play(candidate)
    if (ending.failure === null || breachOf(ending.failure) !== breach) return false
    story = candidate
    failure = ending.failure
    return true
  }
  const lessen = async <T>(parts: readonly T[], made: (left: readonly T[]) => Story): Promise<void> => {
    let left = parts
    for (let size = Math.ceil(left.length / 2); size >= 1; size = Math.floor(size / 2)) {
      for (let from = 0; from < left.length && tries < mostTries;) {
        const without = [...left.slice(0, from), ...left.slice(from + size)]
        if (await fails(made(without))) left = without
        else from += size
      }
    }
  }
  await lessen(story.mishaps, (mishaps) => ({ ...story, mishaps }))
  await lessen(story.invoices, (invoices) => ({ ...story, invoices }))
  await lessen(story.documents, (documents) => ({ ...story, documents }))
  await lessen(story.mishaps, (mishaps) => ({ ...story, mishaps }))
  return { story, failure, tries }
}
