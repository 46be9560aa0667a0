import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const GOLDEN = join(import.meta.dirname, '../../../test/golden/it')

/** The buyer of the sample invoices. */
export const ITALIAN_BUYER = { name: 'Cartiera Valdarno S.p.A.', vatNumber: 'IT00743110157', country: 'IT' } as const

/** A FatturaPA of a supplier, with this number. */
export function fattura(number: string, sample = '01-services'): string {
  const xml = readFileSync(join(GOLDEN, `${sample}.fatturapa.xml`), 'utf8')
  return xml.replace(/<Numero>[^<]*<\/Numero>/, `<Numero>${number}</Numero>`)
}

/** A file with an invoice of each number (lotto). */
export function fatture(numbers: readonly string[]): string {
  const [head = '', body = '', end = ''] = fattura('X').split(
    /(<FatturaElettronicaBody>[^]*<\/FatturaElettronicaBody>)/,
  )
  return `${head}${numbers.map((number) => body.replace('<Numero>X<', `<Numero>${number}<`)).join('\n  ')}${end}`
}
