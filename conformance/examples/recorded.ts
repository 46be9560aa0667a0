import { profileOfCountry } from '../../src/countries/judging/profiles.js'
import { generatedBy } from '../generated.js'
import type { Base } from './bases.js'
import { jsonSnippet } from './json-snippet.js'
import { samplesOf } from './json-sample.js'
import { changedAt } from './json-search.js'
import type { RecordedRecipes } from './recipe.js'
import { snippets } from './snippet.js'

/** `src/http/docs/reference/recorded-examples.txt` for these recipes. */
export function recordedText({ xml, json }: RecordedRecipes, bases: ReadonlyMap<string, Base>): string {
  const rows = new Map<string, string[][]>()
  const add = (rule: string, row: readonly string[]): void => {
    rows.set(rule, [...(rows.get(rule) ?? []), [...row]])
  }
  for (const recipe of json) {
    const body = samplesOf(recipe.country).get(recipe.sample)
    if (body === undefined) throw new Error(`no sample ${recipe.sample}`)
    const broken = changedAt(body, recipe.path, recipe.value)
    const profile = profileOfCountry(recipe.country)?.name ?? ''
    add(recipe.rule, [profile, 'json', jsonSnippet(broken, recipe.path), jsonSnippet(body, recipe.path)])
  }
  for (const { rule, base: name, patches } of xml) {
    const base = bases.get(name)
    if (base === undefined) throw new Error(`no base ${name}`)
    const { before, after } = snippets(base.document, patches)
    add(rule, [base.profile, base.syntax, after, before])
  }
  const lines = [...rows].map(([rule, examples]) => JSON.stringify([rule, ...examples]))
  const head = [
    `# ${generatedBy('rules:examples')}`,
    '# For each rule a line of JSON: its id, and its examples as [profile, syntax, broken, sound].',
  ]
  return `${[...head, ...lines].join('\n')}\n`
}
