import { type ChildProcess, type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { eventStoreSettings } from './event-store.js'
import { waitFor } from './wait-for.js'

/**
 * What users start, which is also there sooner; where coverage is measured the single files, which
 * it is counted for.
 */
const PROGRAMS = process.env['NODE_V8_COVERAGE'] === undefined ? '../../bundle/' : '../../src/'
const MAIN = fileURLToPath(new URL(`${PROGRAMS}main.js`, import.meta.url))
const CLI = fileURLToPath(new URL(`${PROGRAMS}cli.js`, import.meta.url))

/** The whole service as a process of its own, on real files and a real port. */
export interface RunningService {
  readonly url: string
  readonly process: ChildProcess
  /** What it has printed so far. */
  readonly output: () => string
}

/** How a process ended. `status` is null after a signal. */
export interface Ended {
  readonly status: number | null
  readonly stdout: string
  readonly stderr: string
}

/** A temporary DATA_DIR, removed when the test ends. */
export function temporaryDataDir(t: { teardown(handler: () => void): void }): string {
  const dataDir = mkdtempSync(join(tmpdir(), 'clearway-service-'))
  t.teardown(() => {
    rmSync(dataDir, { recursive: true, force: true })
  })
  return dataDir
}

/**
 * A port of 127.0.0.1 that was free a moment ago. It is below those that the system gives to
 * connections, one of which would soon have it.
 */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < 100; tries += 1) {
    const port = randomInt(11_000, 32_000)
    const probe = createServer().listen(port, '127.0.0.1')
    const isFree = await once(probe, 'listening').then(
      () => true,
      () => false,
    )
    if (!isFree) continue
    probe.close()
    await once(probe, 'close')
    return port
  }
  throw new Error('no port is free')
}

/**
 * Starts the service and waits until it takes requests; without the role `api` (its `url` is then
 * empty), until it works. `program` is its file where that is not the usual one.
 */
export async function startProcess(
  env: Readonly<Record<string, string>>,
  program: string = MAIN,
): Promise<RunningService> {
  const child = launch(program, [], env)
  let stdout = ''
  let stderr = ''
  child.stdout.on('data', (chunk) => (stdout += String(chunk)))
  child.stderr.on('data', (chunk) => (stderr += String(chunk)))
  const { address: url } = await waitFor(
    'the service is there',
    () => {
      if (child.exitCode !== null || child.signalCode !== null) throw new Error(`it ended instead: ${stdout}${stderr}`)
      const said = /Clearway (?:listens on (\S+)|runs)/.exec(stdout)
      return said && { address: said[1] ?? '' }
    },
    // A machine that is busy with many of them takes its time.
    120_000,
  )
  return { url, process: child, output: () => stdout + stderr }
}

/** Runs the service until it ends by itself. */
export function runMain(env: Readonly<Record<string, string>>): Promise<Ended> {
  return runToEnd(MAIN, [], env)
}

/** Runs a command in a process of its own; `runCli` runs it in this one. */
export function runCliProcess(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  stdin = '',
): Promise<Ended> {
  return runToEnd(CLI, args, env, stdin)
}

/** A command in a process of its own. */
export interface CliProcess {
  readonly process: ChildProcessWithoutNullStreams
  /** What it has printed so far. */
  readonly stdout: () => string
  readonly stderr: () => string
}

/** Starts a command in a process of its own, where that is the subject: for signals and pipes. */
export function startCli(args: readonly string[], env: Readonly<Record<string, string>> = {}): CliProcess {
  const child = launch(CLI, args, env)
  let stdout = ''
  let stderr = ''
  child.stdout.on('data', (chunk) => (stdout += String(chunk)))
  child.stderr.on('data', (chunk) => (stderr += String(chunk)))
  return { process: child, stdout: () => stdout, stderr: () => stderr }
}

/** Ends it as an operator would, and answers its status. */
export async function stopProcess({ process: child }: RunningService): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) {
    child.kill('SIGTERM')
    await once(child, 'exit')
  }
  return child.exitCode
}

/** kill -9, of the service alone or together with its PostgreSQL. */
export async function killProcess({ process: child }: RunningService, dataDir: string, all: boolean): Promise<void> {
  const postmaster = all ? postmasterOf(dataDir) : null
  child.kill('SIGKILL')
  if (postmaster !== null) process.kill(postmaster, 'SIGKILL')
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
}

function postmasterOf(dataDir: string): number {
  return Number(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0])
}

async function runToEnd(
  program: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  stdin = '',
): Promise<Ended> {
  const child = launch(program, args, env)
  let stdout = ''
  let stderr = ''
  child.stdout.on('data', (chunk) => (stdout += String(chunk)))
  child.stderr.on('data', (chunk) => (stderr += String(chunk)))
  child.stdin.end(stdin)
  await once(child, 'close')
  return { status: child.exitCode, stdout, stderr }
}

function launch(
  program: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): ChildProcessWithoutNullStreams {
  return spawn(process.execPath, [program, ...args], { env: environmentOf(env), stdio: ['pipe', 'pipe', 'pipe'] })
}

/** These settings, with the event store of this run, and nothing else of this process. */
export function environmentOf(env: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  const store = eventStoreSettings(env['DATABASE_URL'] ?? env['DATA_DIR'] ?? '')
  return { PATH: process.env['PATH'], HOME: process.env['HOME'], ...store, ...env }
}
