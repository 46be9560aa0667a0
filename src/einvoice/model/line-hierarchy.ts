// The hierarchy of lines in EXTENDED-CTC-FR and ZUGFeRD EXTENDED: each line names its parent.

import type { Line } from '../../domain/request/invoice-request.js'
import { Decimal } from './decimal.js'
import type { InvoiceLine } from './lines.js'

/**
 * Whether a line counts in the totals and in the VAT breakdown: a grouping or informational line
 * does not (BR-FREXT-CO-10).
 */
export function isCounted({ fr }: Pick<Line, 'fr'>): boolean {
  return fr?.subtype === undefined || fr.subtype === 'DETAIL'
}

/** The same for a line of the model. */
export function isCountedLine({ subtype }: Pick<InvoiceLine, 'subtype'>): boolean {
  return subtype === undefined || subtype === 'DETAIL'
}

/**
 * The same lines, each GROUP with the sum of the net amounts of the DETAIL and GROUP lines
 * directly under it (BR-FREXT-08); a line in a cycle has none. Linear in the lines at any depth.
 */
export function withGroupAmounts(lines: readonly InvoiceLine[]): readonly InvoiceLine[] {
  const isGroup = ({ subtype }: InvoiceLine): boolean => subtype === 'GROUP'
  if (!lines.some(isGroup)) return lines
  const groupsById = new Map<string, Group[]>()
  const groups = new Map<InvoiceLine, Group>()
  for (const line of lines.filter(isGroup)) {
    const group: Group = { line, sum: Decimal.zero, waitsFor: 0 }
    groups.set(line, group)
    const alike = groupsById.get(line.id)
    if (alike === undefined) groupsById.set(line.id, [group])
    else alike.push(group)
  }
  const above = ({ parentLine }: InvoiceLine): readonly Group[] =>
    (parentLine === undefined ? undefined : groupsById.get(parentLine)) ?? []
  for (const line of lines)
    for (const parent of above(line))
      if (isGroup(line)) parent.waitsFor += 1
      else if (line.subtype === 'DETAIL') parent.sum = parent.sum.plus(line.netAmount ?? Decimal.zero)
  const ready = [...groups.values()].filter(({ waitsFor }) => waitsFor === 0)
  for (const { line, sum } of ready)
    for (const parent of above(line)) {
      parent.sum = parent.sum.plus(sum)
      parent.waitsFor -= 1
      if (parent.waitsFor === 0) ready.push(parent)
    }
  return lines.map((line) => {
    const group = groups.get(line)
    return group === undefined ? line : { ...line, netAmount: group.waitsFor === 0 ? group.sum : undefined }
  })
}

interface Group {
  readonly line: InvoiceLine
  sum: Decimal
  /** Number of its groups without an amount yet. */
  waitsFor: number
}

/** All lines of a body with their paths, each followed by its sub-lines. */
export function* eachWithPath(lines: readonly Line[], at = 'lines'): Generator<readonly [path: string, line: Line]> {
  for (const [index, line] of lines.entries()) {
    const path = `${at}[${index}]`
    yield [path, line]
    yield* eachWithPath(line.de?.subLines ?? [], `${path}.de.subLines`)
  }
}

/**
 * Whether the lines of a model are those of the body with their sub-lines behind them, instead
 * of inside.
 */
export function areFlat(lines: readonly Line[], written: readonly InvoiceLine[]): boolean {
  return written.length > lines.length
}
