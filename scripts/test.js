// `npm test`: builds, then runs the tests of every day on one embedded PostgreSQL; `--full` those
// that take long, which are all others (`test-groups.js`). `npm test --
// test/storage/vault/vault.test.ts` builds and runs only the named files, each in a process of its
// own. `--one-by-one`: one process after another. `--coverage` runs all tests or the named ones
// and prints how much of src/ they ran. Ends with a non-zero status if anything failed.
import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readdirSync, readlinkSync, rmSync, statfsSync } from 'node:fs'
import { freemem, tmpdir } from 'node:os'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { printCoverage } from './coverage.js'
import { needForeignPrograms, prepareForeignPrograms } from './foreign-programs.js'
import { LONGEST_SECONDS, runTestFiles } from './run-test-files.js'
import { startSharedServices } from './shared-services.js'
import { inProcesses, isFull } from './test-groups.js'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const { values: options, positionals: named } = parseArgs({
  options: { full: { type: 'boolean' }, 'one-by-one': { type: 'boolean' }, coverage: { type: 'boolean' } },
  allowPositionals: true,
})
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

async function stage(name, work) {
  if (interrupted) return
  const begin = performance.now()
  const good = await work()
  if (!good) failed.push(name)
  console.log(`${good ? 'ok' : 'FAILED'}: ${name} (${((performance.now() - begin) / 1000).toFixed(1)} s)`)
}

/** The test files of each process: those that were named, or those of this kind of run. */
function testProcesses() {
  if (named.length > 0) {
    // A file that is named twice has one result.
    const sources = [...new Set(named.map((name) => relative(root, resolve(name))))]
    const missing = sources.filter((source) => !existsSync(join(root, source)))
    if (missing.length > 0) throw new Error(`no such test file: ${missing.join(', ')}`)
    return sources.map((source) => [source])
  }
  const all = readdirSync(join(root, 'test'), { recursive: true })
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => join('test', name))
  return inProcesses(options.coverage ? all : all.filter((file) => isFull(file) === (options.full ?? false)))
}

/** Programs of others that tests of this run need and that could not be had. */
let foreignWanting = []

/** Where they must be there, their absence is a failure. */
async function foreignPrograms() {
  foreignWanting = await prepareForeignPrograms(testProcesses().flat())
  return foreignWanting.length === 0 || !process.env.REQUIRE_FOREIGN
}

/** Answers whether all has passed. */
function runFiles() {
  // Uncaught errors, and the values of properties; see the files, which are loaded first.
  const first = ['without-async-hooks', 'fast-check'].map((name) => `--import=./dist/test/support/${name}.js`)
  const compiled = (source) => join('dist', source.replace(/\.ts$/, '.js'))
  return runTestFiles(
    testProcesses().map((sources) => sources.map(compiled)),
    {
      // More than the smallest machine has cores, as tests wait for more than half of their time.
      // Those that take long start many processes themselves.
      jobs: options['one-by-one'] ? 1 : options.full ? 2 : 4,
      // Source maps take time with each error that a test makes: a file that fails in a group has
      // them when it runs alone.
      launch: (files) =>
        launch(
          process.execPath,
          files.length > 1
            ? [...first, 'scripts/import-test-files.js', ...files]
            : ['--enable-source-maps', ...first, ...files],
          'pipe',
        ),
      isOver: () => interrupted !== null,
      print: console.log,
    },
  )
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
 * times longer to make them. A directory that the caller names is used instead.
 */
function temporaryFolder() {
  const inMemory = '/dev/shm'
  if (process.env.TMPDIR || !existsSync(inMemory)) return tmpdir()
  const { bavail, bsize } = statfsSync(inMemory)
  return Math.min(bavail * bsize, freemem()) >= PLENTY_BYTES ? inMemory : tmpdir()
}

async function runTests() {
  // What a test puts into the directory for temporary files goes here, and goes away. PostgreSQL's
  // user must reach it.
  const workplace = mkdtempSync(join(temporaryFolder(), 'clearway-run-'))
  chmodSync(workplace, 0o711)
  process.env.TMPDIR = workplace
  // Without it tap ends a file after half a minute.
  process.env.TAP_TIMEOUT = String(LONGEST_SECONDS - 10)
  let endShared = async () => {}
  try {
    endShared = await startSharedServices(workplace)
    if (!options.coverage) return await runFiles()
    const records = join(workplace, 'coverage')
    // Every process below writes there what it ran, children of tests included.
    process.env.NODE_V8_COVERAGE = records
    const good = await runFiles()
    delete process.env.NODE_V8_COVERAGE
    await printCoverage({ root, records, reports: join(workplace, 'reports'), print: console.log })
    return good
  } finally {
    await endShared()
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
  await import('./build.js')
  if (needForeignPrograms(testProcesses().flat())) await stage('programs of others', foreignPrograms)
  await stage('tests', runTests)
} catch (error) {
  failed.push(error instanceof Error ? error.message : String(error))
}

if (interrupted) failed.push(`interrupted by ${interrupted}`)
const wanting = leftOut()
if (wanting.length > 0) {
  console.log(`left out: the comparisons with the official validators, because there is no ${wanting.join(' and no ')}`)
}
if (foreignWanting.length > 0) {
  console.log(`left out: what programs of others say, because these could not be had: ${foreignWanting.join('; ')}`)
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
