/** So many are named. */
const MOST_NAMED = 20

/**
 * A note that names the streams that data retention has erased on record; null: there are none.
 * `where` the rest of them is listed.
 */
export function erasedInWords(streams: readonly string[], where: string): string | null {
  if (streams.length === 0) return null
  const named = streams.slice(0, MOST_NAMED).join(', ')
  const rest = streams.length > MOST_NAMED ? ` and ${streams.length - MOST_NAMED} more, see ${where}` : ''
  return `Erased on record, at the end of their retention: ${streams.length} streams: ${named}${rest}.`
}
