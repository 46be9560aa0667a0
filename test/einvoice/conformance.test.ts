import t from 'tap'
import { agrees, compare, OfficialJudge } from '../../conformance/compare.js'
import { mutants } from '../../conformance/mutants.js'
import { type Case, officialExamples } from '../../conformance/official-documents.js'
import { oracleFor } from '../support/oracle.js'

/** The seed is fixed, so that a failure is the same for everyone; SEED=… tries others. `npm run conformance` compares many more. */
const seed = Number(process.env['SEED'] ?? 20261121)

t.setTimeout(180_000)

t.test('our verdict on a document in XML is that of the official artefacts, rule by rule', async (t) => {
  const oracle = oracleFor(t, 'documents in XML against the official artefacts')
  if (oracle === null) return
  const judge = new OfficialJudge(oracle, null)
  const agree = async (name: string, cases: Iterable<Case>): Promise<void> => {
    const differing: string[] = []
    for (const each of cases) {
      const comparison = await compare(each, judge)
      if (agrees(comparison)) continue
      const { ours, theirs } = comparison
      const only = (these: ReadonlySet<string>, those: ReadonlySet<string>): string =>
        [...these].filter((rule) => !those.has(rule)).join(', ')
      differing.push(`${each.name}: only ours ${only(ours, theirs)}; only theirs ${only(theirs, ours)}`)
    }
    t.same(differing, [], name)
  }
  await agree('examples of EN 16931', officialExamples('en', ['valid']))
  await agree('examples of CIUS-RO', officialExamples('ro', ['valid', 'invalid']))
  await agree('changed examples of EN 16931', mutants('en', 300, seed))
  await agree('changed examples of CIUS-RO', mutants('ro', 200, seed))
})
