import {
  closeSync,
  copyFileSync,
  fstatSync,
  ftruncateSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { join } from 'node:path'
import { giveToOwnerOf } from './operating-user.js'

const maximumBytes = 5 * 1024 * 1024
const checkEveryMs = 60_000

/**
 * The output of PostgreSQL, in DATA_DIR/postgres.log. PostgreSQL has the file itself, not a pipe
 * to this process, so that it can still write when this process is killed. The file is bounded:
 * beyond 5 MB it becomes postgres.log.1 and starts empty.
 */
export class ServerLog {
  readonly #path: string
  readonly #timer: NodeJS.Timeout
  #mark: number
  /** For the child's stdout and stderr. */
  readonly descriptor: number

  constructor(dataDir: string) {
    this.#path = join(dataDir, 'postgres.log')
    if ((statSync(this.#path, { throwIfNoEntry: false })?.size ?? 0) > maximumBytes) {
      renameSync(this.#path, `${this.#path}.1`)
    }
    this.descriptor = openSync(this.#path, 'a+', 0o600)
    giveToOwnerOf(dataDir, this.#path)
    this.#mark = fstatSync(this.descriptor).size
    this.#timer = setInterval(() => {
      this.#rotate()
    }, checkEveryMs)
    this.#timer.unref()
  }

  /** `sinceMark` reads from here on. */
  mark(): void {
    this.#mark = fstatSync(this.descriptor).size
  }

  /** The output of PostgreSQL since the mark (its last 64 KB). */
  sinceMark(): string {
    const size = fstatSync(this.descriptor).size
    const start = Math.max(this.#mark > size ? 0 : this.#mark, size - 64 * 1024)
    const bytes = Buffer.alloc(size - start)
    readSync(this.descriptor, bytes, 0, bytes.length, start)
    return bytes.toString('utf8')
  }

  close(): void {
    clearInterval(this.#timer)
    closeSync(this.descriptor)
  }

  /**
   * The child has the file open for appending: it is emptied in place, and the child continues at
   * its new end.
   */
  #rotate(): void {
    try {
      if (fstatSync(this.descriptor).size <= maximumBytes) return
      rmSync(`${this.#path}.1`, { force: true })
      copyFileSync(this.#path, `${this.#path}.1`)
      ftruncateSync(this.descriptor)
    } catch {
      // A full disk must not stop the service because of a log; the next minute tries again.
    }
  }
}

/**
 * The last line that contains an error, else the last line; without the prefix that PostgreSQL
 * adds.
 */
export function lastProblemOf(output: string): string | null {
  const lines = output
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
  const severe = /\b(FATAL|PANIC|error):\s+/
  const problem = lines.findLast((line) => severe.test(line)) ?? lines.findLast((line) => /\bERROR:\s+/.test(line))
  return (problem ?? lines.at(-1))?.replace(/^.*?\b(?:FATAL|PANIC|ERROR|error):\s+/, '') ?? null
}

/** Whether a program of PostgreSQL failed for lack of disk space, in any of its wordings. */
export function reportsFullDisk(output: string): boolean {
  return /No space left on device|Disk quota exceeded|Check free disk space/.test(output)
}
