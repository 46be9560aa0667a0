/** Stands before each part of an input that has several. */
const MARK = Buffer.from('####')

/** A part of an input: a line, which is JSON, and what follows it. */
interface Part {
  readonly head: string
  readonly body: Uint8Array
}

/** One input of several parts. */
export function joined(parts: readonly Part[]): Buffer {
  return Buffer.concat(parts.flatMap(({ head, body }) => [MARK, Buffer.from(`${head}\n`), body, Buffer.from('\n')]))
}

/** The parts of an input that may have been changed anywhere. */
export function partsOf(bytes: Buffer): readonly Part[] {
  const parts: Part[] = []
  for (let at = bytes.indexOf(MARK); at !== -1;) {
    const next = bytes.indexOf(MARK, at + MARK.length)
    const part = bytes.subarray(at + MARK.length, next === -1 ? bytes.length : next)
    const lineEnd = part.indexOf('\n')
    const head = part.toString('utf8', 0, lineEnd === -1 ? part.length : lineEnd)
    parts.push({ head, body: lineEnd === -1 ? Buffer.alloc(0) : part.subarray(lineEnd + 1, -1) })
    at = next
  }
  return parts
}

/** The fields of a head; none where it is no object any more. */
export function fieldsOf(head: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(head)
    return typeof value === 'object' && value !== null ? { ...value } : {}
  } catch {
    return {}
  }
}
