/** The most lines of an invoice; each sub-line counts, too. */
export const MOST_LINES = 9_999

/** How deep sub-lines may be nested. */
export const MOST_SUB_LEVELS = 3

/** A line, as far as it is needed to count its sub-lines. */
interface Counted {
  readonly de?: { readonly subLines?: readonly Counted[] }
}

/** How many lines an invoice has, with their sub-lines of every level. */
export function countLines(lines: readonly Counted[]): number {
  let count = lines.length
  for (const { de } of lines) if (de?.subLines !== undefined) count += countLines(de.subLines)
  return count
}
