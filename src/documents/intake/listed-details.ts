import type { Detail } from '../../domain/refusal.js'

/** Most details that a check lists; more are counted, not built: a body may have a million. */
const MOST_DETAILS = 1_000

const unlisted = new WeakMap<readonly Detail[], number>()

/** The number of wrong fields that were found and not listed. */
export function unlistedIn(details: readonly Detail[]): number {
  return unlisted.get(details) ?? 0
}

/** Whether one more wrong field is listed; else it is counted. */
export function isListed(details: readonly Detail[]): boolean {
  if (details.length < MOST_DETAILS) return true
  unlisted.set(details, unlistedIn(details) + 1)
  return false
}
