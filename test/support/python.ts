import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/** The folder of the client for Python. */
export const PYTHON_CLIENT = fileURLToPath(new URL('../../../clients/python', import.meta.url))

/** How a program ended, with all that it printed. */
interface PythonRun {
  readonly status: number | null
  readonly output: string
}

/** Whether there is a Python. Where REQUIRE_PYTHON is set, its absence is an error. */
export function hasPython(): boolean {
  if (spawnSync('python3', ['--version']).status === 0) return true
  if (process.env['REQUIRE_PYTHON']) throw new Error('there is no python3')
  return false
}

/** Runs Python to its end, with the client in reach. */
export async function runPython(
  args: readonly string[],
  { cwd, env = {} }: { readonly cwd: string; readonly env?: Readonly<Record<string, string>> },
): Promise<PythonRun> {
  const child = spawn('python3', ['-W', 'error', ...args], {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
    // It leaves no compiled files in the sources, and no proxy comes between.
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      PYTHONPATH: PYTHON_CLIENT,
      PYTHONDONTWRITEBYTECODE: '1',
      PYTHONUTF8: '1',
      ...env,
    },
  })
  let output = ''
  child.stdout.on('data', (chunk) => (output += String(chunk)))
  child.stderr.on('data', (chunk) => (output += String(chunk)))
  await once(child, 'close')
  return { status: child.exitCode, output }
}
