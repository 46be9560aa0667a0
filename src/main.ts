import pino from 'pino'
import { readConfig } from './host/config.js'
import { createLog } from './host/log.js'
import { startService } from './host/service.js'
import { StartupError } from './storage/startup-error.js'

/** SIGTERM must end the process within 10 s after the drain time, whatever hangs. */
const LONGEST_STOP_MS = 9_500

try {
  const config = readConfig(process.env)
  // Standard output is for people (keys, address); the log goes to standard error.
  const log = createLog(config.LOG_LEVEL, pino.destination({ fd: 2, sync: false }))
  const service = await startService({
    config,
    log,
    showDemoAccount: ({ testKey, liveKey }) => {
      say('The account "Demo" was created. Its keys are shown this once; keep them:')
      say(`  test key  ${testKey}`)
      say(`  live key  ${liveKey}`)
    },
  })
  const stop = (): void => {
    setTimeout(
      () => {
        log.error('not everything in flight could be finished in time')
        process.exit(1)
      },
      config.SHUTDOWN_DRAIN_SECONDS * 1000 + LONGEST_STOP_MS,
    ).unref()
    service.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ err: error }, 'the service could not be stopped in order')
        process.exit(1)
      },
    )
  }
  process.once('SIGTERM', stop).once('SIGINT', stop)
  // Who reads this line may end the process at once.
  say(service.url === null ? `Clearway runs (${config.ROLES.join(', ')})` : `Clearway listens on ${service.url}`)
} catch (error) {
  if (!(error instanceof StartupError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exit(1)
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}
