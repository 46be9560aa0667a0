import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { StartupError } from '../startup-error.js'
import type { Binaries } from './binaries.js'
import { dataDirectoryArgument, launchError, launchOptions } from './launch.js'
import type { EmbeddedLog } from './log.js'
import type { OperatingUser } from './operating-user.js'
import { readPostmasterFile, stopProcess } from './postmaster-file.js'
import { lastProblemOf, reportsFullDisk, type ServerLog } from './server-log.js'
import { socketPort } from './socket-directory.js'

/**
 * Options for starting PostgreSQL. `user`: the user it runs as; null: the user of this process.
 */
export interface PostmasterOptions {
  readonly binaries: Binaries
  readonly cluster: string
  readonly socketDirectory: string
  readonly user: OperatingUser | null
  readonly serverLog: ServerLog
  readonly log: EmbeddedLog
  /** false: for tests only; a crash of the machine may destroy the database. */
  readonly fsync: boolean
}

/** Recovery after a crash may take long; the interval of log messages about it. */
const patienceNoticeMs = 10_000

/**
 * Children of a killed server need a moment to notice its death; until then a new server refuses
 * to start.
 */
const leftoverPatienceMs = 10_000
const leftover = /pre-existing shared memory block|lock file "postmaster.pid" already exists/

/** One running PostgreSQL server. */
export class Postmaster {
  readonly #child: ChildProcess
  readonly pid: number
  /** Settles when the process has ended, for any reason. */
  readonly ended: Promise<void>

  private constructor(child: ChildProcess, pid: number) {
    this.#child = child
    this.pid = pid
    this.ended =
      child.exitCode !== null || child.signalCode !== null ? Promise.resolve() : once(child, 'exit').then(() => {})
  }

  /**
   * Starts the server and waits until it accepts connections. Otherwise throws `StartupError` with
   * the messages of PostgreSQL.
   */
  static async start(options: PostmasterOptions): Promise<Postmaster> {
    const giveUp = performance.now() + leftoverPatienceMs
    for (;;) {
      options.serverLog.mark()
      const postmaster = await Postmaster.#spawn(options)
      if (await postmaster.#becomesReady(options)) return postmaster
      const output = options.serverLog.sinceMark()
      if (!leftover.test(output) || performance.now() > giveUp) throw startError(options.cluster, output)
      await delay(100)
    }
  }

  static async #spawn(options: PostmasterOptions): Promise<Postmaster> {
    const child = spawn(options.binaries.postgres, serverArguments(options), {
      ...launchOptions(options.cluster, options.user),
      // A separate process group: Ctrl-C in the terminal must reach only this process, which stops
      // the server after its last write.
      detached: true,
      stdio: ['ignore', options.serverLog.descriptor, options.serverLog.descriptor],
    })
    try {
      if (child.pid === undefined) await once(child, 'spawn')
    } catch (error) {
      throw launchError(options.binaries.postgres, options.user, error)
    }
    // A signal that can't be sent must not end this process.
    child.on('error', () => {})
    // The server must not keep this process alive: its starter stops it.
    child.unref()
    return new Postmaster(child, child.pid ?? 0)
  }

  get #hasEnded(): boolean {
    return this.#child.exitCode !== null || this.#child.signalCode !== null
  }

  async #becomesReady(options: PostmasterOptions): Promise<boolean> {
    let notice = performance.now() + patienceNoticeMs
    while (!this.#hasEnded) {
      const file = readPostmasterFile(options.cluster)
      if (file?.pid === this.pid && file.ready) return true
      if (performance.now() > notice) {
        options.log.info('PostgreSQL is still starting: it is recovering from a crash')
        notice = performance.now() + patienceNoticeMs
      }
      await delay(5)
    }
    return false
  }

  /** Stops the server: its clients are disconnected, all committed data is on disk. Idempotent. */
  async stop(): Promise<void> {
    if (this.#hasEnded) return
    this.#child.ref()
    await stopProcess(this.pid)
    await this.ended
  }

  /** Requests the stop without waiting; for a process that is about to exit. */
  stopAtExit(): void {
    if (!this.#hasEnded) this.#child.kill('SIGINT')
  }
}

function serverArguments(options: PostmasterOptions): string[] {
  const settings: Record<string, string> = {
    listen_addresses: '',
    port: String(socketPort),
    unix_socket_directories: options.socketDirectory,
    unix_socket_permissions: '0700',
    cluster_name: 'clearway',
    max_connections: '150',
    shared_buffers: '128MB',
    // Short transactions only; parallel workers would need shared memory that containers often
    // lack.
    max_parallel_workers_per_gather: '0',
    max_wal_size: '1GB',
    // An embedded server has no replicas.
    max_wal_senders: '0',
    wal_level: 'minimal',
    log_min_messages: 'warning',
    log_checkpoints: 'off',
    log_timezone: 'UTC',
    timezone: 'UTC',
    lc_messages: 'C',
    ...(options.fsync ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
  }
  return [
    ...['-D', dataDirectoryArgument(options.cluster)],
    ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ]
}

function startError(cluster: string, output: string): StartupError {
  const problem = lastProblemOf(output) ?? 'it ended without a message'
  return new StartupError(
    reportsFullDisk(output)
      ? `The disk that holds the database in ${cluster} is full (${problem}); free some space and start again.`
      : `The embedded PostgreSQL does not start on ${cluster}: ${problem} (see postgres.log next to it; if the database is damaged, restore it from a backup).`,
  )
}
