import { linkSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Type, type Static } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { giveToOwnerOf } from './operating-user.js'
import { processStart } from './process-identity.js'

/** What a process does with the data directory: a service keeps it, a command has it for the time of its work. */
export type LockRole = 'service' | 'command'

const Holder = Type.Object({
  /** 0: released. */
  pid: Type.Integer({ minimum: 0 }),
  start: Type.String(),
  role: Type.Union([Type.Literal('service'), Type.Literal('command')]),
  /** Where the running PostgreSQL listens; null while it is starting. */
  socketDirectory: Type.Union([Type.String(), Type.Null()]),
})

/** Who holds, or held last, a data directory. */
export type LockHolder = Static<typeof Holder>

export interface DirectoryLock {
  /** What the last holder left; a socket directory in it is stale. null on first use. */
  readonly previous: LockHolder | null
  /** Tells the processes beside this one where PostgreSQL listens. */
  publish(socketDirectory: string): void
  release(): void
}

export type LockAttempt =
  { readonly taken: true; readonly lock: DirectoryLock } | { readonly taken: false; readonly holder: LockHolder }

const fileName = /^clearway\.lock\.(\d+)$/

/**
 * Takes the data directory for this process, or says who has it. The lock is the file `clearway.lock.<n>` with the highest number; it
 * holds as long as the process that it names lives, so a crash leaves nothing to clean up by hand.
 *
 * Taking over from a dead holder means creating the next number, which only one process can do, and removing lower ones afterwards. The
 * highest is never removed: so whoever judged an old holder dead, and then was slow, finds a higher number than its own and gives way.
 */
export function takeDirectoryLock(dataDir: string, role: LockRole): LockAttempt {
  for (;;) {
    const highest = highestNumber(dataDir)
    const previous = readHolder(dataDir, highest)
    if (previous && isAlive(previous)) return { taken: false, holder: previous }

    const own = highest + 1
    const holder: LockHolder = {
      pid: process.pid,
      start: processStart(process.pid) ?? '',
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
    return {
      taken: true,
      lock: {
        previous,
        publish: (socketDirectory) => {
          replace(dataDir, own, { ...holder, socketDirectory })
        },
        release: () => {
          try {
            replace(dataDir, own, { ...holder, pid: 0, start: '' })
          } catch {
            // On a full disk or a directory that is gone: the lock ends with this process all the same.
          }
        },
      },
    }
  }
}

/** The living process that holds the data directory, or null. */
export function directoryHolder(dataDir: string): LockHolder | null {
  const holder = readHolder(dataDir, highestNumber(dataDir))
  return holder && isAlive(holder) ? holder : null
}

function isAlive(holder: LockHolder): boolean {
  return holder.pid > 0 && processStart(holder.pid) === holder.start
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
  return Math.max(0, ...numbers(dataDir))
}

/** null: no such file, or one that a crash of the machine left empty: nobody who wrote it can still live. */
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

/** A link makes the file appear with its whole content or not at all, and fails when it is there. */
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
