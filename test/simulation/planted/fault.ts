import type { StoryOptions } from '../story.js'

/** One place of a source that is written otherwise. */
interface Change {
  /** Below the repository's folder. */
  readonly file: string
  /** Stands there exactly once. */
  readonly text: string
  readonly instead: string
}

/** A fault that was found in the service once, or that its comments warn of. */
export interface PlantedFault {
  readonly name: string
  readonly changes: readonly Change[]
  /** What a breach says that shows it. */
  readonly breach: RegExp
  /** Stories that show it soon. */
  readonly options?: StoryOptions
  /** One of so many seeds, from that one on, finds it. */
  readonly from: number
  readonly seeds: number
}
