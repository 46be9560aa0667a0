// Sub-lines at the level EXTENDED of ZUGFeRD (Factur-X): each line names its parent there, in the
// JSON a line contains them.

import type { Line } from '../../domain/request/invoice-request.js'
import { MOST_SUB_LEVELS } from '../../domain/request/line-count.js'
import { linesOf } from '../../einvoice/request/from-request/lines.js'
import { isCountedLine } from '../../einvoice/model/line-hierarchy.js'
import type { InvoiceLine } from '../../einvoice/model/lines.js'
import { categoryOf, rateOf } from '../../einvoice/model/vat-category.js'
import { vatGroup } from '../../einvoice/model/totals.js'

/**
 * The lines of an invoice, each followed by its sub-lines, in the form of France's JSON: a line
 * with sub-lines is their GROUP, which has their sum and is not counted. The reason of an
 * exemption belongs to lines that are counted, so the sub-lines of the same VAT group get it.
 */
export function flatLines(lines: readonly Line[]): readonly Line[] {
  if (lines.every(({ de }) => de?.subLines === undefined)) return lines
  const flat: Line[] = []
  const add = (given: readonly Line[], models: readonly InvoiceLine[], parent: InvoiceLine | undefined): void => {
    given.forEach(({ de, ...line }, index) => {
      const model = models[index]
      if (model === undefined) return
      const { subLines } = de ?? {}
      const isPlain = parent === undefined && subLines === undefined
      const place = { ...(parent && { parentLine: parent.id }), subtype: subLines ? 'GROUP' : 'DETAIL' } as const
      // A group states its VAT, also a rate of 0, so that it is read again.
      const own = subLines ? { ...line, vatCategory: categoryOf(line) } : line
      flat.push({ ...own, id: model.id, ...(!isPlain && { fr: place }) })
      if (subLines) add(subLines.map(withReasonOf(line)), model.subLines ?? [], model)
    })
  }
  add(lines, linesOf(lines), undefined)
  return flat
}

function withReasonOf({ exemptionReason, exemptionReasonCode, ...line }: Line): (subLine: Line) => Line {
  const reasons = {
    ...(exemptionReason !== undefined && { exemptionReason }),
    ...(exemptionReasonCode !== undefined && { exemptionReasonCode }),
  }
  const groupOf = (each: Line): string => vatGroup(categoryOf(each), rateOf(each))
  return (subLine) => (groupOf(subLine) === groupOf(line) ? { ...subLine, ...reasons } : subLine)
}

/** Lines that contain their sub-lines. */
interface NestedLines {
  readonly lines: readonly InvoiceLine[]
  /** The lines of the document, by those that differ from them. */
  readonly originals: ReadonlyMap<object, InvoiceLine>
  /** Lines that are not counted and can't contain others in the JSON. */
  readonly left: readonly InvoiceLine[]
}

/**
 * The inverse: lines of a document inside the GROUP that they name. A line that the JSON can't
 * express so keeps the name of its parent if it is counted, else it is left out.
 */
export function nestedLines(lines: readonly InvoiceLine[]): NestedLines {
  const tree = new LineTree(lines)
  const originals = new Map<object, InvoiceLine>()
  const left: InvoiceLine[] = []
  const nested = (line: InvoiceLine): InvoiceLine => {
    const subLines = tree.below(line).map(nested)
    if (line.parentLine === undefined && line.subtype === undefined) return line
    // A group may have no VAT; the JSON has one in every line.
    const [first] = line.vatCategory === '' ? subLines : []
    const made: InvoiceLine = {
      ...line,
      subtype: undefined,
      parentLine: tree.isInside(line) ? undefined : line.parentLine,
      ...(first && { vatCategory: first.vatCategory, vatRate: first.vatRate }),
      ...(subLines.length > 0 && { subLines }),
    }
    originals.set(made, line)
    return made
  }
  const outermost = lines.flatMap((line) => {
    if (tree.isInside(line)) return []
    if (tree.below(line).length > 0 || isPlainDetail(line)) return [nested(line)]
    if (isCountedLine(line)) return [line]
    left.push(line)
    return []
  })
  return { lines: outermost, originals, left }
}

function isPlainDetail({ parentLine, subtype }: InvoiceLine): boolean {
  return parentLine === undefined && (subtype === undefined || subtype === 'DETAIL')
}

/** The groups of a document with the lines in them, as far as the JSON can contain these. */
class LineTree {
  readonly #below = new Map<InvoiceLine, InvoiceLine[]>()
  readonly #inside = new Set<InvoiceLine>()

  constructor(lines: readonly InvoiceLine[]) {
    const groups = new Map<string, InvoiceLine | null>()
    // A number that occurs twice names no line.
    for (const line of lines) groups.set(line.id, groups.has(line.id) ? null : line)
    const parentOf = ({ parentLine }: InvoiceLine): InvoiceLine | undefined => {
      const parent = parentLine === undefined ? undefined : groups.get(parentLine)
      return parent?.subtype === 'GROUP' ? parent : undefined
    }
    const details = lines.filter((line) => line.subtype === 'DETAIL' && levelOf(line, parentOf) <= MOST_SUB_LEVELS)
    const fitting = new Set(details)
    for (const line of details)
      for (let group = parentOf(line); group !== undefined && !fitting.has(group); group = parentOf(group))
        fitting.add(group)
    for (const line of lines) {
      const parent = parentOf(line)
      if (parent === undefined || !fitting.has(line)) continue
      this.#inside.add(line)
      const others = this.#below.get(parent)
      if (others === undefined) this.#below.set(parent, [line])
      else others.push(line)
    }
  }

  below(line: InvoiceLine): readonly InvoiceLine[] {
    return this.#below.get(line) ?? []
  }

  isInside(line: InvoiceLine): boolean {
    return this.#inside.has(line)
  }
}

type ParentOf = (line: InvoiceLine) => InvoiceLine | undefined

/** The number of groups around a line, at most one more than the JSON nests; a cycle has that. */
function levelOf(line: InvoiceLine, parentOf: ParentOf): number {
  let level = 0
  for (let group = parentOf(line); group !== undefined && level <= MOST_SUB_LEVELS; group = parentOf(group)) level += 1
  return level
}
