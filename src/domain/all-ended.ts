/**
 * The results of all, in their order. Waits until all have ended, and only then throws the first
 * error: none of them continues without what the caller held for it.
 */
export async function allEnded<T>(work: readonly Promise<T>[]): Promise<readonly T[]> {
  const results: T[] = []
  for (const end of await Promise.allSettled(work)) {
    if (end.status === 'rejected') throw end.reason
    results.push(end.value)
  }
  return results
}
