import type { Finding } from './findings.js'

/** What a verification looked at, and what it found. */
export interface Verification {
  readonly findings: readonly Finding[]
  /** So many were found besides, and are not named. */
  readonly more: number
  /** How much was looked at. */
  readonly checked: Readonly<Record<'events' | 'streams' | 'documents' | 'seals' | 'leaves', number>>
  /** Sentences about what this verification can't tell, and why. */
  readonly notes: readonly string[]
  /**
   * Whether signatures were checked by a key that did not come with what was checked. Without one
   * whoever made it anew as a whole, with a key of his own, is not found.
   */
  readonly trusted: boolean
}

/** Told at intervals what is being done, and how much of it is. */
export type OnProgress = (what: string, done: number) => void
