import fc from 'fast-check'
import t from 'tap'
import type { Invoice } from '../../../src/einvoice/model/invoice-model.js'
import { writeCii } from '../../../src/einvoice/syntax/cii/write/document.js'
import { writeUbl } from '../../../src/einvoice/syntax/ubl/write/document.js'
import { SEED, triesOf } from '../../support/random/sample.js'
import { oracleFor, type OracleFinding, type OracleProfile } from '../../support/oracle.js'
import { withXrechnungExtension, XRECHNUNG_EXTENSION } from './arbitrary-extensions.js'
import { lawfulModel } from './arbitrary-model.js'

const seed = SEED
const numRuns = triesOf(100)

const standard = lawfulModel('urn:cen.eu:en16931:2017')
const xrechnung = lawfulModel('urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0')
const extension = lawfulModel(XRECHNUNG_EXTENSION, 3).chain(withXrechnungExtension)

const CASES: readonly (readonly [string, OracleProfile, (invoice: Invoice) => string, fc.Arbitrary<Invoice>])[] = [
  ['EN 16931 in UBL', 'en', writeUbl, standard],
  ['EN 16931 in CII', 'en', writeCii, standard],
  ['XRechnung in UBL', 'de', writeUbl, xrechnung],
  ['XRechnung in CII', 'de', writeCii, xrechnung],
  ['the extension of XRechnung in UBL', 'de', writeUbl, extension],
]

for (const [name, profile, write, models] of CASES)
  t.test(`the official schema and rules of ${name} accept every lawful invoice`, async (t) => {
    const oracle = oracleFor(t, `random invoices against the official artefacts of ${name}`)
    if (oracle === null) return
    await fc.assert(
      fc.asyncProperty(models, async (invoice) => {
        refuse((await oracle.judge(profile, write(invoice))).filter(({ flag }) => flag === 'fatal'))
      }),
      { seed, numRuns, verbose: 0 },
    )
  })

t.test('what is valid by the schema of CII D16B is valid by that of D22B, which France uses', async (t) => {
  const oracle = oracleFor(t, 'random invoices as CII against the schema D22B')
  if (oracle === null) return
  await fc.assert(
    fc.asyncProperty(standard, async (invoice) => {
      refuse((await oracle.judge('fr', writeCii(invoice))).filter(({ id }) => id.startsWith('XSD')))
    }),
    { seed, numRuns: triesOf(50), verbose: 0 },
  )
})

function refuse(findings: readonly OracleFinding[]): void {
  if (findings.length > 0) throw new Error(findings.map(({ id, text }) => `${id} ${text}`).join('\n'))
}
