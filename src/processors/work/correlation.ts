/** The `$correlationId` of an error, for its line in the log. */
const KNOWN = new WeakMap<Error, string>()

/**
 * Does the work; an error that it throws is associated with this `$correlationId` afterwards.
 * null: unknown.
 */
export async function correlated<T>(correlationId: string | null, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (correlationId !== null && error instanceof Error) KNOWN.set(error, correlationId)
    throw error
  }
}

/** For a line in the log: the `$correlationId` of the failed work, if known. */
export function correlationOf(error: unknown): { readonly correlationId?: string } {
  const correlationId = error instanceof Error ? KNOWN.get(error) : undefined
  return correlationId === undefined ? {} : { correlationId }
}
