import fc from 'fast-check'
import t from 'tap'
import { writeCii } from '../../../src/einvoice/syntax/cii.js'
import { oracleFor, type OracleProfile } from '../../support/oracle.js'
import { lawfulModel } from './arbitrary-model.js'

const seed = Number(process.env['SEED'] ?? 20261121)
const numRuns = 100 * Number(process.env['RUNS'] ?? 1)

const XRECHNUNG = 'urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0'
const CASES: readonly (readonly [OracleProfile, string])[] = [
  ['en', 'urn:cen.eu:en16931:2017'],
  ['de', XRECHNUNG],
]

for (const [profile, specification] of CASES)
  t.test(`the official schema and rules (${profile}) accept every lawful invoice as CII`, async (t) => {
    const oracle = oracleFor(t, 'random invoices as CII against the official artefacts')
    if (oracle === null) return
    await fc.assert(
      fc.asyncProperty(lawfulModel(specification), async (invoice) => {
        const findings = (await oracle.judge(profile, writeCii(invoice))).filter(({ flag }) => flag === 'fatal')
        if (findings.length > 0) throw new Error(findings.map(({ id, text }) => `${id} ${text}`).join('\n'))
      }),
      { seed, numRuns, verbose: 0 },
    )
  })

t.test('what is valid by the schema of CII D16B is valid by that of D22B, which France uses', async (t) => {
  const oracle = oracleFor(t, 'random invoices as CII against the schema D22B')
  if (oracle === null) return
  await fc.assert(
    fc.asyncProperty(lawfulModel('urn:cen.eu:en16931:2017'), async (invoice) => {
      const findings = (await oracle.judge('fr', writeCii(invoice))).filter(({ id }) => id.startsWith('XSD'))
      if (findings.length > 0) throw new Error(findings.map(({ id, text }) => `${id} ${text}`).join('\n'))
    }),
    { seed, numRuns: numRuns / 2, verbose: 0 },
  )
})
