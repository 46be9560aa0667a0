import { Decimal } from '../../einvoice/model/decimal.js'
import type { Element, Paper } from './paper.js'
import { type Block, heightOf, leading, type Line, numberLines, PAGE, STYLES, textLines, widthOf } from './style.js'
import { largest } from '../../domain/lists.js'

/** A column of a table: its heading and position. */
export interface Column {
  readonly label: string
  /** Points from the left edge of the page's texts. */
  readonly x: number
  readonly width: number
  readonly align?: 'right'
}

/** The content of a cell. */
export type Cell = readonly Block[]

/** The cells of a row, and what it adds to the sum that is carried forward. */
export interface Row {
  readonly cells: readonly Cell[]
  readonly amount?: Decimal | undefined
}

/** What a table has besides its rows. */
interface TableParts {
  /** Stays on the page of the first row. */
  readonly title?: Block
  /**
   * The subtotal at the end of each page but the last, and again at the top of the next; absent:
   * none.
   */
  readonly carried?: {
    readonly atEnd: string
    readonly atTop: string
    readonly write: (sum: Decimal) => string
  }
}

/** Space above and below the texts of a row. */
const PADDING = 5
/** Minimum height on the first page of a row that is broken over pages. */
const LEAST = 60
/** A row up to this height is kept together. */
const TOGETHER = 110

/** A text as a cell of a column. */
export function textCell(
  text: string,
  { width, align }: Column,
  style: Block['lines'][number]['pieces'][number]['style'] = STYLES.text,
): Cell {
  const lines = textLines(text, style, width, align === undefined ? {} : { align })
  return [{ tag: 'P', lines, gap: 0 }]
}

/** A number as a cell of a column, on one line. */
export function numberCell(text: string, { width }: Column): Cell {
  return [{ tag: 'P', lines: numberLines(text, STYLES.text, width), gap: 0 }]
}

/**
 * Draws a table and repeats its headings on each further page. A row is kept together unless it is
 * high; the first cell of a high one continues on the next pages. `rows` are consumed one after
 * the other.
 */
export function drawTable(
  paper: Paper,
  parent: Element,
  columns: readonly Column[],
  rows: Iterable<Row>,
  { title, carried }: TableParts = {},
): void {
  const headings = columns.map(({ label, width, align }) =>
    textLines(label, STYLES.column, width, align === undefined ? {} : { align }),
  )
  const height = largest(headings.map(heightOfLines)) + 2 * PADDING
  const below = carried === undefined ? 0 : CARRIED
  const most = Math.min(TOGETHER, PAGE.bottom - PAGE.top - height - 2 * below)
  const remaining = rows[Symbol.iterator]()
  const first = remaining.next()
  const firstHeight = first.done === true ? 0 : heightOfRow(first.value)
  const titleHeight = title === undefined ? 0 : heightOf([title])
  paper.keep(titleHeight + height + (firstHeight <= most ? firstHeight : LEAST) + below)
  if (title !== undefined) paper.blocks(parent, [title], PAGE.left)
  const table = paper.branch(parent, 'Table')
  headingRow(paper, table, columns, headings, height)
  const body = paper.branch(table, 'TBody')
  let sum: Decimal | null = null
  const subtotal = (place: 'atEnd' | 'atTop'): void => {
    if (carried !== undefined && sum !== null) drawCarried(paper, carried[place], carried.write(sum))
  }
  const again = (): void => {
    paper.artifact(() => {
      const top = paper.y
      columns.forEach(({ x }, index) => {
        paper.y = top + PADDING
        paper.lines(headings[index] ?? [], PAGE.left + x)
      })
      paper.y = top + height
    }, 'Pagination')
    paper.rule()
    subtotal('atTop')
  }
  paper.repeating(
    again,
    {
      height: below,
      draw: () => {
        subtotal('atEnd')
      },
    },
    () => {
      for (let next = first; next.done !== true; next = remaining.next()) {
        const { cells, amount } = next.value
        bodyRow(paper, body, columns, cells, most, () => {
          if (amount !== undefined) sum = (sum ?? Decimal.zero).plus(amount)
        })
      }
    },
  )
  paper.end(body)
  paper.end(table)
}

/** Height of the line with a subtotal. */
const CARRIED = 18

function drawCarried(paper: Paper, label: string, amount: string): void {
  const style = STYLES.label
  const wide = widthOf(amount, style) * 1.02
  paper.artifact(() => {
    const pieces = [
      ...textLines(label, style, PAGE.right - PAGE.left - wide - 10, { align: 'right' }).slice(0, 1),
      ...numberLines(amount, style, wide, PAGE.right - PAGE.left - wide).slice(0, 1),
    ].flatMap((line) => line.pieces)
    const top = paper.y
    paper.y = top + 4
    paper.lines([{ height: 0, pieces }], PAGE.left)
    paper.y = top + CARRIED
  }, 'Pagination')
}

function headingRow(
  paper: Paper,
  table: Element,
  columns: readonly Column[],
  headings: readonly (readonly Line[])[],
  height: number,
): void {
  const head = paper.branch(table, 'THead')
  const row = paper.branch(head, 'TR')
  const top = paper.y
  columns.forEach(({ x }, index) => {
    paper.y = top + PADDING
    const draw = (): void => {
      paper.lines(headings[index] ?? [], PAGE.left + x)
    }
    paper.leaf(row, 'TH', draw, { scope: 'Column' })
  })
  paper.y = top + height
  paper.rule()
  paper.end(row)
  paper.end(head)
}

/** @param begins called once the page of the row is certain */
function bodyRow(
  paper: Paper,
  body: Element,
  columns: readonly Column[],
  cells: readonly Cell[],
  most: number,
  begins: () => void,
): void {
  const height = heightOfRow({ cells })
  paper.keep(height <= most ? height : LEAST)
  begins()
  const row = paper.branch(body, 'TR')
  const [page, top] = [paper.page, paper.y]
  // All cells are drawn from the top. The first is drawn last, because only it may continue on the
  // next page; in the structure it still comes first.
  const elements = columns.map(() => paper.branch(row, 'TD'))
  let bottom = top
  for (const index of [...columns.keys()].reverse()) {
    if (paper.page === page) paper.y = top + PADDING
    paper.blocks(elements[index] ?? null, cells[index] ?? [], PAGE.left + (columns[index]?.x ?? 0))
    bottom = paper.page === page ? Math.max(bottom, paper.y) : paper.y
    paper.end(elements[index] ?? null)
  }
  paper.end(row)
  paper.y = bottom + PADDING
  paper.rule()
}

function heightOfRow({ cells }: Row): number {
  return largest(cells.map(heightOf)) + 2 * PADDING
}

function heightOfLines(lines: readonly Line[]): number {
  return Math.max(
    leading(STYLES.column),
    lines.reduce((sum, { height }) => sum + height, 0),
  )
}
