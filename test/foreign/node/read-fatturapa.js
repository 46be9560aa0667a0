// @digitalia/fatturapa reads the FatturaPA documents of standard input, {name: XML}, and writes
// each again. A line per document: {"name", "again"}.
import { createRequire } from 'node:module'
import { json } from 'node:stream/consumers'

const require = createRequire(`${process.argv[2]}/`)
const { fpa2js, fpa2xml } = require('@digitalia/fatturapa')

for (const [name, xml] of Object.entries(await json(process.stdin))) {
  const read = fpa2js(xml, { validate: true, valuesOnly: true })
  const again = fpa2xml({ 'p:FatturaElettronica': read }, { validate: false })
  console.log(JSON.stringify({ name, again }))
}
