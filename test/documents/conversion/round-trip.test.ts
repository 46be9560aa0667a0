import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { LIFE_CYCLE, officialExamples } from '../../../conformance/official-documents.js'
import { randomDocuments } from '../../../conformance/random-invoices.js'
import { roundTrip, type RoundTrip } from '../../../conformance/round-trip.js'
import { SHARED } from '../../../conformance/shared.js'
import { PROFILES } from '../../../src/countries/judging/profiles.js'
import { SEED, triesOf } from '../../support/random/sample.js'

const isShared = existsSync(join(SHARED, 'artefacts', 'examples'))
if (!isShared && process.env['REQUIRE_ORACLE'] === '1') t.fail('the official examples are not there')

/** What is wrong with a way to the JSON and back; undefined: nothing, or no valid document. */
function fault(made: RoundTrip | undefined): readonly string[] | undefined {
  return made?.result === 'refused' || made?.result === 'silent' ? made.why : undefined
}

// A message of an invoice's life cycle is no invoice.
for (const { name: profile, country } of PROFILES.filter(({ name }) => name !== LIFE_CYCLE)) {
  t.test(`${profile}: official examples come back whole, or losses report each difference`, async (t) => {
    let valid = 0
    for (const { name, xml } of isShared ? officialExamples(profile, ['valid']) : []) {
      const made = roundTrip(Buffer.from(xml, 'utf8'), country ?? undefined)
      if (made !== undefined) valid += 1
      t.strictSame(fault(made), undefined, name)
    }
    t.comment(`${valid} valid documents`)
  })

  t.test(`${profile}: random documents come back whole`, async (t) => {
    for (const { name, xml } of randomDocuments(profile, triesOf(60), SEED)) {
      const made = roundTrip(Buffer.from(xml, 'utf8'), country ?? undefined)
      t.strictSame(made?.why, [], name)
    }
  })
}

t.test('documents of real businesses come back whole, or losses report each difference', async (t) => {
  for (const folder of isShared ? ['business', 'foreign/inputs'] : [])
    for (const name of readdirSync(join(SHARED, 'findings', folder)).filter((each) => each.endsWith('.xml')))
      t.strictSame(fault(roundTrip(readFileSync(join(SHARED, 'findings', folder, name)))), undefined, name)
})
