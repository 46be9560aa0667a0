import type { AttachmentTable, PolishEntry } from '../../../domain/request/polish.js'
import type { DocumentSink } from '../../../einvoice/syntax/document-sink.js'
import type { Fa3Model } from '../model.js'

/** Zalacznik: blocks of structured data, in the order of the schema. */
export function putAttachment(sink: DocumentSink, { request }: Fa3Model): void {
  sink.group('Zalacznik', () => {
    for (const [index, block] of (request.pl?.attachment ?? []).entries()) {
      const field = `pl.attachment[${index}]`
      const children = (): void => {
        sink.text('ZNaglowek', block.heading)
        putEntries(sink, block.metadata, ['MetaDane', 'ZKlucz', 'ZWartosc'], field)
        sink.group('Tekst', () => {
          for (const paragraph of block.paragraphs ?? []) sink.text('Akapit', paragraph)
        })
        for (const [at, table] of (block.tables ?? []).entries()) putTable(sink, table, `${field}.tables[${at}]`)
      }
      sink.group('BlokDanych', children, undefined, { field })
    }
  })
}

function putEntries(
  sink: DocumentSink,
  entries: readonly PolishEntry[],
  [group, key, value]: readonly [string, string, string],
  field: string,
): void {
  for (const [index, entry] of entries.entries()) {
    const children = (): void => {
      sink.text(key, entry.key)
      sink.text(value, entry.value)
    }
    sink.group(group, children, undefined, { field: `${field}.metadata[${index}]` })
  }
}

function putTable(sink: DocumentSink, table: AttachmentTable, field: string): void {
  const { metadata = [], description, columns, rows, totals } = table
  const cells = (element: string, values: readonly string[]): void => {
    for (const value of values) sink.text(element, value)
  }
  const children = (): void => {
    putEntries(sink, metadata, ['TMetaDane', 'TKlucz', 'TWartosc'], field)
    sink.text('Opis', description)
    sink.group('TNaglowek', () => {
      for (const [index, { name, type }] of columns.entries()) {
        const named = (): void => sink.text('NKom', name)
        sink.group('Kol', named, { Typ: type }, { field: `${field}.columns[${index}]` })
      }
    })
    for (const [index, row] of rows.entries())
      sink.group('Wiersz', () => cells('WKom', row), undefined, { field: `${field}.rows[${index}]` })
    if (totals !== undefined) sink.group('Suma', () => cells('SKom', totals))
  }
  sink.group('Tabela', children, undefined, { field })
}
