/** A non-blank line of newline-delimited JSON. */
export interface NdjsonLine {
  /** From 1; blank lines are counted. */
  readonly line: number
  readonly bytes: Buffer
}

const [NEWLINE, SPACE, TAB, RETURN] = [0x0a, 0x20, 0x09, 0x0d]

/**
 * The non-blank lines, `atMost` of them, as views of the given bytes. A blank line costs nothing
 * but the look at its bytes: a body may have ten million.
 */
export function ndjsonLines(bytes: Buffer, atMost: number): readonly NdjsonLine[] {
  const lines: NdjsonLine[] = []
  let line = 1
  let start = 0
  for (let at = 0; at < bytes.length && lines.length < atMost;) {
    const byte = bytes[at]
    if (byte === SPACE || byte === TAB || byte === RETURN) {
      at += 1
      continue
    }
    if (byte !== NEWLINE) {
      const newline = bytes.indexOf(NEWLINE, at)
      at = newline === -1 ? bytes.length : newline
      lines.push({ line, bytes: bytes.subarray(start, at) })
    }
    at += 1
    start = at
    line += 1
  }
  return lines
}
