import t from 'tap'
import { agrees, compare, OfficialJudge, ourRules } from '../../conformance/compare.js'
import { DIFFERENCES, exampleOf, POLICIES } from '../../conformance/differences.js'
import { mutants } from '../../conformance/mutants.js'
import { type Case, officialExamples } from '../../conformance/official-documents.js'
import { PROFILE_NAMES } from '../../src/countries/judging/profiles.js'
import { oracleFor } from '../support/oracle.js'

/**
 * The seed is fixed, so that a failure is the same for everyone; SEED=… tries others. `npm run
 * conformance` compares many more.
 */
const seed = Number(process.env['SEED'] ?? 20261121)

/** How many changed examples: as many as the judge manages in some seconds for each profile. */
const CHANGED = { en: 150, ro: 150, be: 150, 'be-sb': 50, de: 150, fr: 150, it: 400 } as const

t.setTimeout(240_000)

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
  // Germany's are several hundred: every fourth.
  const some = (cases: readonly Case[]): readonly Case[] =>
    cases.length < 150 ? cases : cases.filter((_, index) => index % 4 === 0)
  for (const profile of PROFILE_NAMES) {
    await agree(`examples of ${profile}`, some(officialExamples(profile, ['valid', 'invalid'])))
    await agree(`changed examples of ${profile}`, mutants(profile, CHANGED[profile as keyof typeof CHANGED], seed))
  }
  for (const difference of DIFFERENCES) {
    const each = exampleOf(difference)
    t.ok((await judge.rules(each)).has('XSLT-ERROR fatal'), `the official rules fail on ${each.name}`)
    t.ok(ourRules(each).has(`${difference.example.rule} fatal`), `ours do not: ${difference.example.rule}`)
  }
  for (const policy of POLICIES) {
    const each = exampleOf(policy)
    const fatal = (fired: ReadonlySet<string>): readonly string[] =>
      [...fired].filter((rule) => rule.endsWith(' fatal'))
    const [ours, theirs] = [fatal(ourRules(each)), fatal(await judge.rules(each))]
    const refused = [`${policy.example.rule} fatal`]
    t.same([ours, theirs], policy.example.refusedBy === 'us' ? [refused, []] : [[], refused], policy.official)
  }
})
