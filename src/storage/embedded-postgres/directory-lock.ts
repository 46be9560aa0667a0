import { linkSync, readFileSync, readdirSync, renameSync, rmSync, statSync, utimes, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Type, type Static } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { giveToOwnerOf } from './operating-user.js'
import { pidSpace, processStart } from './process-identity.js'
import { largest } from '../../domain/lists.js'

/**
 * The role of a process on the data directory: a service keeps the lock, a command has it while it
 * works.
 */
export type LockRole = 'service' | 'command'

const Holder = Type.Object({
  /** 0: released. */
  pid: Type.Integer({ minimum: 0 }),
  start: Type.String(),
  /** The space in which its pid is valid; see `pidSpace`. */
  space: Type.String(),
  role: Type.Union([Type.Literal('service'), Type.Literal('command')]),
  /** Where the running PostgreSQL listens; null while it is starting. */
  socketDirectory: Type.Union([Type.String(), Type.Null()]),
})

/** The current or last holder of a data directory. */
export type LockHolder = Static<typeof Holder>

/**
 * `elsewhere`: the holder runs, or ran, in another container or before a restart of the machine,
 * so that its pid means nothing here. It is alive while its heartbeat continues.
 */
type LockAttempt =
  | { readonly kind: 'taken'; readonly lock: DirectoryLock }
  | { readonly kind: 'held'; readonly holder: LockHolder }
  | { readonly kind: 'elsewhere'; readonly holder: LockHolder; readonly heartbeat: string }

/** A living holder touches its lock this often. */
export const heartbeatMs = 2_000

/**
 * A lock without a heartbeat for this long is dead without further waiting; generous, because
 * clocks disagree.
 */
const longDeadMs = 30_000

const fileName = /^clearway\.lock\.(\d+)$/

/**
 * Takes the data directory for this process, or returns its holder. The lock is the file
 * `clearway.lock.<n>` with the highest number; it is held while the process that it names lives,
 * so a crash leaves nothing to clean up manually.
 *
 * To take over from a dead holder, a process creates the next number, which only one process can
 * do, and removes lower ones afterwards. The highest is never removed. So a slow process that
 * found an old holder dead finds a higher number than its own and yields.
 *
 * @param knownDead a heartbeat that the caller has seen stop
 */
export function takeDirectoryLock(dataDir: string, role: LockRole, knownDead?: string): LockAttempt {
  for (;;) {
    const highest = highestNumber(dataDir)
    const previous = readHolder(dataDir, highest)
    if (previous && isHere(previous)) {
      if (isAlive(previous)) return { kind: 'held', holder: previous }
    } else if (previous && previous.pid > 0) {
      const heartbeat = heartbeatOf(dataDir, highest)
      if (heartbeat !== null && heartbeat.stamp !== knownDead && heartbeat.ageMs < longDeadMs) {
        return { kind: 'elsewhere', holder: previous, heartbeat: heartbeat.stamp }
      }
    }

    const own = highest + 1
    const holder: LockHolder = {
      pid: process.pid,
      start: processStart(process.pid) ?? '',
      space: pidSpace(),
      role,
      socketDirectory: null,
    }
    if (!create(dataDir, own, holder)) continue
    if (highestNumber(dataDir) !== own) {
      rmSync(lockFile(dataDir, own), { force: true })
      continue
    }
    for (const lower of numbers(dataDir).filter((number) => number < own)) {
      rmSync(lockFile(dataDir, lower), { force: true })
    }
    return { kind: 'taken', lock: new DirectoryLock(dataDir, own, holder, previous) }
  }
}

/** The lock of a data directory, held until `release` or the end of the process. */
export class DirectoryLock {
  /** The record of the last holder; a socket directory in it is stale. null on first use. */
  readonly previous: LockHolder | null
  readonly #dataDir: string
  readonly #number: number
  readonly #holder: LockHolder
  readonly #heartbeat: NodeJS.Timeout

  constructor(dataDir: string, number: number, holder: LockHolder, previous: LockHolder | null) {
    this.previous = previous
    this.#dataDir = dataDir
    this.#number = number
    this.#holder = holder
    this.#heartbeat = setInterval(() => {
      const now = new Date()
      // A failure (a full disk, a deleted directory) is reported by the parts that need the
      // directory.
      utimes(lockFile(dataDir, number), now, now, () => {})
    }, heartbeatMs)
    this.#heartbeat.unref()
  }

  /** Publishes to other processes where PostgreSQL listens. */
  publish(socketDirectory: string): void {
    replace(this.#dataDir, this.#number, { ...this.#holder, socketDirectory })
  }

  release(): void {
    clearInterval(this.#heartbeat)
    try {
      replace(this.#dataDir, this.#number, { ...this.#holder, pid: 0, start: '' })
    } catch {
      // On a full disk or in a deleted directory: the lock still ends with this process.
    }
  }
}

/** The living process of this machine and container that holds the data directory, or null. */
export function directoryHolder(dataDir: string): LockHolder | null {
  const holder = readHolder(dataDir, highestNumber(dataDir))
  return holder && isHere(holder) && isAlive(holder) ? holder : null
}

function isHere(holder: LockHolder): boolean {
  return holder.space === pidSpace()
}

function isAlive(holder: LockHolder): boolean {
  return holder.pid > 0 && processStart(holder.pid) === holder.start
}

function heartbeatOf(dataDir: string, number: number): { readonly stamp: string; readonly ageMs: number } | null {
  const stat = statSync(lockFile(dataDir, number), { throwIfNoEntry: false })
  return stat ? { stamp: `${number}@${stat.mtimeMs}`, ageMs: Math.abs(Date.now() - stat.mtimeMs) } : null
}

function lockFile(dataDir: string, number: number): string {
  return join(dataDir, `clearway.lock.${number}`)
}

function numbers(dataDir: string): number[] {
  return readdirSync(dataDir).flatMap((name) => {
    const match = fileName.exec(name)
    return match ? [Number(match[1])] : []
  })
}

function highestNumber(dataDir: string): number {
  return largest(numbers(dataDir), 0)
}

/**
 * null: no such file, or one that a crash of the machine left empty: its writer can't be alive.
 */
function readHolder(dataDir: string, number: number): LockHolder | null {
  try {
    const content: unknown = JSON.parse(readFileSync(lockFile(dataDir, number), 'utf8'))
    return Value.Check(Holder, content) ? content : null
  } catch (error) {
    if (error instanceof SyntaxError || (error instanceof Error && 'code' in error && error.code === 'ENOENT'))
      return null
    throw error
  }
}

/** A link creates the file atomically with its content, and fails if the file exists. */
function create(dataDir: string, number: number, holder: LockHolder): boolean {
  const draft = draftFile(dataDir, holder)
  try {
    linkSync(draft, lockFile(dataDir, number))
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  } finally {
    rmSync(draft, { force: true })
  }
}

function replace(dataDir: string, number: number, holder: LockHolder): void {
  renameSync(draftFile(dataDir, holder), lockFile(dataDir, number))
}

function draftFile(dataDir: string, holder: LockHolder): string {
  const draft = join(dataDir, `clearway.lock.draft-${process.pid}-${Math.random().toString(36).slice(2)}`)
  writeFileSync(draft, JSON.stringify(holder), { mode: 0o600, flag: 'wx' })
  giveToOwnerOf(dataDir, draft)
  return draft
}
