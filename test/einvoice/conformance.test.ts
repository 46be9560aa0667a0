import t from 'tap'
import { agrees, compare, differences, type Fired, OfficialJudge, ourRules } from '../../conformance/compare.js'
import { editionsOf, inEdition } from '../../conformance/editions-by-day.js'
import { DIFFERENCES, exampleOf, POLICIES } from '../../conformance/differences.js'
import { facturXDocuments } from '../../conformance/factur-x-documents.js'
import { mutants } from '../../conformance/mutants.js'
import { type Case, officialExamples } from '../../conformance/official-documents.js'
import { FACTUR_X_PROFILES } from '../../src/countries/factur-x-profiles.js'
import { PROFILE_NAMES } from '../../src/countries/judging/profiles.js'
import { oracleFor } from '../support/oracle.js'

/**
 * The seed is fixed, so that a failure is the same for everyone; SEED=… tries others. `npm run
 * conformance` compares many more.
 */
const seed = Number(process.env['SEED'] ?? 20261121)

/** How many changed examples: as many as the judge manages in some seconds for each profile. */
const CHANGED: Readonly<Record<string, number>> = {
  en: 150,
  ro: 150,
  be: 150,
  'be-sb': 50,
  de: 150,
  fr: 150,
  it: 400,
  ...Object.fromEntries(FACTUR_X_PROFILES.map(({ name }) => [name, 60])),
}

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
      const rules = differences(comparison).map(
        (rule) => `${rule}: ours ${ours.get(rule) ?? 0}, theirs ${theirs.get(rule) ?? 0}`,
      )
      differing.push(`${each.name}: ${rules.join('; ')}`)
    }
    t.same(differing, [], name)
  }
  // Germany's are several hundred: every fourth.
  const some = (cases: readonly Case[]): readonly Case[] =>
    cases.length < 150 ? cases : cases.filter((_, index) => index % 4 === 0)
  for (const profile of PROFILE_NAMES)
    for (const edition of editionsOf(profile)) {
      const { title } = edition
      await agree(`examples of ${title}`, inEdition(edition, some(officialExamples(profile, ['valid', 'invalid']))))
      await agree(
        `documents of ${title}`,
        facturXDocuments(profile).filter((_, index) => index % 4 === 0),
      )
      const changed = mutants(profile, CHANGED[profile] ?? 0, seed)
      await agree(`changed examples of ${title}`, inEdition(edition, changed))
    }
  for (const difference of DIFFERENCES) {
    const each = exampleOf(difference)
    t.ok((await judge.rules(each)).has('XSLT-ERROR fatal'), `the official rules fail on ${each.name}`)
    t.ok(ourRules(each).has(`${difference.example.rule} fatal`), `ours do not: ${difference.example.rule}`)
  }
  for (const policy of POLICIES) {
    const each = exampleOf(policy)
    const fatal = (fired: Fired): readonly string[] => [...fired.keys()].filter((rule) => rule.endsWith(' fatal'))
    const [ours, theirs] = [fatal(ourRules(each)), fatal(await judge.rules(each))]
    const refused = [`${policy.example.rule} fatal`]
    t.same([ours, theirs], policy.example.refusedBy === 'us' ? [refused, []] : [[], refused], policy.official)
  }
})
