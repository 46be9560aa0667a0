/**
 * How many characters must be inserted, removed or replaced to turn the one text into the other
 * (Levenshtein).
 * @param most more are not of interest: Infinity where the lengths alone differ by more
 */
export function editDistance(one: string, other: string, most: number): number {
  if (Math.abs(one.length - other.length) > most) return Infinity
  const row = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (let at = 1; at <= one.length; at += 1) {
    let diagonal = row[0] ?? 0
    row[0] = at
    for (let to = 1; to <= other.length; to += 1) {
      const replaced = diagonal + (one.charCodeAt(at - 1) === other.charCodeAt(to - 1) ? 0 : 1)
      diagonal = row[to] ?? 0
      row[to] = Math.min(replaced, diagonal + 1, (row[to - 1] ?? 0) + 1)
    }
  }
  return row[other.length] ?? 0
}
