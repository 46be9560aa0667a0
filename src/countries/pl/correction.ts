import type { InvoiceRequest, Line } from '../../domain/request/invoice-request.js'
import type { RequestPriceAllowance } from '../../domain/request/terms.js'
import { Decimal } from '../../einvoice/model/decimal.js'
import { linesOf } from '../../einvoice/request/from-request/lines.js'
import { isBlank } from '../../einvoice/xml/white-space.js'
import type { SaleLine } from './sale-lines.js'

/** The words for a line before its correction, in the model of EN 16931. */
const STATE_BEFORE = 'Stan przed korektą'

/** What only a correction with the lines before it needs. */
type Corrected = InvoiceRequest & { readonly correction: { readonly before: readonly Line[] } }

/** Whether the lines are those after a correction, and `correction.before` has those before it. */
export function hasLinesBefore(request: InvoiceRequest): request is Corrected {
  return request.correction?.before !== undefined
}

/**
 * The same correction in fields that all countries have: its lines are differences, those before
 * it reversed, and its reason is a note.
 */
export function inDifferences(request: InvoiceRequest): InvoiceRequest {
  const { correction } = request
  if (correction === undefined) return request
  const { before, ...others } = correction
  const { notes = [] } = request
  const isSaid = isBlank(others.reason) || notes[0]?.text === others.reason
  return {
    ...request,
    correction: others,
    ...(!isSaid && { notes: [{ text: others.reason }, ...notes] }),
    ...(before !== undefined && { lines: differences(request.lines, before, request.invoiceType) }),
  }
}

/** In a credit note amounts are reductions: of what is no longer owed. */
function differences(
  after: readonly Line[],
  before: readonly Line[],
  invoiceType: InvoiceRequest['invoiceType'],
): readonly Line[] {
  const isCredit = invoiceType === 'credit_note'
  const numbers = new Set(after.map(({ id }) => id))
  return [
    ...after.map((line) => (isCredit ? reversed(line) : line)),
    ...before.map((line) => {
      const { id, ...unnumbered } = line
      // The line after the correction has its number.
      const own: Line = numbers.has(id) ? unnumbered : line
      const note = [line.note, STATE_BEFORE].filter((text) => !isBlank(text)).join('; ')
      return { ...(isCredit ? own : reversed(own)), note }
    }),
  ]
}

/** A line over the opposite amount. */
function reversed(line: Line): Line {
  const { allowances, charges } = line
  return {
    ...line,
    quantity: opposite(line.quantity),
    ...(allowances !== undefined && { allowances: allowances.map(reversedAllowance) }),
    ...(charges !== undefined && { charges: charges.map(reversedAllowance) }),
  }
}

function reversedAllowance<T extends Pick<RequestPriceAllowance, 'amount' | 'baseAmount'>>(allowance: T): T {
  const { amount, baseAmount } = allowance
  return {
    ...allowance,
    ...(amount !== undefined && { amount: opposite(amount) }),
    ...(baseAmount !== undefined && { baseAmount: opposite(baseAmount) }),
  }
}

/** Zero has no sign. */
function opposite(value: number): number {
  return value === 0 ? 0 : -value
}

/**
 * The rows of the document of such a correction, with amounts as they are, not as a credit note
 * reverses them.
 */
export function rowsOf({ lines, correction: { before, method } }: Corrected): readonly SaleLine[] {
  const pairs = pairsOf(lines, before, method === 'before_after')
  return pairs.flatMap((pair) => (method === 'before_after' ? bothRows(pair) : differenceRows(pair)))
}

/** A line before and after the correction; either may be absent. */
interface Pair {
  readonly before?: SaleLine
  readonly after?: SaleLine
}

/** Pairs by position, or by the number of the line where both have one. */
function pairsOf(lines: readonly Line[], before: readonly Line[], isByPosition: boolean): readonly Pair[] {
  const places = new Map(before.flatMap(({ id }, index) => (id === undefined ? [] : [[id, index] as const])))
  const left = new Set(before.keys())
  const placeOf = (line: Line, index: number): number | undefined => {
    const place = isByPosition || line.id === undefined ? index : (places.get(line.id) ?? index)
    const other = before[place]
    const isOther = !isByPosition && other?.id !== line.id && other?.id !== undefined && line.id !== undefined
    return isOther || !left.has(place) ? undefined : place
  }
  const paired = lines.map((line, index): Pair => {
    const place = placeOf(line, index)
    const earlier = place === undefined ? undefined : before[place]
    if (place !== undefined) left.delete(place)
    return {
      ...(earlier !== undefined && { before: beforeAt(earlier, place ?? 0) }),
      after: { line, field: `lines[${index}]`, shown: 'after' },
    }
  })
  return [
    ...paired,
    ...[...left].flatMap((place) => {
      const line = before[place]
      return line === undefined ? [] : [{ before: beforeAt(line, place) }]
    }),
  ]
}

function beforeAt(line: Line, place: number): SaleLine {
  return { line, field: `correction.before[${place}]`, shown: 'before' }
}

function bothRows({ before, after }: Pair): readonly SaleLine[] {
  return [before, after].filter((each) => each !== undefined)
}

/**
 * What changes of a line: its quantity at the old price, and the rest as 1 at the difference. One
 * that changes in other ways is reversed, and written as it is now.
 */
function differenceRows({ before, after }: Pair): readonly SaleLine[] {
  const old = before && { ...before, line: reversed(before.line), shown: 'after' as const }
  if (before === undefined || after === undefined || !isSameItem(before.line, after.line))
    return [old, after].filter((each) => each !== undefined)
  const [netBefore, netAfter] = [netOf(before.line), netOf(after.line)]
  const change = Decimal.of(after.line.quantity).minus(Decimal.of(before.line.quantity))
  const atOldPrice: Line = {
    ...withoutAmounts(after.line),
    quantity: Number(change.toString()),
    unitPrice: before.line.unitPrice,
    ...(before.line.discount !== undefined && { discount: before.line.discount }),
  }
  const rest = netAfter.minus(netBefore).minus(change.isZero() ? Decimal.zero : netOf(atOldPrice))
  const { field } = after
  return [
    ...(change.isZero() ? [] : [{ line: atOldPrice, field, shown: 'after' as const }]),
    ...(rest.isZero()
      ? []
      : [
          {
            line: { ...withoutAmounts(after.line), quantity: 1, unitPrice: Number(rest.toString()) },
            field,
            shown: 'after' as const,
          },
        ]),
  ]
}

function withoutAmounts(line: Line): Line {
  const { ...rest } = line
  for (const name of ['discount', 'allowances', 'charges'] as const) Reflect.deleteProperty(rest, name)
  return rest
}

/** Whether two lines differ in their amounts alone. */
function isSameItem(one: Line, other: Line): boolean {
  const item = (line: Line): string =>
    JSON.stringify(
      Object.entries({ ...withoutAmounts(line), quantity: 0, unitPrice: 0 }).sort(([a], [b]) => (a < b ? -1 : 1)),
    )
  return item(one) === item(other)
}

function netOf(line: Line): Decimal {
  return linesOf([line])[0]?.netAmount ?? Decimal.zero
}
