/** Whose life an error belongs to, for its line in the log. */
const KNOWN = new WeakMap<Error, string>()

/**
 * Does the work; what it throws is known to belong to this `$correlationId` afterwards. Null: it
 * is not known.
 */
export async function correlated<T>(correlationId: string | null, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (correlationId !== null && error instanceof Error) KNOWN.set(error, correlationId)
    throw error
  }
}

/** For a line in the log: the `$correlationId` of what failed, where it is known. */
export function correlationOf(error: unknown): { readonly correlationId?: string } {
  const correlationId = error instanceof Error ? KNOWN.get(error) : undefined
  return correlationId === undefined ? {} : { correlationId }
}
