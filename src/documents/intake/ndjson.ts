/** A non-blank line of newline-delimited JSON. */
export interface NdjsonLine {
  /** From 1; blank lines are counted. */
  readonly line: number
  readonly bytes: Buffer
}

const NEWLINE = 0x0a
/** Space, tab, carriage return. */
const BLANK: ReadonlySet<number> = new Set([0x20, 0x09, 0x0d])

/** The non-blank lines, `atMost` of them, as views of the given bytes. */
export function ndjsonLines(bytes: Buffer, atMost: number): readonly NdjsonLine[] {
  const lines: NdjsonLine[] = []
  let line = 1
  for (let start = 0; start < bytes.length && lines.length < atMost; line++) {
    const newline = bytes.indexOf(NEWLINE, start)
    const end = newline === -1 ? bytes.length : newline
    const content = bytes.subarray(start, end)
    if (!isBlank(content)) lines.push({ line, bytes: content })
    start = end + 1
  }
  return lines
}

function isBlank(content: Buffer): boolean {
  for (const byte of content) if (!BLANK.has(byte)) return false
  return true
}
