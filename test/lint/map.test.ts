import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, sep } from 'node:path'
import t from 'tap'

const ROOT = join(import.meta.dirname, '../../..')
const SOURCES = join(ROOT, 'src')

t.test('the tree in README is the tree of src', (t) => {
  const readme = readFileSync(join(ROOT, 'README.md'), 'utf8')
  const [, tree = ''] = /^ {4}src\/\n((?: {6}.*\n)+)/m.exec(readme) ?? []
  const named = Array.from(tree.matchAll(/^ {6}([a-z]+)\/ /gm), ([, name]) => name)
  const rooms = readdirSync(SOURCES, { withFileTypes: true }).filter((entry) => entry.isDirectory())
  t.strictSame([...named].sort(), rooms.map(({ name }) => name).sort())
  const files = readdirSync(SOURCES, { withFileTypes: true }).filter((entry) => entry.isFile())
  t.strictSame(files.map(({ name }) => name).sort(), ['cli.ts', 'main.ts', 'version.ts'])
  t.end()
})

t.test('no two folders import each other, directly or through others', (t) => {
  t.strictSame(circles(foldersImported(importsIn(SOURCES))), [])
  t.end()
})

t.test('a circle of folders is found', (t) => {
  const imports = new Map([
    ['a/one.ts', ['b/c/two.ts']],
    ['b/three.ts', ['a/four.ts']],
    ['b/c/two.ts', ['b/d/five.ts']],
    ['b/d/five.ts', ['b/six.ts']],
  ])
  t.strictSame(circles(foldersImported(imports)), ['a → b → a'])
  t.end()
})

/** What each file imports, by paths below the folder. */
function importsIn(folder: string): ReadonlyMap<string, readonly string[]> {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'))
  return new Map(
    files.map((file) => {
      const text = readFileSync(join(folder, file), 'utf8')
      const imported = text.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*'(\.[^']+)\.js'/g)
      return [file, Array.from(imported, ([, path = '']) => `${join(dirname(file), path)}.ts`)]
    }),
  )
}

/**
 * Which folder imports which: of two files the folders in which their ways part. A folder and the
 * files that lie beside it in the same folder belong together.
 */
function foldersImported(imports: ReadonlyMap<string, readonly string[]>): ReadonlyMap<string, ReadonlySet<string>> {
  const arrows = new Map<string, Set<string>>()
  for (const [file, imported] of imports) {
    for (const other of imported) {
      const [from, to] = [dirname(file).split(sep), dirname(other).split(sep)]
      const shared = from.findIndex((name, index) => name !== to[index])
      if (shared === -1 || shared >= to.length || from[shared] === '.' || to[shared] === '.') continue
      const [one, another] = [from, to].map((path) => path.slice(0, shared + 1).join('/')) as [string, string]
      arrows.set(one, (arrows.get(one) ?? new Set()).add(another))
    }
  }
  return arrows
}

/** The shortest circle through each folder that lies on one, each circle once. */
function circles(arrows: ReadonlyMap<string, ReadonlySet<string>>): readonly string[] {
  const found = new Map<string, string>()
  for (const start of arrows.keys()) {
    const cameFrom = new Map<string, string>()
    const reached = [start]
    for (const folder of reached) {
      if (arrows.get(folder)?.has(start)) {
        const way = [start]
        for (let at = folder; at !== start; at = cameFrom.get(at) ?? start) way.unshift(at)
        const key = [...way].sort().join()
        if (!found.has(key)) found.set(key, [start, ...way].join(' → '))
        break
      }
      for (const next of arrows.get(folder) ?? []) {
        if (next === start || cameFrom.has(next)) continue
        cameFrom.set(next, folder)
        reached.push(next)
      }
    }
  }
  return [...found.values()]
}
