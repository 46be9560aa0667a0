import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { bases } from '../../../../conformance/examples/bases.js'
import { rulesBrokenBy, samplesOf } from '../../../../conformance/examples/json-sample.js'
import { changedAt } from '../../../../conformance/examples/json-search.js'
import { patched } from '../../../../conformance/examples/patch.js'
import type { RecordedRecipes } from '../../../../conformance/examples/recipe.js'
import { recordedText } from '../../../../conformance/examples/recorded.js'
import { rulesBroken } from '../../../../conformance/examples/search.js'
import { ruleEntries } from '../../../../src/http/docs/reference/reference.js'

const ROOT = join(import.meta.dirname, '../../../../..')
const RECIPES = JSON.parse(
  readFileSync(join(ROOT, 'test', 'http', 'docs', 'reference', 'rule-examples.json'), 'utf8'),
) as RecordedRecipes
const BASES = bases()

/** Of so many recorded examples in XML one is judged; of those in JSON each is. */
const STEP = 7

t.test('an example in XML breaks its rule, and the invoice that it is made from does not', async (t) => {
  const sample = RECIPES.xml.filter((_, index) => index % STEP === 0)
  t.ok(sample.length > 100)
  const wrong: string[] = []
  for (const { rule, base: name, patches } of sample) {
    const base = BASES.get(name)
    if (base === undefined) throw new Error(`no base ${name}`)
    if (rulesBroken(base, base.document).includes(rule)) wrong.push(`${rule}: ${name} breaks it`)
    if (!rulesBroken(base, patched(base.document, patches)).includes(rule)) wrong.push(`${rule}: nothing breaks it`)
  }
  t.same(wrong, [])
})

t.test('an example in JSON breaks its rule, and the sample that it is made from does not', async (t) => {
  t.ok(RECIPES.json.length > 100)
  const wrong: string[] = []
  for (const { rule, country, sample, path, value } of RECIPES.json) {
    const body = samplesOf(country).get(sample)
    if (body === undefined) throw new Error(`no sample ${sample}`)
    if (rulesBrokenBy(body)?.includes(rule) !== false) wrong.push(`${rule}: ${sample} breaks it`)
    if (rulesBrokenBy(changedAt(body, path, value))?.includes(rule) !== true) wrong.push(`${rule}: nothing breaks it`)
  }
  t.same(wrong, [])
})

t.test('what pages show is what was judged', async (t) => {
  const recorded = readFileSync(join(ROOT, 'src', 'http', 'docs', 'reference', 'recorded-examples.txt'), 'utf8')
  t.ok(recorded === recordedText(RECIPES, BASES), 'npm run rules:examples rewrites it')
})

t.test('nearly every rule has an example, in each way to send an invoice at most one', async (t) => {
  const entries = [...ruleEntries().values()]
  const without = entries.filter(({ examples }) => examples.length === 0).map(({ id }) => id)
  t.comment(`${without.length} of ${entries.length} rules have no example: ${without.join(' ')}`)
  t.ok(without.length < entries.length / 10)
  for (const { id, examples } of entries)
    if (new Set(examples.map(({ syntax }) => syntax)).size !== examples.length) t.fail(`${id} has two of a kind`)
})
