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
}

/** Told at intervals what is being done, and how much of it is. */
export type OnProgress = (what: string, done: number) => void
