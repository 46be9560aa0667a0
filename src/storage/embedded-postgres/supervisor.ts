import { setTimeout as delay } from 'node:timers/promises'
import { Postmaster, type PostmasterOptions } from './postmaster.js'
import { clearCluster } from './postmaster-file.js'

/**
 * Pauses before each attempt to restart a server that died under a running service; after the last
 * one the supervisor gives up.
 */
const restartDelaysMs = [0, 500, 1_000, 2_000, 5_000, 10_000]

/**
 * Starts a server and keeps it running until it is stopped on purpose; a server that dies is
 * restarted under the same address.
 */
export async function superviseServer(options: PostmasterOptions): Promise<{ stop(): Promise<void> }> {
  let server = await Postmaster.start(options)
  const stopping = new AbortController()
  // If this process exits without stopping it (an uncaught error), nothing else would.
  const atExit = () => {
    server.stopAtExit()
  }
  process.once('exit', atExit)
  const watching = watch()

  return {
    stop: async () => {
      stopping.abort()
      await server.stop()
      // A restart may be in progress: its server is stopped too.
      await watching
      await server.stop()
      process.off('exit', atExit)
    },
  }

  async function watch(): Promise<void> {
    for (;;) {
      await server.ended
      if (stopping.signal.aborted) return
      options.log.error('PostgreSQL ended unexpectedly; restarting it')
      if (!(await restart())) return
    }
  }

  async function restart(): Promise<boolean> {
    for (const wait of restartDelaysMs) {
      try {
        await delay(wait, undefined, { signal: stopping.signal })
        await clearCluster(options.cluster)
        server = await Postmaster.start(options)
        options.log.info('PostgreSQL is running again')
        return true
      } catch (error) {
        if (stopping.signal.aborted) return false
        options.log.error(error instanceof Error ? error.message : String(error))
      }
    }
    options.log.error('PostgreSQL could not be restarted')
    return false
  }
}
