/** The contents of several rows, one after another in one parameter of a statement. */
interface JoinedBytes {
  readonly bytes: Buffer
  /** Where each begins, from 1. */
  readonly begins: readonly number[]
  readonly sizes: readonly number[]
}

/**
 * Joins the contents of several rows, for `substring($1::bytea FROM begins FOR size)`: in an array
 * `pg` would write each as text, twice as long and slow to build.
 */
export function joined(contents: readonly Uint8Array[]): JoinedBytes {
  const sizes = contents.map(({ byteLength }) => byteLength)
  let next = 1
  const begins = sizes.map((size) => {
    const begins = next
    next += size
    return begins
  })
  const [only, another] = contents
  const isOne = only !== undefined && another === undefined
  // `pg` sends a Buffer unchanged; it would send other views as JSON.
  const bytes = isOne ? Buffer.from(only.buffer, only.byteOffset, only.byteLength) : Buffer.concat(contents)
  return { bytes, begins, sizes }
}
