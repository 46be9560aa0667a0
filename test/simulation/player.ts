import { setMaxListeners } from 'node:events'
import { simulate } from './simulate.js'
import type { Mishap } from './mishap.js'
import { storyOf } from './story.js'

/** A story to be played. */
export interface Wanted {
  readonly seed: number
  readonly invoices: number
  /** Absent: a third as many. */
  readonly documents?: number
  /** These mishaps alone; absent: all. */
  readonly mishaps?: readonly Mishap['kind'][]
}

// Everything in a thread listens to the signal that ends it.
setMaxListeners(0)

/** Plays one story, in a thread of its own. */
export default async function play({ seed, ...options }: Wanted): Promise<{ failure: string | null; steps: number }> {
  const { failure, steps } = await simulate(storyOf(seed, options))
  return { failure, steps }
}
