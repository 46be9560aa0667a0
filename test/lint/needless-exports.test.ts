import { join } from 'node:path'
import t from 'tap'

const ROOT = join(import.meta.dirname, '../../..')

interface Finder {
  readonly needlessIn: (
    texts: ReadonlyMap<string, string>,
  ) => readonly { readonly file: string; readonly line: number; readonly name: string }[]
}
const { needlessIn } = (await import(`${ROOT}/scripts/needless-exports.js`)) as Finder

/** What is found in `src/a.ts` beside another file. */
function found(text: string, other = '', otherFile = 'src/b/c.ts'): readonly string[] {
  const texts = new Map([
    ['src/a.ts', text],
    [otherFile, other],
  ])
  return needlessIn(texts)
    .filter(({ file }) => file === 'src/a.ts')
    .map(({ line, name }) => `${line}: ${name}`)
}

t.test('an export that its own file alone uses is found', (t) => {
  t.strictSame(
    found(
      'export const a = 1\nexport function b() { return a }\nexport interface C {}\nexport type D = C\nconst e = b()',
    ),
    ['1: a', '2: b', '3: C', '4: D'],
  )
  t.strictSame(found('export const { a, b: [c] } = x\nexport class F {}\nexport { g, h as i }'), [
    '1: a',
    '1: c',
    '2: F',
    '3: g',
    '3: i',
  ])
  t.end()
})

t.test('each way to use an export counts', (t) => {
  for (const use of [
    "import { a } from '../a.js'",
    "import type { a } from '../a.js'",
    "import { a as b } from '../a.js'",
    "export { a } from '../a.js'",
    "export * from '../a.js'",
    "import * as all from '../a.js'; all.a()",
    "import * as all from '../a.js'; const copy = all",
    "type A = import('../a.js').a",
    "const { a } = await import('../a.js')",
    "new Worker(new URL('../a.js', import.meta.url))",
    "declare module '../a.js' { interface a {} }",
  ])
    t.strictSame(found('export const a = 1', use), [], use)
  t.strictSame(found('export const a = 1', "import { a } from '../dist/src/a.js'", 'scripts/b.js'), [])
  t.end()
})

t.test('another name, another file or a member of the same name is no use', (t) => {
  for (const use of [
    "import { b as a } from '../a.js'",
    "import { a } from '../b.js'",
    "import * as all from '../a.js'; all.b()",
    'export const a = 1',
  ])
    t.strictSame(found('export const a = 1', use), ['1: a'], use)
  t.end()
})
