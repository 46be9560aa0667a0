/**
 * The value of `make`, made when it is first asked for and then kept. What a module makes while it
 * loads delays the start of every process, also of those that never need it. After an error the
 * next call tries again.
 */
export function lazily<T extends object>(make: () => T): () => T {
  let made: T | undefined
  return () => (made ??= make())
}

/** The same for what is made over time: all who ask meanwhile wait for one making of it. */
export function lazilyAwaited<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () =>
    (made ??= make().catch((error: unknown) => {
      made = undefined
      throw error
    }))
}
