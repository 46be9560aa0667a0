import {
  type Assertions,
  everywhere,
  inContext,
  type JudgedDocument,
} from '../../../einvoice/rules/bindings/binding.js'
import type { XmlElement } from '../../../einvoice/xml/element.js'
import { trimmed } from '../../../einvoice/xml/white-space.js'

/** Forms of the values of a column, by its type; a text may be any. */
const FORMS: Readonly<Record<string, RegExp | undefined>> = {
  date: /^\d{4}-\d\d-\d\d$/,
  datetime: /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)?$/,
  time: /^\d\d:\d\d(?::\d\d(?:\.\d+)?)?$/,
  int: /^[+-]?\d+$/,
  dec: /^[+-]?\d+(?:[.,]\d+)?$/,
}

/** The types of the columns of each table, computed once. */
function columnsOf(document: JudgedDocument): ReadonlyMap<XmlElement, readonly string[]> {
  return document.once(readColumns)
}

function readColumns(document: JudgedDocument): ReadonlyMap<XmlElement, readonly string[]> {
  return new Map(
    document
      .named('fa:Tabela')
      .map((table) => [
        table,
        table.select('fa:TNaglowek', 'fa:Kol').map((column) => column.attribute('Typ') ?? 'txt'),
      ]),
  )
}

/** A row has a cell for each column. */
function fillsColumns(row: XmlElement, document: JudgedDocument): boolean {
  const columns = row.parent && columnsOf(document).get(row.parent)
  return columns == null || columns.length === row.children.length
}

/** Each cell that is not empty has the form of its column. Sums may also be words. */
function hasForms(row: XmlElement, document: JudgedDocument): boolean {
  const columns = (row.parent && columnsOf(document).get(row.parent)) ?? []
  return row.children.every(({ stringValue }, index) => {
    const text = trimmed(stringValue)
    return text === '' || FORMS[columns[index] ?? 'txt']?.test(text) !== false
  })
}

/** Tables of attachments (Zalacznik), of which the schema does not compare rows with columns. */
export const ATTACHMENT: readonly Assertions[] = [
  inContext(everywhere('fa:Wiersz'), { 'CW-PL-ATTACHMENT-ROW': fillsColumns, 'CW-PL-ATTACHMENT-CELL': hasForms }),
  inContext(everywhere('fa:Suma'), { 'CW-PL-ATTACHMENT-ROW': fillsColumns }),
]
