// Lines of a body by their paths, including sub-lines (BG-DEX-01).

import type { InvoiceRequest, Line } from '../../domain/request/invoice-request.js'
import type { InvoiceLine } from '../model/lines.js'

/** The path of each line of the model, and of its sub-lines: `lines[2].de.subLines[0]`. */
export function linePaths(lines: readonly InvoiceLine[]): ReadonlyMap<InvoiceLine, string> {
  const paths = new Map<InvoiceLine, string>()
  const note = (line: InvoiceLine, path: string): void => {
    paths.set(line, path)
    line.subLines?.forEach((each, index) => {
      note(each, `${path}.de.subLines[${index}]`)
    })
  }
  lines.forEach((line, index) => {
    note(line, `lines[${index}]`)
  })
  return paths
}

/** The line or sub-line at a path of the body; undefined: there is none. */
export function lineAt(path: string, { lines }: InvoiceRequest): Line | undefined {
  let found: Line | undefined
  for (const [, index] of path.matchAll(/\[([0-9]+)\]/g)) {
    const among: readonly Line[] | undefined = found === undefined ? lines : found.de?.subLines
    found = among?.[Number(index)]
    if (found === undefined) return undefined
  }
  return found
}

/** All lines, each followed by its sub-lines. */
export function* withSubLines(lines: readonly InvoiceLine[]): Generator<InvoiceLine> {
  for (const line of lines) {
    yield line
    yield* withSubLines(line.subLines ?? [])
  }
}
