import type { Element, Paper } from './paper.js'
import { type Block, heightOf, leading, type Line, numberLines, PAGE, STYLES, textLines } from './style.js'
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

/** Space above and below the texts of a row. */
const PADDING = 5
/** Minimum height on the first page of a row that is broken over pages. */
const LEAST = 60

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
 * Draws a table and repeats its headings on each further page. A row is kept together if possible;
 * if it is higher than a page, its first cell continues on the next pages. `rows` are consumed one
 * after the other.
 */
export function drawTable(
  paper: Paper,
  parent: Element,
  columns: readonly Column[],
  rows: Iterable<readonly Cell[]>,
): void {
  const headings = columns.map(({ label, width, align }) =>
    textLines(label, STYLES.column, width, align === undefined ? {} : { align }),
  )
  const height = largest(headings.map(heightOfLines)) + 2 * PADDING
  const table = paper.branch(parent, 'Table')
  paper.keep(height + LEAST)
  headingRow(paper, table, columns, headings, height)
  const body = paper.branch(table, 'TBody')
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
  }
  paper.repeating(again, () => {
    for (const cells of rows) bodyRow(paper, body, columns, cells, PAGE.bottom - PAGE.top - height)
  })
  paper.end(body)
  paper.end(table)
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

function bodyRow(paper: Paper, body: Element, columns: readonly Column[], cells: readonly Cell[], most: number): void {
  const height = largest(cells.map(heightOf)) + 2 * PADDING
  if (height <= most) paper.keep(height)
  else paper.keep(LEAST)
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

function heightOfLines(lines: readonly Line[]): number {
  return Math.max(
    leading(STYLES.column),
    lines.reduce((sum, { height }) => sum + height, 0),
  )
}
