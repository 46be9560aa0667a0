import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'

const ROOT = join(import.meta.dirname, '../../..')

interface Tables {
  readonly FULL: Readonly<Record<string, string>>
  readonly ALONE: Readonly<Record<string, string>>
  readonly GROUPS: Readonly<Record<string, readonly string[]>>
  readonly isFull: (file: string) => boolean
  readonly inProcesses: (files: readonly string[]) => readonly (readonly string[])[]
}

const { FULL, ALONE, GROUPS, isFull, inProcesses } = (await import(`${ROOT}/scripts/test-groups.js`)) as Tables

const files = readdirSync(join(ROOT, 'test'), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.test.ts'))
  .map((name) => `test/${name}`)
  .sort()
const fits = (file: string, path: string): boolean => file === path || (path.endsWith('/') && file.startsWith(path))

t.test('each file runs in exactly one process of exactly one of the two commands', async (t) => {
  const every = inProcesses(files.filter((file) => !isFull(file))).flat()
  const full = inProcesses(files.filter(isFull)).flat()
  t.strictSame([...every, ...full].sort(), files)
  t.ok(every.length > 300)
  t.ok(full.length > 20)
})

t.test('each entry names a file or folder of tests, and gives its reason', async (t) => {
  const reasons = Object.entries({ ...FULL, ...ALONE })
  for (const [path, reason] of reasons) t.ok(reason.length > 3, path)
  for (const path of [...reasons.map(([path]) => path), ...Object.values(GROUPS).flat()]) {
    t.ok(existsSync(join(ROOT, path)), `${path} exists`)
    t.ok(
      files.some((file) => fits(file, path)),
      `${path} has tests`,
    )
  }
})

t.test('an entry belongs to one table', async (t) => {
  const paths = [...Object.keys(FULL), ...Object.keys(ALONE), ...Object.values(GROUPS).flat()]
  t.strictSame([...new Set(paths)].sort(), [...paths].sort())
  for (const path of Object.keys(ALONE)) t.notOk(isFull(path), path)
})

t.test('every folder of tests has a group, and a group has many files', async (t) => {
  for (const group of inProcesses(files.filter((file) => !isFull(file)))) {
    if (group.length === 1) t.ok(group[0] !== undefined && group[0] in ALONE, `${group[0]} shares a process`)
  }
  const longest = inProcesses(files.filter(isFull)).map((group) => group.length)
  t.ok(longest.every((length) => length === 1))
})
