// `npm test`: lint, types, build, then every test on one embedded PostgreSQL. `npm test -- test/storage/vault.test.ts` builds and runs
// only the named files. Ends with a non-zero status if anything failed.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const named = process.argv.slice(2)
const failed = []
let child = null
let interrupted = null

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    interrupted ??= signal
    child?.kill(signal)
  })
}

/** Runs a program of node_modules to its end; answers whether it succeeded. */
function run(program, args, env = {}) {
  return new Promise((settle) => {
    child = spawn(join(root, 'node_modules', '.bin', program), args, {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, ...env },
    })
    child.on('error', (error) => {
      console.error(`${program}: ${error.message}`)
      settle(false)
    })
    child.on('exit', (code) => settle(code === 0))
  })
}

async function stage(name, work) {
  if (interrupted) return
  const begin = performance.now()
  const good = await work()
  if (!good) failed.push(name)
  console.log(`${good ? 'ok' : 'FAILED'}: ${name} (${((performance.now() - begin) / 1000).toFixed(1)} s)`)
}

/** The compiled test files: all, or those that were named as source files. */
function testFiles() {
  const sources =
    named.length > 0
      ? named.map((name) => relative(root, resolve(name)))
      : readdirSync(join(root, 'test'), { recursive: true })
          .filter((name) => name.endsWith('.test.ts'))
          .map((name) => join('test', name))
          .sort()
  const missing = sources.filter((source) => !existsSync(join(root, source)))
  if (missing.length > 0) throw new Error(`no such test file: ${missing.join(', ')}`)
  return sources.map((source) => join('dist', source.replace(/\.ts$/, '.js')))
}

/** Some tests compare with the official artefacts, which are not a part of this repository. */
function leftOut() {
  const shared = join(root, '..', 'shared')
  const wanting = []
  if (!existsSync(shared)) wanting.push('../shared (the official artefacts)')
  if (spawnSync('java', ['-version']).status !== 0) wanting.push('Java')
  if (!existsSync(process.env.SAXON_JAR ?? '/usr/share/java/Saxon-HE.jar')) wanting.push('Saxon')
  return wanting
}

async function runTests() {
  const files = testFiles()
  const env = {}
  let stop = async () => {}
  if (!process.env.TEST_DATABASE_URL) {
    const { startEmbeddedPostgres } = await import('../dist/src/storage/embedded-postgres/start.js')
    const dataDir = mkdtempSync(join(tmpdir(), 'clearway-test-'))
    const log = { info: () => {}, warn: console.error, error: console.error }
    // Nothing here outlives the run, so it need not be safe from a power cut. What must be is tested on servers of its own.
    const postgres = await startEmbeddedPostgres({ dataDir, log, fsync: false })
    env.TEST_DATABASE_URL = postgres.connectionString
    stop = async () => {
      await postgres.stop()
      rmSync(dataDir, { recursive: true, force: true })
    }
  }
  try {
    return interrupted ? false : await run('tap', ['run', '--jobs', '2', ...files], env)
  } finally {
    await stop()
  }
}

try {
  if (named.length === 0) {
    await stage('eslint', () => run('eslint', ['--max-warnings', '0', '.']))
    await stage('prettier', () => run('prettier', ['--check', '--log-level', 'warn', '.']))
    await stage('types', () => run('tsc', ['--noEmit']))
  }
  await import('./build.js')
  await stage('tests', runTests)
} catch (error) {
  failed.push(error instanceof Error ? error.message : String(error))
}

if (interrupted) failed.push(`interrupted by ${interrupted}`)
const wanting = leftOut()
if (wanting.length > 0) {
  console.log(`left out: the comparisons with the official validators, because there is no ${wanting.join(' and no ')}`)
}
if (failed.length > 0) console.error(`FAILED: ${failed.join(', ')}`)
process.exitCode = failed.length > 0 ? 1 : 0
