import { existsSync, readFileSync, statfsSync } from 'node:fs'
import { join } from 'node:path'
import type { Command } from 'commander'
import { openSigner } from '../../audit/seals/signing.js'
import { openTimeStamper } from '../../audit/seals/time-stamping.js'
import { type Config, readConfig, SETTINGS } from '../../host/settings/config.js'
import { readInboundAccess } from '../../http/inbound/access.js'
import { asInService, type RunningSettings, runningSettings } from '../../host/settings/running-settings.js'
import { unknownSettings } from '../../host/settings/unknown-settings.js'
import { fault, type Finding, ok, warning } from '../../host/observability/doctor/finding.js'
import { judgeCertificate, judgeSettings } from '../../host/observability/doctor/settings.js'
import type { CliRun } from '../cli-run.js'
import { examples, type OutputOptions } from '../output.js'
import { checkedOpsAddress, settingsOfUrl, TOKEN_VARIABLE } from './settings-of-url.js'
import { examineDatabase } from './database.js'
import { attempt, faultOf } from './faults.js'
import { ports, readinessAt } from './readiness.js'

/** Secret settings without which something can't be checked. */
const NEEDED: ReadonlySet<string> = new Set(['SECRETS_KEY', 'EVENTSTORE_URL'])

const FEW_BYTES = 2 * 1024 ** 3
const TOO_FEW_BYTES = 256 * 1024 ** 2

/** Adds `clearway doctor`. */
export function addDoctorCommand(command: Command, cli: CliRun): void {
  command
    .option(
      '--url <address>',
      `judge the settings of the service at the OPS_PORT of this address; ${TOKEN_VARIABLE} is the token of an operator`,
    )
    .option('--json', 'print {"ok", "findings": [{"check", "state": "ok" | "warning" | "fault", "says", "remedy"}]}')
    .addHelpText(
      'after',
      `${examples('doctor', 'doctor --json', `doctor --url http://127.0.0.1:3001`)}\n\nIf a service runs on DATA_DIR, its settings are judged, not those of this shell. With --url those of another machine are: its database is examined with the DATABASE_URL and SECRETS_KEY of this shell, its files and disk are not. Exit status 1: there is a fault. Warnings alone exit with 0.`,
    )
    .action(async (options: OutputOptions & { readonly url?: string }) => {
      const findings = options.url === undefined ? await examine(cli) : await examineAt(cli, options.url)
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

/** The same for the service at an address, whose files and disk are on another machine. */
async function examineAt(cli: CliRun, address: string): Promise<readonly Finding[]> {
  let running: RunningSettings
  let config: Config
  try {
    running = await settingsOfUrl(address, cli.env[TOKEN_VARIABLE] ?? '')
    const data = { DATA_DIR: running.settings['DATA_DIR'] }
    config = readConfig({ ...asInService(cli.env, running), ...data })
  } catch (error) {
    return [faultOf('settings', error, 'Correct the setting; .env.example lists all of them.')]
  }
  const isHere = (name: string): boolean => (cli.env[name] ?? '') !== ''
  const reachesDatabase = running.secret.includes('DATABASE_URL') && isHere('DATABASE_URL')
  const unread = running.secret.filter((name) => NEEDED.has(name) && !isHere(name))
  return [
    ofRunning(running, reachesDatabase ? unread : []),
    ...judgeSettings(config, running.unknown),
    ...(reachesDatabase
      ? await attempt('database', () => examineDatabase(cli, config, unread))
      : [ok('database', 'The database is not examined: that needs its DATABASE_URL in this shell, or its machine.')]),
    await readinessAt(checkedOpsAddress(address), address),
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
  return ofRunning(running, unread)
}

function ofRunning(running: RunningSettings, unread: readonly string[]): Finding {
  const check = 'settings'
  const says = `The settings are those of the running service (process ${running.pid}, started at ${running.startedAt})`
  if (unread.length === 0) return ok(check, `${says}.`)
  const names = unread.join(', ')
  return warning(
    check,
    `${says}, but its secret ones can't be read: ${names}.`,
    `Set ${names} here, as the service has them.`,
  )
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
