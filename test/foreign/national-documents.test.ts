// Clients of ANAF and KSeF that others wrote read every Romanian and Polish document.
import t from 'tap'
import { documentsOf } from './documents.js'
import { foreignProgram } from './programs.js'

const READERS = [
  { country: 'RO', readers: ['anafpy'], line: /<cac:(?:Invoice|CreditNote)Line>/g },
  { country: 'PL', readers: ['ksef2', 'ksef_client'], line: /<FaWiersz>/g },
] as const

/**
 * What ksef2 refuses in advances and their corrections although the schema allows it: lines are
 * optional there (the schema's text on FaWiersz), and the difference of an order may be negative.
 */
const NARROWER =
  /^ValueError: Failed to parse .*(?:Advance invoices use order instead of lines|Advance invoices cannot combine order and lines|total_value must be greater than zero)$/
const ADVANCE = /<RodzajFaktury>(?:KOR_)?ZAL</

for (const { country, readers, line } of READERS) {
  t.test(`${country}: ${readers.join(' and ')} read every document`, async (t) => {
    const read = foreignProgram(t, 'python', 'read_national', `${readers.join(' and ')} on every document`)
    if (read === null) return
    const documents = documentsOf(country)
    t.ok(documents.length > 15)
    const answers = await read(Object.fromEntries(documents.map(({ name, xml }) => [name, xml.toString()])))
    const found = (answers as readonly { readonly error?: string }[]).map(({ error, ...answer }) =>
      error === undefined ? answer : { ...answer, error: error.replace(NARROWER, 'narrower') },
    )
    const expected = documents.flatMap(({ name, invoice: { number, currency }, xml }) =>
      readers.map((reader) =>
        reader === 'ksef2' && ADVANCE.test(xml.toString())
          ? { name, reader, error: 'narrower' }
          : { name, reader, number, currency, lines: xml.toString().match(line)?.length ?? 0 },
      ),
    )
    t.strictSame(found, expected)
  })
}
