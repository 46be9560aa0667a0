import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

type Environment = Readonly<Record<string, string>>

/**
 * Programs of this repository in separate processes; scripts are named by their path from here in
 * `dist/`.
 */
export class Processes {
  readonly #children: ChildProcess[] = []

  /**
   * Starts a program that keeps running, and waits until it has printed a line that `announces`
   * matches. Returns the group of that match.
   */
  async start(script: string, env: Environment, announces: RegExp): Promise<string> {
    const child = launch(script, [], env)
    this.#children.unshift(child)
    let output = ''
    for await (const chunk of child.stdout) {
      output += String(chunk)
      const match = announces.exec(output)?.[1]
      if (match === undefined) continue
      child.stdout.resume()
      return match
    }
    throw new Error(`${script} ended: ${output}`)
  }

  /** The process that was started last. */
  get newest(): number {
    const pid = this.#children[0]?.pid
    if (pid === undefined) throw new Error('nothing was started')
    return pid
  }

  /** Runs one to its end. Returns its output. */
  async run(script: string, args: readonly string[], env: Environment): Promise<string> {
    let output = ''
    for await (const chunk of launch(script, args, env).stdout) output += String(chunk)
    return output
  }

  /** Ends all started processes, the last one first. */
  async stop(): Promise<void> {
    for (const child of this.#children.splice(0)) {
      child.kill('SIGTERM')
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    }
  }
}

/** What a measurement of running services receives. */
export interface Bench {
  readonly processes: Processes
  /**
   * Settings of a service that logs errors alone, limits no caller and whose governments decide at
   * once.
   */
  readonly env: Environment & { readonly DATA_DIR: string }
}

/**
 * Measures with a temporary data directory. When the measurement ends or fails, all processes are
 * ended and the directory is removed.
 */
export async function withProcesses<Result>(measure: (bench: Bench) => Promise<Result>): Promise<Result> {
  const dataDir = mkdtempSync(join(tmpdir(), 'clearway-bench-'))
  const processes = new Processes()
  const env = {
    DATA_DIR: dataDir,
    PORT: '0',
    LOG_LEVEL: 'error',
    RATE_LIMIT_PER_MINUTE: '100000000',
    SIMULATED_DECISION_SECONDS: '0',
  }
  try {
    return await measure({ processes, env })
  } finally {
    await processes.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

function launch(script: string, args: readonly string[], env: Environment) {
  return spawn(process.execPath, [fileURLToPath(new URL(script, import.meta.url)), ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
}
