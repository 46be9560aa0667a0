import { existsSync, realpathSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { StartupError } from '../startup-error.js'
import { clusterDirectory } from './cluster.js'
import { directoryHolder } from './directory-lock.js'
import { fileError } from './file-error.js'
import {
  connectionStringOf,
  DirectoryInUse,
  inUseError,
  startEmbeddedPostgres,
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
} from './start.js'

/** How long a command waits for a service that is starting, or for another command to end. */
const patienceMs = 30_000

/**
 * For an operator's command: the server of the service on this data directory or, if none runs, a
 * server for the duration of the command. `stop()` stops only a server that was started here.
 * Creates no database: a missing one can only mean the wrong directory. Throws `StartupError`.
 */
export async function connectEmbedded(options: Omit<EmbeddedPostgresOptions, 'role'>): Promise<EmbeddedPostgres> {
  const giveUp = performance.now() + patienceMs
  for (;;) {
    const holder = holderOf(options.dataDir)
    if (!holder) {
      if (!hasCluster(options.dataDir)) throw noDatabaseError(options.dataDir)
      try {
        options.log.warn(
          `no service runs on the data directory ${resolve(options.dataDir)}; this command starts its database itself (is DATA_DIR the directory of the service?)`,
        )
        return await startEmbeddedPostgres({ ...options, role: 'command' })
      } catch (error) {
        // A service was faster: its server is used.
        if (!(error instanceof DirectoryInUse) || performance.now() > giveUp) throw error
        continue
      }
    }
    // Another command's server ends with that command, so this one waits for its end instead.
    if (holder.role === 'service' && holder.socketDirectory !== null) {
      return { connectionString: connectionStringOf(holder.socketDirectory), stop: () => Promise.resolve() }
    }
    if (performance.now() > giveUp) throw inUseError(options.dataDir, holder)
    await delay(50)
  }
}

function hasCluster(path: string): boolean {
  try {
    return statSync(clusterDirectory(path), { throwIfNoEntry: false }) !== undefined
  } catch (error) {
    throw fileError(resolve(path), error)
  }
}

function noDatabaseError(path: string): StartupError {
  return new StartupError(
    `There is no database in ${resolve(path)}; set DATA_DIR to the data directory of the service, or start the service there first.`,
  )
}

function holderOf(path: string) {
  const dataDir = resolve(path)
  try {
    return existsSync(dataDir) ? directoryHolder(realpathSync(dataDir)) : null
  } catch (error) {
    throw fileError(dataDir, error)
  }
}
