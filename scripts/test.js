// `npm test`: lint, types, build, then every test on one embedded PostgreSQL. `npm test -- test/storage/vault.test.ts` builds and runs
// only the named files; with `--one-by-one` each in a run of its own, whose result is told when it ends. Ends with a non-zero status if anything failed.
import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readdirSync, readlinkSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { printProgress } from './tap-progress.js'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const oneByOne = process.argv.includes('--one-by-one')
const named = process.argv.slice(2).filter((argument) => argument !== '--one-by-one')
const failed = []
let child = null
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
  try {
    if (child) process.kill(-child.pid, signal)
  } catch {
    // They have ended.
  }
}

/** Runs a program of node_modules to its end; answers whether it succeeded. `show` takes what it prints, where it is not shown as it is. */
function run(program, args, show) {
  return new Promise((settle) => {
    child = spawn(join(root, 'node_modules', '.bin', program), args, {
      cwd: root,
      stdio: ['inherit', show ? 'pipe' : 'inherit', 'inherit'],
      detached: true,
    })
    const shown = show?.(child.stdout)
    child.on('error', (error) => {
      console.error(`${program}: ${error.message}`)
      settle(false)
    })
    child.on('close', (code) => {
      child = null
      Promise.resolve(shown).then(() => settle(code === 0))
    })
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
async function runFiles(files) {
  if (!oneByOne) return await runTap(['--jobs', '2', ...files])
  const before = failed.length
  // tap would choose the order itself.
  for (const file of files) await stage(file.replace(/\.js$/, '.ts').replace(/^dist./, ''), () => runTap([file]))
  return failed.length === before
}

function runTap(args) {
  return run('tap', ['run', '--reporter=tap', ...args], (output) => printProgress(output, console.log))
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
  // Everything that a test puts into the directory for temporary files goes here, and goes away. PostgreSQL's user must reach it.
  const workplace = mkdtempSync(join(tmpdir(), 'clearway-run-'))
  chmodSync(workplace, 0o711)
  process.env.TMPDIR = workplace
  let postgres = null
  try {
    if (!process.env.TEST_DATABASE_URL) {
      const { startEmbeddedPostgres } = await import('../dist/src/storage/embedded-postgres/start.js')
      const log = { info: () => {}, warn: console.error, error: console.error }
      // Nothing here outlives the run, so it need not be safe from a power cut. What must be is tested on servers of its own.
      postgres = await startEmbeddedPostgres({ dataDir: join(workplace, 'shared-server'), log, fsync: false })
      process.env.TEST_DATABASE_URL = postgres.connectionString
    }
    return interrupted ? false : await runFiles(files)
  } finally {
    await postgres?.stop()
    endServersIn(workplace)
    rmSync(workplace, { recursive: true, force: true })
  }
}

/** A test that is interrupted can't stop the servers of its own; they work in their data directories. */
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
if (!existsSync(process.env.CHROMIUM ?? '/usr/bin/chromium')) {
  console.log('left out: the API reference in a browser, because there is no Chromium')
}
if (failed.length > 0) console.error(`FAILED: ${failed.join(', ')}`)
process.exitCode = failed.length > 0 ? 1 : 0
