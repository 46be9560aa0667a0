import fc from 'fast-check'
import t from 'tap'
import { judgeCombination, shrunk } from '../../conformance/combined.js'
import { COUNTRY_CODES } from '../../src/countries/registry.js'
import { oracleFor } from '../support/oracle.js'
import { combinationsOf } from '../support/random/combinations.js'
import { SEED, triesOf } from '../support/random/sample.js'

t.setTimeout(300_000)

// `npm run conformance:random` tries as many as there is time for.
for (const country of COUNTRY_CODES)
  t.test(`the official artefacts accept what we accept in ${country}, and a refusal names a field`, async (t) => {
    const oracle = oracleFor(t, `random combinations of fields in ${country} against the official artefacts`)
    if (oracle === null) return
    const numRuns = triesOf(60)
    let put = 0
    for (const each of fc.sample(combinationsOf(country), { seed: SEED, numRuns })) {
      const { body, kept, faults } = await judgeCombination(each, oracle)
      put += kept.length
      if (faults.length > 0)
        t.fail(faults.join('; '), { body: await shrunk(each.base, kept, oracle).catch(() => body) })
    }
    t.ok(put > numRuns, `${put} fields put into ${numRuns} invoices`)
  })
