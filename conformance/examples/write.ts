// Looks for the smallest change that breaks each rule on an invoice, and records it: as a recipe,
// which a test judges again, and as the snippets before and after that the rule's page shows.
//   npm run rules:examples [-- --random N] [-- --only NAME-OF-BASE,…] [-- --json]
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { inNaturalOrder } from '../../src/http/docs/reference/fold.js'
import { type Base, bases } from './bases.js'
import { searchJson } from './json-search.js'
import type { JsonRecipe, RecordedRecipes, XmlRecipe } from './recipe.js'
import { recordedText } from './recorded.js'
import { Recipes } from './search.js'

const ROOT = join(import.meta.dirname, '..', '..', '..')
/** Where the recipes are recorded. */
const RECIPES = join(ROOT, 'test', 'http', 'docs', 'reference', 'rule-examples.json')
const RECORDED = join(ROOT, 'src', 'http', 'docs', 'reference', 'recorded-examples.txt')

const { values } = parseArgs({
  options: {
    random: { type: 'string', default: '300' },
    only: { type: 'string' },
    json: { type: 'boolean', default: false },
  },
})

const all = bases()
const known = readRecipes()
const xml = values.json ? known.xml : searchXml(all, known.xml)
const json: readonly JsonRecipe[] = searchJson()
const recipes: RecordedRecipes = { xml: sorted(xml), json: sorted(json) }
writeFileSync(RECIPES, inLines(recipes))
writeFileSync(RECORDED, recordedText(recipes, all))
console.log(`${xml.length} examples in XML and ${json.length} in JSON`)

function searchXml(of: ReadonlyMap<string, Base>, before: readonly XmlRecipe[]): readonly XmlRecipe[] {
  const searched = new Recipes()
  // Recipes outside of the searched part stay.
  if (values.only !== undefined)
    for (const recipe of before) {
      const base = of.get(recipe.base)
      if (base !== undefined) searched.keep(recipe, base)
    }
  const donors = Array.from(of.values(), ({ document }) => document)
  const wanted = [...of.values()].filter(
    ({ name }) => values.only === undefined || values.only.split(',').some((part) => name.includes(part)),
  )
  for (const base of wanted) {
    const start = performance.now()
    searched.search(base, donors, Number(values.random))
    console.log(base.name, searched.found.length, `${Math.round((performance.now() - start) / 1000)} s`)
  }
  return searched.found
}

function readRecipes(): RecordedRecipes {
  return JSON.parse(readFileSync(RECIPES, 'utf8')) as RecordedRecipes
}

function sorted<T extends { readonly rule: string }>(of: readonly T[]): readonly T[] {
  return [...of].sort((one, other) => inNaturalOrder(one.rule, other.rule))
}

/** A line for each recipe, so that a difference shows which changed. */
function inLines({ xml: ofXml, json: ofJson }: RecordedRecipes): string {
  const list = (items: readonly object[]): string => items.map((item) => `    ${JSON.stringify(item)}`).join(',\n')
  return `{\n  "xml": [\n${list(ofXml)}\n  ],\n  "json": [\n${list(ofJson)}\n  ]\n}\n`
}
