import { readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import t from 'tap'
import { gatherFacts } from '../../../../src/http/docs/reference/gather.js'

const SOURCES = join(import.meta.dirname, '../../../../../src')

/**
 * The sources that are loaded with one: what it imports when it starts, and what that imports.
 * Types and `import()` load nothing.
 */
function loadedWith(entry: string): ReadonlySet<string> {
  const loaded = new Set<string>()
  const visit = (file: string): void => {
    if (loaded.has(file)) return
    loaded.add(file)
    const text = readFileSync(file, 'utf8')
    for (const [, from = ''] of text.matchAll(/^(?:import|export) (?!type )[^;]*?from '(\.[^']+)'/gm))
      visit(join(dirname(file), from.replace(/\.js$/, '.ts')))
  }
  visit(join(SOURCES, entry))
  return new Set(Array.from(loaded, (file) => relative(SOURCES, file)))
}

t.test('the service starts without the reference of rules', async (t) => {
  const loaded = loadedWith('main.ts')
  t.ok(loaded.has('http/docs/rule-routes.ts'))
  t.ok(loaded.has('countries/judging/profiles.ts'))
  for (const file of ['gather', 'reference', 'search', 'reasons', 'examples'])
    t.notOk(loaded.has(`http/docs/reference/${file}.ts`), file)
  t.ok(loadedWith('http/docs/reference/reference.ts').has('http/docs/reference/examples.ts'), 'it would be seen')
})

t.test('the reference is built in small steps, so that others are answered meanwhile', async (t) => {
  const making = gatherFacts()
  let steps = 0
  for (let step = making.next(); ; step = making.next()) {
    steps += 1
    if (step.done !== true) continue
    t.ok(step.value.size > 1000, `${step.value.size} rules`)
    t.ok(steps > step.value.size, `${steps} steps`)
    return
  }
})
