import { defined } from '../../../../domain/defined.js'
import {
  type AttachmentBlock,
  type AttachmentTable,
  COLUMN_TYPES,
  type PolishEntry,
} from '../../../../domain/request/polish.js'
import type { XmlElement } from '../../../../einvoice/xml/element.js'
import { normalised } from '../../../../einvoice/xml/white-space.js'
import { textAt } from '../values.js'

/** Zalacznik; undefined: there is none. */
export function readAttachment(root: XmlElement): readonly AttachmentBlock[] | undefined {
  const blocks = root.select('fa:Zalacznik', 'fa:BlokDanych').map((block) =>
    defined({
      heading: textAt(block, 'fa:ZNaglowek'),
      metadata: readEntries(block, 'fa:MetaDane', 'fa:ZKlucz', 'fa:ZWartosc'),
      paragraphs: listOf(block.select('fa:Tekst', 'fa:Akapit').map(valueOf)),
      tables: listOf(block.all('fa:Tabela').map(readTable)),
    }),
  )
  return listOf(blocks)
}

function readTable(table: XmlElement): AttachmentTable {
  const totals = table.child('fa:Suma')
  return defined({
    metadata: listOf(readEntries(table, 'fa:TMetaDane', 'fa:TKlucz', 'fa:TWartosc')),
    description: textAt(table, 'fa:Opis'),
    columns: table.select('fa:TNaglowek', 'fa:Kol').map((column) => ({
      name: textAt(column, 'fa:NKom') ?? '',
      type: COLUMN_TYPES.find((type) => type === column.attribute('Typ')) ?? 'txt',
    })),
    rows: table.all('fa:Wiersz').map((row) => row.all('fa:WKom').map(valueOf)),
    totals: totals?.all('fa:SKom').map(valueOf),
  })
}

function readEntries(from: XmlElement, group: string, key: string, value: string): readonly PolishEntry[] {
  return from.all(group).map((entry) => ({ key: textAt(entry, key) ?? '', value: textAt(entry, value) ?? '' }))
}

function valueOf({ stringValue }: XmlElement): string {
  return normalised(stringValue)
}

function listOf<T>(all: readonly T[]): readonly T[] | undefined {
  return all.length === 0 ? undefined : all
}
