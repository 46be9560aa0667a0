import { dataLines } from '../../storage/program-files.js'

/** Official texts of rules, in each line the id and the text. The first call reads them. */
export type OfficialTable = () => readonly string[]

/** The lists of official texts, by their artefacts. */
export const OFFICIAL = {
  en16931: dataLines('countries/rejections/official/en16931.txt'),
  ciusRo: dataLines('countries/rejections/official/cius-ro.txt'),
  peppol: dataLines('countries/rejections/official/peppol.txt'),
  xrechnung: dataLines('countries/rejections/official/xrechnung.txt'),
  french: dataLines('countries/rejections/official/french.txt'),
} as const satisfies Readonly<Record<string, OfficialTable>>

/** The texts of some tables, read at the first request. */
export class OfficialTexts {
  #texts: ReadonlyMap<string, string> | undefined

  /** @param tables if two have a rule, the first counts */
  constructor(private readonly tables: readonly OfficialTable[]) {}

  of(id: string): string | undefined {
    return this.#read().get(id)
  }

  has(id: string): boolean {
    return this.#read().has(id)
  }

  /** The ids in texts of rules: `[BR-RO-L100]-…` means BR-RO-L1001 and its siblings. */
  namesOf(id: string): readonly string[] {
    const [, name = id] = /^\[?([A-Z][\w/-]+[A-Za-z0-9])(?:\]| ?:| ou )/.exec(this.of(id) ?? '') ?? []
    const whole = name.replaceAll('/', '_')
    // `BR-FR-DEC-01/BT-93/BT-100` is also written as `BR-FR-DEC-01/BT-93`.
    return [whole, whole.replace(/(_B[TG]-\d+)_B[TG]-\d+$/, '$1')]
  }

  get ids(): readonly string[] {
    return [...this.#read().keys()]
  }

  #read(): ReadonlyMap<string, string> {
    // The last of a kind stays in a map.
    return (this.#texts ??= new Map(this.tables.toReversed().flatMap(rowsIn)))
  }
}

function rowsIn(table: OfficialTable): (readonly [id: string, text: string])[] {
  return table().map((row) => [row.slice(0, row.indexOf(' ')), row.slice(row.indexOf(' ') + 1)])
}
