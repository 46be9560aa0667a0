import type { Finding } from './findings.js'

/** The result of a verification. */
export interface Verification {
  readonly findings: readonly Finding[]
  /** Number of further findings that are not listed. */
  readonly more: number
  /** The number of checked items. */
  readonly checked: Readonly<Record<'events' | 'streams' | 'documents' | 'seals' | 'leaves', number>>
  /** Sentences about the limits of this verification. */
  readonly notes: readonly string[]
  /**
   * Whether signatures were checked with a key from a separate source. Without it a complete
   * forgery signed with another key passes.
   */
  readonly trusted: boolean
}

/** Called at intervals with the current step and its progress. */
export type OnProgress = (what: string, done: number) => void
