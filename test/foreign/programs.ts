import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Test } from 'tap'
import { ROOT } from '../countries/accepted-sample.js'

const FOLDER = join(ROOT, 'test', 'foreign')

/** A program that asks one of others: it gets a JSON value, and prints one per line. */
export type ForeignProgram = (question: unknown) => Promise<readonly unknown[]>

/** How each language starts a program of test/foreign/. */
const LANGUAGES = {
  java: {
    variable: 'FOREIGN_JAVA',
    command: (programs: string, name: string) => [
      'java',
      '-Xmx1g',
      '-cp',
      join(programs, '*'),
      join(FOLDER, 'java', `${name}.java`),
    ],
  },
  python: {
    variable: 'FOREIGN_PYTHON',
    command: (programs: string, name: string) => [
      join(programs, 'bin', 'python'),
      join(FOLDER, 'python', `${name}.py`),
    ],
  },
  node: {
    variable: 'FOREIGN_NODE',
    command: (programs: string, name: string) => [
      process.execPath,
      join(FOLDER, 'node', `${name}.js`),
      join(programs, 'node_modules'),
    ],
  },
} as const

/**
 * A program of test/foreign/ for a test; null where the programs of others are not installed,
 * after a line that says what was left out. With REQUIRE_FOREIGN=1 their absence fails the test.
 */
export function foreignProgram(
  t: Test,
  language: keyof typeof LANGUAGES,
  name: string,
  leftOut: string,
): ForeignProgram | null {
  const { variable, command } = LANGUAGES[language]
  const programs = process.env[variable]
  if (programs !== undefined) return (question) => ask(command(programs, name), question)
  reportAbsence(t, leftOut)
  return null
}

/** The folder of the programs in Go; null as for `foreignProgram`. */
export function goPrograms(t: Test, leftOut: string): string | null {
  return folderOf(t, 'FOREIGN_GO', leftOut)
}

/** The folder of phoss-smp and its servlet container; null as for `foreignProgram`. */
export function smpPrograms(t: Test, leftOut: string): string | null {
  return folderOf(t, 'FOREIGN_SMP', leftOut)
}

function folderOf(t: Test, variable: string, leftOut: string): string | null {
  const programs = process.env[variable]
  if (programs === undefined) reportAbsence(t, leftOut)
  return programs ?? null
}

function reportAbsence(t: Test, leftOut: string): void {
  if (process.env['REQUIRE_FOREIGN'] === '1') t.fail(`the programs of others are not installed, needed for: ${leftOut}`)
  else t.comment(`left out, as the programs of others are not installed: ${leftOut}`)
}

/** Runs a program to its end. Throws where it fails or prints no JSON. */
async function ask([program = '', ...args]: readonly string[], question: unknown): Promise<readonly unknown[]> {
  const { PATH, HOME, TMPDIR } = process.env
  const env = { PATH, HOME, TMPDIR, PYTHONDONTWRITEBYTECODE: '1', PYTHONUTF8: '1' }
  const child = spawn(program, args, { stdio: 'pipe', env })
  let complaints = ''
  child.stderr.on('data', (chunk: Buffer) => (complaints += chunk.toString()))
  // A program that ends before it has read everything; its end is reported below.
  child.stdin.on('error', () => undefined)
  child.stdin.end(JSON.stringify(question))
  const closed = once(child, 'close') as Promise<[number | null, string | null]>
  // Reported by `await` below, after the last line.
  closed.catch(() => undefined)
  const answers: unknown[] = []
  for await (const line of createInterface({ input: child.stdout })) {
    try {
      answers.push(JSON.parse(line))
    } catch {
      complaints += `printed what is no JSON: ${line}\n`
    }
  }
  const [code, signal] = await closed
  if (code !== 0) throw new Error(`${program} ended with ${signal ?? `exit code ${code}`}: ${complaints.slice(-4000)}`)
  return answers
}
