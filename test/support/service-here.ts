import { createLog } from '../../src/host/observability/log.js'
import { readConfig } from '../../src/host/settings/config.js'
import { startService } from '../../src/host/start/roles.js'
import { preparedDatabase } from './database.js'
import { environmentOf } from './running-service.js'

/** The whole service in the process of the test. */
interface ServiceHere {
  readonly url: string
  /** What it has logged so far. */
  readonly output: () => string
  /** Idempotent. */
  readonly stop: () => Promise<void>
  /** The keys of the account that it has created in an empty store. */
  readonly demo: { readonly testKey: string; readonly liveKey: string }
}

/**
 * Starts the service in this process, which spares a start of Node; it stops with the test. A
 * start that fails throws the `StartupError` whose sentence `main.ts` shows. Settings of Node
 * itself, as NODE_EXTRA_CA_CERTS, need a process: `startProcess`.
 */
export async function startHere(
  t: { teardown(handler: () => Promise<void>): void },
  env: Readonly<Record<string, string>>,
): Promise<ServiceHere> {
  const config = readConfig(environmentOf(env))
  let output = ''
  const log = createLog(config.LOG_LEVEL, { write: (line: string) => void (output += line) })
  const demo = { testKey: '', liveKey: '' }
  const service = await startService({
    config,
    log,
    showDemoAccount: ({ testKey, liveKey }) => void Object.assign(demo, { testKey, liveKey }),
  })
  const stop = () => service.stop()
  t.teardown(stop)
  return { url: service.url ?? '', output: () => output, stop, demo }
}

/** Settings of a service on the server of the run; the database lasts as long as the test. */
export async function databaseSettings(t: { teardown(handler: () => Promise<void>): void }) {
  const { url } = await preparedDatabase(t)
  return {
    DATABASE_URL: url,
    SECRETS_KEY: Buffer.alloc(32, 7).toString('base64'),
    PORT: '0',
    LOG_LEVEL: 'error',
  }
}
