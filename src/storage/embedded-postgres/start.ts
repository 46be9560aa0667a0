import { existsSync, mkdirSync, realpathSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { StartupError } from '../startup-error.js'
import { writeAccessFiles } from './access-files.js'
import { findBinaries } from './binaries.js'
import { clusterDirectory, clusterOwner, databaseRole, prepareCluster } from './cluster.js'
import { heartbeatMs, takeDirectoryLock, type DirectoryLock, type LockHolder, type LockRole } from './directory-lock.js'
import { fileError } from './file-error.js'
import type { EmbeddedLog } from './log.js'
import { operatingUser } from './operating-user.js'
import { clearCluster } from './postmaster-file.js'
import { ServerLog } from './server-log.js'
import { makeSocketDirectory, removeSocketDirectory, socketPort } from './socket-directory.js'
import { superviseServer } from './supervisor.js'

/** Options of the embedded PostgreSQL. */
export interface EmbeddedPostgresOptions {
  /** `DATA_DIR`; created if missing. */
  readonly dataDir: string
  readonly log: EmbeddedLog
  /** `EMBEDDED_POSTGRES_USER`: the user PostgreSQL runs as when this process is root. */
  readonly user?: string | undefined
  /** false: for tests only; a crash of the machine may destroy the database. */
  readonly fsync?: boolean
  /**
   * A command releases the directory soon; a service that starts meanwhile waits for it. Default:
   * service.
   */
  readonly role?: LockRole
}

/** A usable database server. */
export interface EmbeddedPostgres {
  /** For `pg`, `psql` and other clients that accept a PostgreSQL URI. */
  readonly connectionString: string
  /**
   * Stops what was started for the caller; resolves when nothing of it runs any more. Idempotent.
   */
  stop(): Promise<void>
}

const databaseName = 'clearway'

/** How long a service waits for a command that holds the directory. */
const commandPatienceMs = 10_000

/**
 * Starts the embedded PostgreSQL on a data directory: creates the database on first use, cleans up
 * after a crash, and locks the directory for this process. A server that dies unexpectedly is
 * restarted under the same address.
 *
 * Throws `StartupError` when the directory is in use, can't be used, or PostgreSQL doesn't start.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const dataDir = makeDataDirectory(options.dataDir)
  try {
    const lock = await takeLock(dataDir, options.role ?? 'service')
    try {
      return await startLocked(dataDir, lock, options)
    } catch (error) {
      lock.release()
      throw error
    }
  } catch (error) {
    throw fileError(dataDir, error)
  }
}

/** The address of a server whose socket is in that directory. */
export function connectionStringOf(socketDirectory: string): string {
  const query = new URLSearchParams({ host: socketDirectory, port: String(socketPort), sslmode: 'disable' })
  return `postgresql://${databaseRole}@/${databaseName}?${query.toString().replaceAll('%2F', '/')}`
}

/** Another process on this machine holds the data directory. */
export class DirectoryInUse extends StartupError {}

/** The error for a second process on the same directory. */
export function inUseError(dataDir: string, holder: LockHolder): DirectoryInUse {
  return new DirectoryInUse(
    `The data directory ${dataDir} is in use by process ${holder.pid}${holder.role === 'command' ? ', an operator command' : ''}; stop that process first, or set DATA_DIR to another directory.`,
  )
}

function inUseElsewhereError(dataDir: string, holder: LockHolder): StartupError {
  return new StartupError(
    `The data directory ${dataDir} is in use by process ${holder.pid} of another container or machine; stop that process first (an operator's command must run in the same container), or set DATA_DIR to another directory.`,
  )
}

function makeDataDirectory(path: string): string {
  const dataDir = resolve(path)
  try {
    if (!existsSync(dataDir)) mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    return realpathSync(dataDir)
  } catch (error) {
    throw fileError(dataDir, error)
  }
}

async function takeLock(dataDir: string, role: LockRole): Promise<DirectoryLock> {
  const giveUp = performance.now() + commandPatienceMs
  let heartbeat: { readonly stamp: string; readonly since: number } | null = null
  for (;;) {
    const now = performance.now()
    const stopped = heartbeat !== null && now - heartbeat.since > 3 * heartbeatMs ? heartbeat.stamp : undefined
    const attempt = takeDirectoryLock(dataDir, role, stopped)
    if (attempt.kind === 'taken') return attempt.lock
    if (attempt.kind === 'elsewhere') {
      if (heartbeat !== null && attempt.heartbeat !== heartbeat.stamp)
        throw inUseElsewhereError(dataDir, attempt.holder)
      heartbeat ??= { stamp: attempt.heartbeat, since: now }
    } else if (attempt.holder.role === 'service' || now > giveUp) {
      throw inUseError(dataDir, attempt.holder)
    }
    await delay(50)
  }
}

async function startLocked(
  dataDir: string,
  lock: DirectoryLock,
  { log, user: configuredUser, fsync = true }: EmbeddedPostgresOptions,
): Promise<EmbeddedPostgres> {
  const user = operatingUser(configuredUser, clusterOwner(dataDir))
  const binaries = findBinaries(user, join(dataDir, 'programs'))
  const { created } = await prepareCluster(dataDir, binaries, user)
  if (created) log.info(`created a PostgreSQL ${binaries.majorVersion} database in ${dataDir}`)
  writeAccessFiles(dataDir, user)
  const cluster = clusterDirectory(dataDir)
  const orphan = await clearCluster(cluster)
  if (orphan !== null) log.warn(`stopped the PostgreSQL server ${orphan} that a killed service had left running`)
  if (lock.previous?.socketDirectory) removeSocketDirectory(lock.previous.socketDirectory)

  const socketDirectory = makeSocketDirectory(user)
  const serverLog = new ServerLog(dataDir)
  const cleanUp = () => {
    serverLog.close()
    removeSocketDirectory(socketDirectory)
  }
  const server = await superviseServer({ binaries, cluster, socketDirectory, user, serverLog, log, fsync }).catch(
    (error: unknown) => {
      cleanUp()
      throw error
    },
  )
  const stop = async () => {
    await server.stop()
    cleanUp()
  }
  try {
    await makeDatabase(socketDirectory)
    lock.publish(socketDirectory)
  } catch (error) {
    await stop()
    throw error
  }
  let stopped: Promise<void> | null = null
  return {
    connectionString: connectionStringOf(socketDirectory),
    stop: () => (stopped ??= stop().finally(() => lock.release())),
  }
}

async function makeDatabase(socketDirectory: string): Promise<void> {
  const client = new pg.Client({
    host: socketDirectory,
    port: socketPort,
    user: databaseRole,
    database: 'postgres',
    ssl: false,
  })
  await client.connect()
  try {
    const found = await client.query('SELECT FROM pg_database WHERE datname = $1', [databaseName])
    if (found.rowCount === 0) await client.query(`CREATE DATABASE ${databaseName}`)
    // Failures of statements reach this process, which logs them without their data. PostgreSQL's
    // own log is for everything else.
    await client.query(`ALTER ROLE ${databaseRole} SET log_min_messages = 'log'`)
  } finally {
    await client.end()
  }
}
