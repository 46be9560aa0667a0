import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import t from 'tap'

const ROOT = join(import.meta.dirname, '../../..')

/** Folders of the repository with texts that eslint does not read, and files beside them. */
const FOLDERS = ['.ci', 'clients', 'deploy', 'docs', 'samples', 'src', 'test']
const FILES = ['.env.example', 'Dockerfile', 'docker-compose.yml']
const TEXTS = /\.(md|ya?ml|cfg|css|py)$|^(deploy|samples)\/.*\.json$|^\.ci\/run$/
/** What others wrote: packages, what a build made. */
const FOREIGN = /(^|\/)(node_modules|dist)\//

const { avoidedWords } = (await import(`${ROOT}/scripts/lint/plain-english.js`)) as {
  avoidedWords: (text: string) => readonly { readonly index: number; readonly word: string; readonly instead: string }[]
}

/** The avoided words of a text, each with its line. */
function findings(name: string, text: string): readonly string[] {
  return avoidedWords(text).map(({ index, word, instead }) => {
    const line = text.slice(0, index).split('\n').length
    return `${name}:${line}: "${word}": write ${instead}`
  })
}

/** The paths of all documents and settings of the repository, from its root. */
function documents(): readonly string[] {
  const inFolders = FOLDERS.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => relative(ROOT, join(parentPath, name))),
  )
  const beside = readdirSync(ROOT).filter((name) => FILES.includes(name) || name.endsWith('.md'))
  return [...beside, ...inFolders.filter((path) => TEXTS.test(path) && !FOREIGN.test(path))]
}

t.test('documents and settings avoid the same words as the code', (t) => {
  const all = documents()
  for (const path of ['README.md', '.env.example', '.ci/run', 'docs/decisions/README.md', 'clients/python/README.md']) {
    t.ok(all.includes(path), path)
  }
  t.strictSame(
    all.flatMap((path) => findings(path, readFileSync(join(ROOT, path), 'utf8'))),
    [],
  )
  t.end()
})

t.test('a finding names the file, the line, the word and its replacement', (t) => {
  t.strictSame(findings('a.md', 'One\nIt goes\non. Amended, nobody else.\n'), [
    'a.md:2: "goes on": write continue',
    'a.md:3: "nobody": write who it is (no caller, no process) or "no one"',
  ])
  t.end()
})
