import { type Detail, MOST_DETAILS } from '../../domain/refusal.js'

const unlisted = new WeakMap<readonly Detail[], number>()

/** The number of wrong fields that were found and not listed. */
export function unlistedIn(details: readonly Detail[]): number {
  return unlisted.get(details) ?? 0
}

/** Whether one more wrong field is listed; else it is counted: a body may have a million. */
export function isListed(details: readonly Detail[]): boolean {
  if (details.length < MOST_DETAILS) return true
  unlisted.set(details, unlistedIn(details) + 1)
  return false
}
