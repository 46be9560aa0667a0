import { type ChildProcessWithoutNullStreams, spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'

/** What the official artefacts say of a document. `location` is an XPath, `flag` the level. */
export interface OracleFinding {
  /** The rule's id as the official artefact has it; `XSD` and the like for schema errors. */
  readonly id: string
  readonly flag: string
  readonly location: string
  readonly text: string
}

const repository = join(import.meta.dirname, '..', '..', '..', '..')
const shared = process.env['CLEARWAY_SHARED'] ?? join(repository, '..', 'shared')
/** Starts the official judge; `Oracle.java` lies beside it. */
export const PROGRAM = join(shared, 'oracle', 'oracle')
const saxon = process.env['SAXON_JAR'] ?? '/usr/share/java/Saxon-HE.jar'
/** Survives a run, so that the judge is compiled once for each version of its source. */
const CACHE = join(repository, 'node_modules', '.cache', 'clearway-judge')

let version: string | null | undefined

/** What `java -version` prints; null where there is no Java. */
function javaVersion(): string | null {
  if (version === undefined) {
    const { error, stderr } = spawnSync('java', ['-version'], { encoding: 'utf8' })
    version = error === undefined ? stderr : null
  }
  return version
}

/** Whether the judge, Java and Saxon are on this machine. */
export function isJudgeInstalled(): boolean {
  return existsSync(PROGRAM) && existsSync(saxon) && javaVersion() !== null
}

interface Waiting {
  readonly resolve: (findings: readonly OracleFinding[]) => void
  readonly reject: (error: Error) => void
}

/** One Java process that judges documents, in the order of the questions. */
export class JavaJudge {
  readonly #child: ChildProcessWithoutNullStreams
  readonly #waiting = new Map<string, Waiting>()
  readonly #ended: Promise<void>
  #complaints = ''
  #hasEnded = false

  private constructor(program: string, env: NodeJS.ProcessEnv) {
    this.#child = spawn(program, ['--serve'], { stdio: ['pipe', 'pipe', 'pipe'], env })
    this.#child.stderr.on('data', (chunk: Buffer) => (this.#complaints += chunk.toString()))
    // A question that meets a judge that is just ending; the end itself is reported below.
    this.#child.stdin.on('error', () => undefined)
    createInterface({ input: this.#child.stdout }).on('line', (line) => {
      this.#onAnswer(line)
    })
    this.#ended = new Promise((resolve) => {
      this.#child.on('error', ({ message }) => (this.#complaints += message))
      this.#child.on('close', (code, signal) => {
        this.#hasEnded = true
        const how = signal ?? `exit code ${code}`
        const error = new Error(`the official judge ended with ${how}: ${this.#complaints.trim()}`)
        for (const { reject } of this.#waiting.values()) reject(error)
        this.#waiting.clear()
        resolve()
      })
    })
  }

  /**
   * Compiles the judge where that has not happened yet, and starts it. The first answer takes a
   * second or two, others some 10 ms.
   */
  static async start(program = PROGRAM, cache = CACHE): Promise<JavaJudge> {
    const classes = await compiled(program, cache)
    return new JavaJudge(program, { ...process.env, ORACLE_CLASSES: classes })
  }

  get hasEnded(): boolean {
    return this.#hasEnded
  }

  /** `file`: an absolute path that no other question has. */
  ask(profile: string, file: string): Promise<readonly OracleFinding[]> {
    if (this.#hasEnded) return Promise.reject(new Error(`the official judge has ended: ${this.#complaints.trim()}`))
    return new Promise((resolve, reject) => {
      this.#waiting.set(file, { resolve, reject })
      this.#child.stdin.write(`${profile}\t${file}\n`)
    })
  }

  /** Ends it once it has answered what it was asked. */
  async end(): Promise<void> {
    this.#child.stdin.end()
    await this.#ended
  }

  /** Ends it at once: those who wait for an answer get an error. */
  async kill(): Promise<void> {
    this.#child.kill('SIGKILL')
    await this.#ended
  }

  #onAnswer(line: string): void {
    let answer: { readonly file: string; readonly findings: readonly OracleFinding[] }
    try {
      answer = JSON.parse(line) as typeof answer
    } catch {
      this.#complaints += `it printed what is no answer: ${line}\n`
      this.#child.kill('SIGKILL')
      return
    }
    this.#waiting.get(answer.file)?.resolve(answer.findings)
    this.#waiting.delete(answer.file)
  }
}

const compiling = new Map<string, Promise<string>>()

/** The folder of the compiled judge, for the content of its source and this Java. */
async function compiled(program: string, cache: string): Promise<string> {
  const source = join(dirname(program), 'Oracle.java')
  const content = [readFileSync(program), readFileSync(source), saxon, javaVersion() ?? '']
  const digest = content.reduce((hash, each) => hash.update(each).update('\0'), createHash('sha256')).digest('hex')
  const folder = join(cache, digest.slice(0, 16))
  if (!existsSync(folder)) {
    const under = compiling.get(folder) ?? compile(program, folder)
    compiling.set(folder, under)
    await under
  }
  // The program compiles again where the source is newer: a checkout gives it the time of today.
  const newer = statSync(source).mtimeMs / 1000 + 1
  utimesSync(join(folder, 'Oracle.class'), newer, newer)
  return folder
}

/** Compiles beside the folder: another run may do the same at once, and the first one stays. */
async function compile(program: string, folder: string): Promise<string> {
  mkdirSync(dirname(folder), { recursive: true })
  const draft = mkdtempSync(`${folder}-`)
  try {
    // Without questions it ends once it is compiled.
    const env = { ...process.env, ORACLE_CLASSES: draft }
    const child = spawn(program, ['--serve'], { stdio: ['ignore', 'ignore', 'pipe'], env })
    let complaints = ''
    child.stderr.on('data', (chunk: Buffer) => (complaints += chunk.toString()))
    const [code] = (await once(child, 'close')) as [number | null]
    if (code !== 0) throw new Error(`the official judge can't be compiled: ${complaints}`)
    if (!existsSync(folder)) renameSync(draft, folder)
    return folder
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
}
