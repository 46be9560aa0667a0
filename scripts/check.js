// `npm run check`: lint, types, format, exports and licences, of what has changed since the last
// check; unchanged files are remembered below node_modules/.cache. A fresh clone remembers none,
// so CI checks all. Ends with a non-zero status if anything failed.
import { spawn } from 'node:child_process'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { checkLicences } from './licences.js'
import { needlessExports } from './needless-exports.js'
import { unlintedFiles } from './unlinted-files.js'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const caches = join(root, 'node_modules', '.cache')
let hasFailed = false

/** TypeScript 7, by its path: `.bin/tsc` may be that of TypeScript 5.9, which others need. */
const TSC = '../typescript-native/bin/tsc'

/** Runs a program of node_modules/.bin to its end; answers whether it succeeded. */
function run(program, args) {
  return new Promise((settle) => {
    spawn(join(root, 'node_modules', '.bin', program), args, { cwd: root, stdio: 'inherit' })
      .on('error', (error) => {
        console.error(`${program}: ${error.message}`)
        settle(false)
      })
      .on('close', (code) => settle(code === 0))
  })
}

async function stage(name, work) {
  const begin = performance.now()
  const good = await work()
  hasFailed ||= !good
  console.log(`${good ? 'ok' : 'FAILED'}: ${name} (${((performance.now() - begin) / 1000).toFixed(1)} s)`)
}

async function eslint() {
  const { files, allGood } = unlintedFiles(root, join(caches, 'eslint.json'))
  if (files.length === 0) return true
  const good = await run('eslint', ['--max-warnings', '0', '--no-warn-ignored', ...files])
  if (good) allGood()
  return good
}

function exportsAreUsed() {
  const needless = needlessExports(root)
  for (const { file, line, name } of needless)
    console.error(`${file}:${line}: no other file uses ${name}; remove the word export, or the declaration`)
  return needless.length === 0
}

const prettier = () =>
  run('prettier', ['--check', '--log-level', 'warn', '--cache', '--cache-strategy', 'content', '.'])
const types = async () =>
  (await run(TSC, ['--noEmit'])) && (await run(TSC, ['--noEmit', '-p', 'src/http/docs/browser']))

await Promise.all([
  stage('eslint', eslint),
  stage('licences', async () => checkLicences()),
  stage('exports', async () => exportsAreUsed()),
  stage('prettier', prettier).then(() => stage('types', types)),
])
process.exitCode = hasFailed ? 1 : 0
