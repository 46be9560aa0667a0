import { setTimeout as delay } from 'node:timers/promises'
import { Postmaster, type PostmasterOptions } from './postmaster.js'
import { clearCluster } from './postmaster-file.js'

/**
 * After the server died under a running service: the pauses before each try to start it again;
 * after the last one the supervisor gives up.
 */
const restartDelaysMs = [0, 500, 1_000, 2_000, 5_000, 10_000]

/**
 * Starts a server and keeps it alive until it is stopped on purpose; one that dies is started
 * again under the same address.
 */
export async function superviseServer(options: PostmasterOptions): Promise<{ stop(): Promise<void> }> {
  let server = await Postmaster.start(options)
  const stopping = new AbortController()
  // When this process exits without having stopped it (an uncaught error), nobody else would.
  const atExit = () => {
    server.stopAtExit()
  }
  process.once('exit', atExit)
  const watching = watch()

  return {
    stop: async () => {
      stopping.abort()
      await server.stop()
      // A restart may have been under way: what it started is stopped too.
      await watching
      await server.stop()
      process.off('exit', atExit)
    },
  }

  async function watch(): Promise<void> {
    for (;;) {
      await server.ended
      if (stopping.signal.aborted) return
      options.log.error('PostgreSQL ended unexpectedly; starting it again')
      if (!(await restart())) return
    }
  }

  async function restart(): Promise<boolean> {
    for (const wait of restartDelaysMs) {
      try {
        await delay(wait, undefined, { signal: stopping.signal })
        await clearCluster(options.cluster)
        server = await Postmaster.start(options)
        options.log.info('PostgreSQL runs again')
        return true
      } catch (error) {
        if (stopping.signal.aborted) return false
        options.log.error(error instanceof Error ? error.message : String(error))
      }
    }
    options.log.error('PostgreSQL could not be started again')
    return false
  }
}
