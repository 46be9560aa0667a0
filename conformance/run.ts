// Compares our verdict on documents with that of the official artefacts, rule by rule:
//   npm run conformance [-- --full] [--profile en,ro] [--mutations N] [--random N] [--seed N]
//     [--cache FOLDER] [--only examples|extended|tests|random|mutations] [--show N]
// Where the official files are not beside this repository, they are taken from the registries.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { PROFILE_NAMES } from '../src/countries/judging/profiles.js'
import { openOracle } from '../test/support/oracle.js'
import { compare, OfficialJudge, type Comparison } from './compare.js'
import { editionsOf, inEdition, judgedAs } from './editions-by-day.js'
import { extendedDocuments } from './extended-documents.js'
import { facturXDocuments, facturXRuleTests } from './factur-x-documents.js'
import { mutants } from './mutants.js'
import { type Case, officialExamples, ruleTests } from './official-documents.js'
import { collectOfficial, OtherContent } from './packages/collect.js'
import { PackageNotHad } from './packages/registries.js'
import { randomDocuments } from './random-invoices.js'
import { SHARED } from './shared.js'
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

const ROOT = join(import.meta.dirname, '..', '..')

/** Takes the official files from the registries, and names the judge that runs them. */
async function fromRegistries(): Promise<{ readonly profiles: readonly string[]; readonly program: string }> {
  const cache = join(ROOT, 'node_modules', '.cache', 'clearway-official')
  const { folder, saxon, profiles } = await collectOfficial(cache, (line) => {
    console.log(line)
  })
  process.env['ORACLE_DATA'] = folder
  process.env['SAXON_JAR'] = saxon
  return { profiles, program: join(ROOT, 'conformance', 'judge', 'oracle') }
}

const collected = existsSync(join(SHARED, 'artefacts')) ? null : await fromRegistries().catch(notThere)

function notThere(error: unknown): never {
  if (!(error instanceof PackageNotHad || error instanceof OtherContent)) throw error
  console.error(error.message)
  process.exit(2)
}

/** The editions of a profile that the judge has, the newest first. */
const judgedEditions = (profile: string): ReturnType<typeof editionsOf> =>
  editionsOf(profile).filter(
    ({ day }) => collected === null || collected.profiles.includes(judgedAs({ profile, ...(day && { day }) })),
  )
const profiles = (values.profile?.split(',') ?? PROFILE_NAMES).filter(
  (profile) => PROFILE_NAMES.includes(profile) && judgedEditions(profile).length > 0,
)
const randoms = Number(values.random ?? (values.full ? 2000 : 50))
const mutations = Number(values.mutations ?? (values.full ? 12_500 : 500))

function* cases(): Generator<readonly [string, Case]> {
  for (const profile of profiles)
    for (const edition of judgedEditions(profile))
      for (const [kind, found] of documentsOf(profile))
        for (const each of inEdition(edition, found)) yield [`${edition.title} ${kind}`, each]
}

/** The documents of a profile, by their kinds. */
function* documentsOf(profile: string): Generator<readonly [string, Iterable<Case>]> {
  const wanted = (kind: string): boolean => values.only === undefined || values.only === kind
  const seed = Number(values.seed)
  if (wanted('examples')) yield ['examples', officialExamples(profile, ['valid', 'invalid'])]
  if (wanted('extended') && profile === 'fr') yield ['extended examples', extendedDocuments()]
  if (wanted('extended')) yield ['examples', facturXDocuments(profile)]
  if (wanted('tests')) yield ['rule tests', [...ruleTests(profile), ...facturXRuleTests(profile)]]
  if (wanted('random')) yield ['random invoices', randomDocuments(profile, randoms, seed)]
  if (wanted('mutations')) yield ['mutations', mutants(profile, Math.ceil(mutations / profiles.length), seed)]
}

const WORKERS = 2
const oracles = Array.from({ length: WORKERS }, () => openOracle(collected?.program))
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
