// Which files ESLint must look at since it last had nothing to say. Its own cache knows a file by
// its text alone, but its rules also use the types of what the file imports: so a file counts as
// changed with each file that it imports, directly or through others.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** What judges every file. */
const JUDGES = ['eslint.config.js', 'package-lock.json', 'tsconfig.json', 'src/http/docs/browser/tsconfig.json']

/**
 * @param {string} root the repository
 * @param {string} memory the file that remembers
 * @returns {{ files: readonly string[], allGood: () => void }} paths below the repository, and
 * what to call when none of them has a fault
 */
export function unlintedFiles(root, memory) {
  const ofGit = ['ls-files', '-co', '--exclude-standard', '--', '*.ts', '*.js']
  const { stdout, stderr, status } = spawnSync('git', ofGit, { cwd: root, encoding: 'utf8' })
  if (status !== 0) throw new Error(`git does not list the files: ${stderr}`)
  const files = stdout.split('\n').filter((file) => file !== '' && existsSync(join(root, file)))
  const texts = new Map(files.map((file) => [file, readFileSync(join(root, file), 'utf8')]))
  const digests = new Map([...texts].map(([file, text]) => [file, digest(text)]))
  const rules = readdirSync(join(root, 'scripts', 'lint')).map((name) => `scripts/lint/${name}`)
  const judges = digest([...JUDGES, ...rules].map((file) => readFileSync(join(root, file), 'utf8')).join('\0'))
  const imports = new Map([...texts].map(([file, text]) => [file, importsOf(file, text)]))
  const now = files.map((file) => [
    file,
    digest(
      judges +
        reached(file, imports)
          .map((each) => digests.get(each))
          .join(),
    ),
  ])
  const before = existsSync(memory) ? JSON.parse(readFileSync(memory, 'utf8')) : {}
  return {
    files: now.flatMap(([file, hash]) => (before[file] === hash ? [] : [file])),
    allGood: () => {
      mkdirSync(dirname(memory), { recursive: true })
      writeFileSync(memory, JSON.stringify(Object.fromEntries(now)))
    },
  }
}

/** @param {string} text */
function digest(text) {
  return createHash('sha256').update(text).digest('base64')
}

/** What stands in the repository under the name that it has once compiled. */
function importsOf(file, text) {
  const names = text.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*['"](\.[^'"]+)['"]/g)
  return Array.from(names, ([, name]) => join(dirname(file), name)).flatMap((path) => [
    path,
    path.replace(/\.js$/, '.ts'),
  ])
}

/** The file and all that it imports, in a certain order. */
function reached(file, imports) {
  const found = new Set([file])
  for (const each of found) for (const next of imports.get(each) ?? []) if (imports.has(next)) found.add(next)
  return [...found].sort()
}
