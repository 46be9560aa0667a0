// Compares our verdict on documents with that of the official artefacts, rule by rule:
//   npm run conformance [-- --full] [--profile en,ro] [--mutations N] [--random N] [--seed N]
//     [--cache FOLDER] [--only examples|extended|tests|random|mutations] [--show N]
import { parseArgs } from 'node:util'
import { PROFILE_NAMES, PROFILES } from '../src/countries/judging/profiles.js'
import { openOracle } from '../test/support/oracle.js'
import { compare, OfficialJudge, type Comparison } from './compare.js'
import { extendedDocuments } from './extended-documents.js'
import { mutants } from './mutants.js'
import { type Case, officialExamples, ruleTests } from './official-documents.js'
import { randomDocuments } from './random-invoices.js'
import { Tally } from './tally.js'

const { values } = parseArgs({
  options: {
    full: { type: 'boolean', default: false },
    profile: { type: 'string' },
    mutations: { type: 'string' },
    random: { type: 'string' },
    seed: { type: 'string', default: '20261121' },
    cache: { type: 'string' },
    only: { type: 'string' },
    show: { type: 'string', default: '3' },
  },
})

const known = new Set(PROFILES.map(({ name }) => name))
const profiles = (values.profile?.split(',') ?? PROFILE_NAMES).filter((name) => known.has(name))
const randoms = Number(values.random ?? (values.full ? 2000 : 50))
const mutations = Number(values.mutations ?? (values.full ? 12_500 : 500))

function* cases(): Generator<readonly [string, Case]> {
  for (const profile of profiles) {
    const wanted = (kind: string): boolean => values.only === undefined || values.only === kind
    if (wanted('examples'))
      for (const each of officialExamples(profile, ['valid', 'invalid'])) yield [`${profile} examples`, each]
    if (wanted('extended') && profile === 'fr')
      for (const each of extendedDocuments()) yield ['fr extended examples', each]
    if (wanted('tests')) for (const each of ruleTests(profile)) yield [`${profile} rule tests`, each]
    if (wanted('random'))
      for (const each of randomDocuments(profile, randoms, Number(values.seed)))
        yield [`${profile} random invoices`, each]
    if (wanted('mutations'))
      for (const each of mutants(profile, Math.ceil(mutations / profiles.length), Number(values.seed)))
        yield [`${profile} mutations`, each]
  }
}

const WORKERS = 2
const oracles = Array.from({ length: WORKERS }, () => openOracle())
const judges = oracles.map((oracle) => new OfficialJudge(oracle, values.cache ?? null))
const tally = new Tally(Number(values.show))
const waiting = cases()

/** The official judge is slow, so each core runs one, and they share the work. */
async function work(judge: OfficialJudge): Promise<void> {
  for (const [kind, each] of waiting) {
    const result: Comparison = await compare(each, judge)
    tally.add(kind, result)
  }
}

try {
  await Promise.all(judges.map(work))
} finally {
  await Promise.all(oracles.map((oracle) => oracle.close()))
}
console.log(tally.report())
process.exitCode = tally.disagreements === 0 ? 0 : 1
