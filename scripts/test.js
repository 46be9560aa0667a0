// `npm test`: lint, types, build, then every test on one embedded PostgreSQL. `npm test --
// test/storage/vault/vault.test.ts` builds and runs only the named files; with `--one-by-one` one
// after another. `--coverage` runs the tests alone and prints how much of src/ they ran. Ends with
// a non-zero status if anything failed.
import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readdirSync, readlinkSync, rmSync, statfsSync } from 'node:fs'
import { freemem, tmpdir } from 'node:os'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { printCoverage } from './coverage.js'
import { checkLicences } from './licences.js'
import { LONGEST_SECONDS, runTestFiles } from './run-test-files.js'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const oneByOne = process.argv.includes('--one-by-one')
const isMeasured = process.argv.includes('--coverage')
const named = process.argv.slice(2).filter((argument) => !['--one-by-one', '--coverage'].includes(argument))
/** Several times what a run has there at once. */
const PLENTY_BYTES = 8 * 1024 ** 3
const failed = []
const children = new Set()
let interrupted = null

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    interrupted ??= signal
    endChildren('SIGTERM')
    setTimeout(endChildren, 3_000, 'SIGKILL').unref()
  })
}

/** The children have a group of their own, so that grandchildren end too. */
function endChildren(signal) {
  for (const child of children) {
    try {
      process.kill(-child.pid, signal)
    } catch {
      // They have ended.
    }
  }
}

/** Starts a program in a process group of its own. */
function launch(program, args, output) {
  const child = spawn(program, args, { cwd: root, stdio: ['ignore', output, 'inherit'], detached: true })
  children.add(child)
  const forget = () => children.delete(child)
  return child.on('error', forget).on('close', forget)
}

/** Runs a program of node_modules to its end; answers whether it succeeded. */
function run(program, args) {
  return new Promise((settle) => {
    launch(join(root, 'node_modules', '.bin', program), args, 'inherit')
      .on('error', (error) => {
        console.error(`${program}: ${error.message}`)
        settle(false)
      })
      .on('close', (code) => settle(code === 0))
  })
}

async function stage(name, work) {
  if (interrupted) return
  const begin = performance.now()
  const good = await work()
  if (!good) failed.push(name)
  console.log(`${good ? 'ok' : 'FAILED'}: ${name} (${((performance.now() - begin) / 1000).toFixed(1)} s)`)
}

/** Answers whether all has passed. */
function runFiles(files) {
  // Errors that nobody catches, and what properties draw; see the files, which are loaded first.
  const first = ['without-async-hooks', 'fast-check'].map((name) => `--import=./dist/test/support/${name}.js`)
  const options = ['--enable-source-maps', ...first]
  return runTestFiles(files, {
    // More than the smallest machine has cores: the longest files mostly wait.
    jobs: oneByOne ? 1 : 4,
    launch: (file) => launch(process.execPath, [...options, file], 'pipe'),
    isOver: () => interrupted !== null,
    print: console.log,
  })
}

/** The compiled test files: all, or those that were named as source files. */
function testFiles() {
  const sources =
    named.length > 0
      ? named.map((name) => relative(root, resolve(name)))
      : readdirSync(join(root, 'test'), { recursive: true })
          .filter((name) => name.endsWith('.test.ts'))
          .map((name) => join('test', name))
          .sort(longestFirst)
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

/**
 * In memory where there is plenty: databases are thousands of small files, and a disk takes many
 * times longer to make them. Whoever names a directory for temporary files gets that one.
 */
function temporaryFolder() {
  const inMemory = '/dev/shm'
  if (process.env.TMPDIR || !existsSync(inMemory)) return tmpdir()
  const { bavail, bsize } = statfsSync(inMemory)
  return Math.min(bavail * bsize, freemem()) >= PLENTY_BYTES ? inMemory : tmpdir()
}

async function runTests() {
  const files = testFiles()
  // What a test puts into the directory for temporary files goes here, and goes away. PostgreSQL's
  // user must reach it.
  const workplace = mkdtempSync(join(temporaryFolder(), 'clearway-run-'))
  chmodSync(workplace, 0o711)
  process.env.TMPDIR = workplace
  // Without it tap ends a file after half a minute.
  process.env.TAP_TIMEOUT = String(LONGEST_SECONDS - 10)
  let postgres = null
  let judge = null
  try {
    const { isJudgeInstalled } = await import('../dist/test/support/judge/java-judge.js')
    if (isJudgeInstalled()) {
      const { startBroker } = await import('../dist/test/support/judge/broker.js')
      process.env.JUDGE_SOCKET = join(workplace, 'judge.sock')
      judge = await startBroker(process.env.JUDGE_SOCKET)
    }
    if (!process.env.TEST_DATABASE_URL) {
      const { startEmbeddedPostgres } = await import('../dist/src/storage/embedded-postgres/start.js')
      const log = { info: () => {}, warn: console.error, error: console.error }
      // The data do not outlive the run, so a power cut does not matter. What must survive one is
      // tested on other servers.
      postgres = await startEmbeddedPostgres({ dataDir: join(workplace, 'shared-server'), log, fsync: false })
      process.env.TEST_DATABASE_URL = postgres.connectionString
    }
    if (!isMeasured) return await runFiles(files)
    const records = join(workplace, 'coverage')
    // Every process below writes there what it ran, children of tests included.
    process.env.NODE_V8_COVERAGE = records
    const good = await runFiles(files)
    delete process.env.NODE_V8_COVERAGE
    await printCoverage({ root, records, reports: join(workplace, 'reports'), print: console.log })
    return good
  } finally {
    await judge?.close()
    await postgres?.stop()
    endServersIn(workplace)
    rmSync(workplace, { recursive: true, force: true })
  }
}

/**
 * A test that is interrupted can't stop the servers of its own; they work in their data
 * directories.
 */
function endServersIn(directory) {
  if (!existsSync('/proc/self/cwd')) return
  for (const pid of readdirSync('/proc').map(Number)) {
    try {
      if (pid > 0 && readlinkSync(`/proc/${pid}/cwd`).startsWith(`${directory}/`)) process.kill(pid, 'SIGKILL')
    } catch {
      // Gone, or somebody else's.
    }
  }
}

try {
  if (named.length === 0 && !isMeasured) {
    await Promise.all([
      stage('eslint', () => run('eslint', ['--max-warnings', '0', '.'])),
      stage('licences', async () => checkLicences()),
      stage('prettier', () => run('prettier', ['--check', '--log-level', 'warn', '.'])).then(() =>
        stage(
          'types',
          async () => (await run('tsc', ['--noEmit'])) && run('tsc', ['--noEmit', '-p', 'src/http/docs/browser']),
        ),
      ),
    ])
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
if (!existsSync(process.env.CHROMIUM ?? '/usr/bin/chromium')) {
  console.log('left out: the API reference in a browser, because there is no Chromium')
}
if (spawnSync('python3', ['--version']).status !== 0) {
  console.log('left out: the client for Python, because there is no Python')
}
if (spawnSync('promtool', ['--version']).status !== 0) {
  console.log('left out: alerts and queries in PromQL, because there is no promtool')
}
if (failed.length > 0) console.error(`FAILED: ${failed.join(', ')}`)
process.exitCode = failed.length > 0 ? 1 : 0

/**
 * The folders whose files take longest begin first: else the last of them would run alone.
 *
 * @param {string} one
 * @param {string} other
 */
function longestFirst(one, other) {
  /** @param {string} file */
  const isLong = (file) => /\/(torture|simulation|service)\//.test(file)
  if (isLong(one) !== isLong(other)) return isLong(one) ? -1 : 1
  // torture, simulation, service: that is the order of how long they take.
  const order = one < other ? -1 : 1
  return isLong(one) ? -order : order
}
