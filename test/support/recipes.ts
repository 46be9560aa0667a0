import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { RecordedRecipes } from '../../conformance/examples/recipe.js'

const FILE = join(import.meta.dirname, '../../../test/http/docs/reference/rule-examples.json')

/** The changes that break each rule, as they were found for the rules' pages. */
export function readRecipes(): RecordedRecipes {
  return JSON.parse(readFileSync(FILE, 'utf8')) as RecordedRecipes
}
