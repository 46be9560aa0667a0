import pino, { type Logger } from 'pino'
import { type Config, readConfig, SETTINGS } from './host/settings/config.js'
import { createLog } from './host/observability/log.js'
import { type Service, startService } from './host/start/roles.js'
import { noteSettings, ownSettings } from './host/settings/running-settings.js'
import { unknownSettings } from './host/settings/unknown-settings.js'
import { StartupError } from './storage/startup-error.js'
import { VERSION } from './version.js'

/** SIGTERM must end the process within 10 s after the drain time, even if something hangs. */
const LONGEST_STOP_MS = 9_500

try {
  const config = readConfig(process.env)
  // Standard output is for people (keys, address); the log goes to standard error.
  const log = createLog(config.LOG_LEVEL, pino.destination({ fd: 2, sync: false }))
  log.info({ version: VERSION, node: process.versions.node, roles: config.ROLES }, 'Clearway starts')
  warnOfUnknownSettings(log)
  let service: Service | null = null
  let stopping = false
  const stop = (signal: NodeJS.Signals): void => {
    if (stopping) return
    stopping = true
    if (service === null) giveUpStart(log, signal)
    else stopService(service, config, log, signal)
  }
  process.once('SIGTERM', stop).once('SIGINT', stop)
  const settings = ownSettings(process.env)
  service = await startService({
    config,
    settings,
    log,
    showDemoAccount: ({ testKey, liveKey }) => {
      say('The account "Demo" was created. Store its keys now; they are not shown again:')
      say(`  test key  ${testKey}`)
      say(`  live key  ${liveKey}`)
    },
  })
  if (config.DATABASE_URL === undefined) noteSettings(settings, config.DATA_DIR, service.url)
  // A reader of this line may stop the process immediately.
  say(service.url === null ? `Clearway runs (${config.ROLES.join(', ')})` : `Clearway listens on ${service.url}`)
} catch (error) {
  if (!(error instanceof StartupError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exit(1)
}

/** Nothing is in flight yet, and all started work survives the death of the process. */
function giveUpStart(log: Logger, signal: NodeJS.Signals): never {
  log.info({ signal }, 'the service stops before it has started')
  process.exit(0)
}

function stopService(service: Service, config: Config, log: Logger, signal: NodeJS.Signals): void {
  const begun = performance.now()
  const seconds = (): number => Math.round((performance.now() - begun) / 10) / 100
  log.info({ signal, drainSeconds: config.SHUTDOWN_DRAIN_SECONDS }, 'the service stops')
  setTimeout(
    () => {
      log.error({ seconds: seconds() }, 'not all work in flight could be finished in time')
      process.exit(1)
    },
    config.SHUTDOWN_DRAIN_SECONDS * 1000 + LONGEST_STOP_MS,
  ).unref()
  service.stop().then(
    () => {
      log.info({ signal, seconds: seconds() }, 'the service has stopped')
      process.exit(0)
    },
    (error: unknown) => {
      log.error({ err: error, seconds: seconds() }, 'the service could not be stopped cleanly')
      process.exit(1)
    },
  )
}

function warnOfUnknownSettings(log: Logger): void {
  for (const { name, meant } of unknownSettings(process.env, Object.keys(SETTINGS))) {
    const question = meant === null ? '' : `; did you mean ${meant}?`
    log.warn({ setting: name }, `${name} is not a setting of this program and is ignored${question}`)
  }
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}
