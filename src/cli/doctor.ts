import { existsSync, readFileSync, statfsSync } from 'node:fs'
import { join } from 'node:path'
import type { Command } from 'commander'
import { openSigner } from '../audit/seals/signing.js'
import { openTimeStamper } from '../audit/seals/time-stamping.js'
import { type Config, readConfig, SETTINGS } from '../host/settings/config.js'
import { readInboundAccess } from '../http/inbound/access.js'
import { openEventStore, openObjects } from '../host/start/stores.js'
import { asInService, type RunningSettings, runningSettings } from '../host/settings/running-settings.js'
import { retentionTimes } from '../host/settings/retention.js'
import { unknownSettings } from '../host/settings/unknown-settings.js'
import { judgeDatabase } from '../host/observability/doctor/database.js'
import { fault, type Finding, ok, warning } from '../host/observability/doctor/finding.js'
import { judgeDocuments } from '../host/observability/doctor/documents.js'
import { judgeGovernmentClocks } from '../host/observability/doctor/government-clocks.js'
import { judgeRetention } from '../host/observability/doctor/retention.js'
import { judgeCertificate, judgeSettings } from '../host/observability/doctor/settings.js'
import { judgeVault } from '../host/observability/doctor/vault.js'
import { judgeWork } from '../host/observability/doctor/work.js'
import { connectEmbedded } from '../storage/embedded-postgres/connect.js'
import { migrations } from '../storage/migrations/index.js'
import { createPool, withStartupConnection } from '../storage/postgres/pool.js'
import { parseSecretsKey, readSecretsKey } from '../storage/vault/secrets-key.js'
import { StartupError } from '../storage/startup-error.js'
import type { CliRun } from './cli-run.js'
import { examples, type OutputOptions } from './output.js'
import { commandLog } from './session.js'
import { codeOf } from '../domain/caught.js'
import { fieldsOf } from '../domain/json.js'

/** Secret settings without which something can't be checked. */
const NEEDED: ReadonlySet<string> = new Set(['SECRETS_KEY', 'EVENTSTORE_URL'])

const FEW_BYTES = 2 * 1024 ** 3
const TOO_FEW_BYTES = 256 * 1024 ** 2
const ANSWER_MS = 5_000

/** Adds `clearway doctor`. */
export function addDoctorCommand(command: Command, cli: CliRun): void {
  command
    .option('--json', 'print {"ok", "findings": [{"check", "state": "ok" | "warning" | "fault", "says", "remedy"}]}')
    .addHelpText(
      'after',
      `${examples('doctor', 'doctor --json')}\n\nIf a service runs on DATA_DIR, its settings are judged, not those of this shell. Exit status 1: there is a fault. Warnings alone exit with 0.`,
    )
    .action(async (options: OutputOptions) => {
      const findings = await examine(cli)
      const isSound = findings.every(({ state }) => state !== 'fault')
      if (!isSound) cli.status = 1
      cli.printResult(options, { ok: isSound, findings }, () => findings.map(inWords).join('\n'))
    })
}

const MARKS = { ok: 'ok     ', warning: 'WARNING', fault: 'FAULT  ' } as const

function inWords({ check, state, says, remedy }: Finding): string {
  return `${MARKS[state]} ${check}: ${says}${remedy === null ? '' : `\n        -> ${remedy}`}`
}

/** An error in one check becomes a finding; the other checks still run. */
async function examine(cli: CliRun): Promise<readonly Finding[]> {
  let config: Config
  let running: RunningSettings | null = null
  try {
    config = readConfig(cli.env)
    running = config.DATABASE_URL === undefined ? runningSettings(config.DATA_DIR) : null
    if (running !== null) config = readConfig(asInService(cli.env, running))
  } catch (error) {
    return [faultOf('settings', error, 'Correct the setting; .env.example lists all of them.')]
  }
  const unread = running?.secret.filter((name) => NEEDED.has(name) && (cli.env[name] ?? '') === '') ?? []
  return [
    sourceOfSettings(config, running, unread),
    ...judgeSettings(config, running?.unknown ?? unknownSettings(cli.env, Object.keys(SETTINGS))),
    ...certificates(config),
    ...refusedFiles(config),
    ...(config.DATABASE_URL === undefined ? [diskOf(config.DATA_DIR)] : []),
    ...(await attempt('database', () => examineDatabase(cli, config, unread))),
    ...(await ports(config)),
  ]
}

/** Whose settings are judged. */
function sourceOfSettings(
  { DATABASE_URL, DATA_DIR }: Config,
  running: RunningSettings | null,
  unread: readonly string[],
): Finding {
  const check = 'settings'
  if (running === null) {
    const why = DATABASE_URL === undefined ? `no service runs on DATA_DIR (${DATA_DIR})` : 'DATABASE_URL is set'
    return ok(check, `The settings are those of this shell: ${why}.`)
  }
  const says = `The settings are those of the running service (process ${running.pid}, started at ${running.startedAt})`
  if (unread.length === 0) return ok(check, `${says}.`)
  const names = unread.join(', ')
  return warning(
    check,
    `${says}, but its secret ones can't be read: ${names}.`,
    `Set ${names} here, as the service has them.`,
  )
}

/** `unread`: secret settings that the service has, and this command does not. */
async function examineDatabase(cli: CliRun, config: Config, unread: readonly string[]): Promise<readonly Finding[]> {
  const { DATABASE_URL, DATA_DIR, EMBEDDED_POSTGRES_USER } = config
  const embedded =
    DATABASE_URL === undefined
      ? await connectEmbedded({ dataDir: DATA_DIR, user: EMBEDDED_POSTGRES_USER, log: commandLog(cli) })
      : null
  const connectionString = embedded?.connectionString ?? DATABASE_URL ?? ''
  try {
    // Reports in one sentence why the server can't be reached.
    await withStartupConnection(connectionString, async (client) => client.query('SELECT 1'))
    const pool = createPool({ connectionString, applicationName: 'clearway doctor', size: 2 })
    try {
      const database = await judgeDatabase(pool, migrations)
      if (database.some(({ check, state }) => check === 'migrations' && state === 'fault')) return database
      const vault = await attempt('vault', async () => {
        const keys = config.SECRETS_KEY === undefined ? readSecretsKey(DATA_DIR) : parseSecretsKey(config.SECRETS_KEY)
        if (keys !== null) return [await judgeVault(pool, keys)]
        if (unread.includes('SECRETS_KEY')) return []
        return [
          fault(
            'vault',
            `The key of the vault is missing: ${DATA_DIR} contains no secrets.key.`,
            'Restore it from a backup.',
          ),
        ]
      })
      const rest = await attempt('event store', async () => {
        const store = await openEventStore(config, connectionString)
        try {
          const head = await store.head()
          const found = ok(
            'event store',
            `The event store answers and belongs to this database; its newest event is at ${head ?? 0n}.`,
          )
          const now = new Date()
          return [
            found,
            ...(await attempt('work', () =>
              judgeWork({
                pool,
                store,
                now,
                sealMinutes: config.SEAL_MINUTES,
                hasSealKey: hasSealKey(config),
                forbidTestKeys: config.FORBID_TEST_KEYS_MANAGING_LIVE,
              }),
            )),
            ...(await attempt('government clocks', () => judgeGovernmentClocks(pool, config.countrySettings))),
            ...(await attempt('retention', () => judgeRetention(pool, retentionTimes(config), now))),
          ]
        } finally {
          await store.close()
        }
      })
      const documents = await attempt('documents', async () => {
        const objects = await openObjects(config)
        try {
          return [await judgeDocuments(pool, objects, config.DOCUMENTS_MOVE_AFTER_HOURS)]
        } finally {
          objects?.close()
        }
      })
      return [...database, ...vault, ...documents, ...rest]
    } finally {
      await pool.end()
    }
  } finally {
    await embedded?.stop()
  }
}

/** A service with the embedded database creates a seal key itself. */
function hasSealKey({ SEAL_KEY_FILE, SEAL_COMMAND, DATABASE_URL }: Config): boolean {
  return SEAL_KEY_FILE !== undefined || SEAL_COMMAND !== undefined || DATABASE_URL === undefined
}

async function attempt(check: string, look: () => Promise<readonly Finding[]>): Promise<readonly Finding[]> {
  try {
    return await look()
  } catch (error) {
    return [faultOf(check, error, 'See the log of the service.')]
  }
}

/** For unexpected errors it names only the kind of error: their messages may quote data. */
function faultOf(check: string, error: unknown, remedy: string): Finding {
  if (error instanceof StartupError) return fault(check, error.message, 'Fix this first.')
  const kind = codeOf(error) || (error instanceof Error ? error.name : 'unknown')
  return fault(check, `The check failed (${kind}).`, remedy)
}

function diskOf(directory: string): Finding {
  try {
    const { bavail, bsize } = statfsSync(directory)
    const free = bavail * bsize
    const says = `${Math.round(free / 1024 ** 2)} MB are free for DATA_DIR`
    const remedy = 'Free disk space: PostgreSQL stops when the disk is full.'
    if (free < TOO_FEW_BYTES) return fault('disk', `Only ${says}.`, remedy)
    return free < FEW_BYTES ? warning('disk', `${says}.`, remedy) : ok('disk', `${says}.`)
  } catch {
    return fault('disk', `DATA_DIR (${directory}) cannot be read.`, 'Correct DATA_DIR or its permissions.')
  }
}

function certificates({ INBOUND_TLS_CERT, INBOUND_TLS_CLIENT_CA }: Config): readonly Finding[] {
  const files = { INBOUND_TLS_CERT, INBOUND_TLS_CLIENT_CA }
  return Object.entries(files).flatMap(([setting, file]) => {
    if (file === undefined) return []
    let pem: string | null = null
    try {
      pem = readFileSync(file, 'utf8')
    } catch {
      // The check of the certificates reports it.
    }
    return [judgeCertificate(setting, pem, new Date())]
  })
}

/** Files named by the settings that would stop a process from starting. Creates no key. */
function refusedFiles(config: Config): readonly Finding[] {
  const { SEAL_KEY_FILE, SEAL_COMMAND, SEAL_MINUTES, INBOUND_PORT, DATA_DIR, ROLES } = config
  const seals = SEAL_MINUTES > 0 && ROLES.includes('processors')
  const isThere = SEAL_KEY_FILE !== undefined || SEAL_COMMAND !== undefined || existsSync(join(DATA_DIR, 'seal.key'))
  const openings = [
    { check: 'seals', open: () => (seals && isThere ? openSigner(config) : null) },
    { check: 'seals', open: () => (seals ? openTimeStamper(config) : null) },
    { check: 'certificates', open: () => (INBOUND_PORT === undefined ? null : readInboundAccess(config)) },
  ]
  return openings.flatMap(({ check, open }) => {
    try {
      open()
      return []
    } catch (error) {
      return [faultOf(check, error, 'Correct the setting or the file it names.')]
    }
  })
}

/** Checks whether a process answers at the address in the settings. */
async function ports({ HOST, PORT, OPS_PORT, ROLES }: Config): Promise<readonly Finding[]> {
  const host = HOST === '0.0.0.0' || HOST === '::' ? '127.0.0.1' : HOST.includes(':') ? `[${HOST}]` : HOST
  const [port, setting] = OPS_PORT !== undefined && OPS_PORT > 0 ? [OPS_PORT, 'OPS_PORT'] : [PORT, 'PORT']
  if (port === 0 || (setting === 'PORT' && !ROLES.includes('api'))) return []
  try {
    const answer = await fetch(`http://${host}:${port}/ready`, { signal: AbortSignal.timeout(ANSWER_MS) })
    const { status, checks } = fieldsOf(await answer.json())
    const failing = Object.entries(fieldsOf(checks)).filter(([, state]) => state !== 'ok')
    const names = failing.map(([name]) => name).join(', ')
    if (status === 'ok') return [ok('service', `The process at ${setting} (${port}) is ready.`)]
    const finding = status === 'degraded' ? warning : fault
    return [
      finding(
        'service',
        `The process at ${setting} (${port}) is not ready: ${names}.`,
        'See its GET /ready for remedies.',
      ),
    ]
  } catch {
    const remedy = `Start the service, or run this command on its machine with the same HOST and ${setting}.`
    return [warning('service', `No service answers at ${setting} (${port}) of ${host}.`, remedy)]
  }
}
