import type { AttachmentBlock, AttachmentTable } from '../../domain/request/polish.js'
import type { Fact } from '../printed.js'

/** The attachment (Zalacznik) on the page: metadata, texts, and the rows of its tables. */
export function attachmentFacts(
  blocks: readonly AttachmentBlock[],
  words: { readonly attachment: string; readonly total: string },
): readonly Fact[] {
  return blocks.flatMap(({ heading, metadata, paragraphs = [], tables = [] }) => [
    ...(heading === undefined ? [] : [{ label: words.attachment, value: heading }]),
    ...metadata.map(({ key, value }) => ({ label: key, value })),
    ...paragraphs.map((value) => ({ label: '', value })),
    ...tables.flatMap((table) => tableFacts(table, words.total)),
  ])
}

function tableFacts({ metadata = [], description, columns, rows, totals }: AttachmentTable, total: string): Fact[] {
  const names = columns.map(({ name }) => name)
  const inWords = (cells: readonly string[]): string =>
    cells.flatMap((cell, index) => (cell === '' ? [] : [`${names[index] ?? ''}: ${cell}`])).join('; ')
  return [
    ...(description === undefined ? [] : [{ label: '', value: description }]),
    ...metadata.map(({ key, value }) => ({ label: key, value })),
    ...rows.map((row, index) => ({ label: String(index + 1), value: inWords(row) })),
    ...(totals === undefined ? [] : [{ label: total, value: inWords(totals) }]),
  ]
}
