import { counted } from '../../domain/counted.js'

/** Most streams that are named. */
const MOST_NAMED = 20

/**
 * A note that names the streams with a recorded erasure by data retention; null: there are none.
 * `where`: where the rest is listed.
 */
export function erasedInWords(streams: readonly string[], where: string): string | null {
  if (streams.length === 0) return null
  const named = streams.slice(0, MOST_NAMED).join(', ')
  const rest = streams.length > MOST_NAMED ? ` and ${streams.length - MOST_NAMED} more, see ${where}` : ''
  return `Erased after their retention period, with a record: ${counted(streams.length, 'stream')}: ${named}${rest}.`
}
