import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'

const ROOT = join(import.meta.dirname, '../../..')
const GUIDE = readFileSync(join(ROOT, 'CONTRIBUTING.md'), 'utf8')

/** The lines that the diffs of a text add, each with the file that it names. */
function addedLines(text: string): readonly { readonly file: string; readonly line: string }[] {
  return Array.from(text.matchAll(/^```diff\n(.*?)^```$/gms), ([, diff = '']) => diff).flatMap((diff) => {
    let file = ''
    return diff.split('\n').flatMap((line) => {
      if (line.startsWith('+++ ')) file = line.slice(4)
      else if (line.startsWith('+')) return [{ file, line: line.slice(1) }]
      return []
    })
  })
}

/** Whether a line of the file has this text, with anything in place of `…`. */
function hasLine(file: string, line: string): boolean {
  if (!existsSync(join(ROOT, file))) return false
  const parts = line.split('…').map((part) => part.replace(/[^\w\s]/g, '\\$&'))
  return new RegExp(`^${parts.join('.*')}$`, 'm').test(readFileSync(join(ROOT, file), 'utf8'))
}

t.test('the recipes show lines that are in the files that they name', (t) => {
  const added = addedLines(GUIDE)
  t.ok(added.length > 30)
  t.strictSame(
    added.filter(({ file, line }) => !hasLine(file, line)),
    [],
  )
  t.end()
})

t.test('a line that its file does not have is found', (t) => {
  const diff =
    '```diff\n+++ src/version.ts\n+import { readFileSync } from …\n+export const VERSIONS\n+++ src/none.ts\n+a\n```\n'
  const missing = addedLines(diff).filter(({ file, line }) => !hasLine(file, line))
  t.strictSame(missing, [
    { file: 'src/version.ts', line: 'export const VERSIONS' },
    { file: 'src/none.ts', line: 'a' },
  ])
  t.end()
})

t.test('the paths that the text names exist', (t) => {
  const named = Array.from(
    GUIDE.matchAll(/`((?:src|test|docs|conformance|scripts|samples|deploy|clients)\/[\w./-]*)`/g),
    ([, path = '']) => path,
  )
  t.ok(named.length > 20)
  t.strictSame(
    named.filter((path) => !existsSync(join(ROOT, path))),
    [],
  )
  t.end()
})
