import { spawn, spawnSync, type ChildProcessWithoutNullStreams } from 'node:child_process'
import { existsSync, mkdtempSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Test } from 'tap'

/** The sets of official artefacts that the judge knows. */
export type OracleProfile = 'en' | 'ro' | 'ro-cen' | 'be' | 'be-sb' | 'de' | 'fr' | 'it' | 'pl'

/** What the official artefacts say of a document. `location` is an XPath, `flag` the level. */
export interface OracleFinding {
  /** The rule's id as the official artefact has it; `XSD` and the like for schema errors. */
  readonly id: string
  readonly flag: string
  readonly location: string
  readonly text: string
}

/**
 * The official artefacts of every country, run by the government's own means: schemas and compiled
 * schematron. One process for a whole test file.
 */
export interface Oracle {
  judge(profile: OracleProfile, xml: string): Promise<readonly OracleFinding[]>
  close(): Promise<void>
}

const repository = join(import.meta.dirname, '..', '..', '..')
const shared = process.env['CLEARWAY_SHARED'] ?? join(repository, '..', 'shared')
const program = join(shared, 'oracle', 'oracle')
const saxon = process.env['SAXON_JAR'] ?? '/usr/share/java/Saxon-HE.jar'

/** Whether the judge, Java and Saxon are on this machine. */
export function oracleAvailable(): boolean {
  return existsSync(program) && existsSync(saxon) && spawnSync('java', ['-version']).error === undefined
}

/**
 * The judge for a test, closed at its end; null where it is not installed, after a line that says
 * what was left out. With REQUIRE_ORACLE=1 its absence fails the test.
 */
export function oracleFor(t: Test, leftOut: string): Oracle | null {
  if (oracleAvailable()) {
    const oracle = openOracle()
    t.teardown(() => oracle.close())
    return oracle
  }
  if (process.env['REQUIRE_ORACLE'] === '1') t.fail(`the official judge is not installed, needed for: ${leftOut}`)
  else t.comment(`left out, as the official judge is not installed: ${leftOut}`)
  return null
}

/**
 * Starts the judge; it takes a second or two to answer the first question, some 15 ms each after
 * that.
 */
export function openOracle(): Oracle {
  const directory = mkdtempSync(join(tmpdir(), 'oracle-'))
  // The judge compiles itself on its first run into a folder that all share; test files that start
  // at once would compile over one another.
  const compiled = join(tmpdir(), `oracle-classes.${process.getuid?.() ?? 0}`, 'Oracle.class')
  const classes = existsSync(compiled) ? {} : { ORACLE_CLASSES: join(directory, 'classes') }
  const judge = spawn(program, ['--serve'], { stdio: ['pipe', 'pipe', 'pipe'], env: { ...process.env, ...classes } })
  const answers = answersOf(judge)
  let asked = 0
  return {
    async judge(profile, xml) {
      asked += 1
      const file = join(directory, `${asked}.xml`)
      await writeFile(file, xml)
      const answer = answers.next(file)
      judge.stdin.write(`${profile}\t${file}\n`)
      const findings = await answer
      await rm(file)
      return findings
    },
    async close() {
      judge.stdin.end()
      await answers.ended
      await rm(directory, { recursive: true, force: true })
    },
  }
}

interface Answers {
  next(file: string): Promise<readonly OracleFinding[]>
  readonly ended: Promise<void>
}

function answersOf(judge: ChildProcessWithoutNullStreams): Answers {
  const waiting = new Map<
    string,
    { resolve: (found: readonly OracleFinding[]) => void; reject: (error: Error) => void }
  >()
  let complaints = ''
  judge.stderr.on('data', (chunk: Buffer) => (complaints += chunk.toString()))
  createInterface({ input: judge.stdout }).on('line', (line) => {
    const { file, findings } = JSON.parse(line) as { file: string; findings: readonly OracleFinding[] }
    waiting.get(file)?.resolve(findings)
    waiting.delete(file)
  })
  const ended = new Promise<void>((resolve) => {
    judge.on('close', () => {
      for (const { reject } of waiting.values()) reject(new Error(`the judge ended: ${complaints}`))
      resolve()
    })
  })
  return { next: (file) => new Promise((resolve, reject) => waiting.set(file, { resolve, reject })), ended }
}
