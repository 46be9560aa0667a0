import type pg from 'pg'
import type { EventStore } from '../../../eventstore/port.js'
import { countClosedConnections, countParked, listClosedGates } from '../../../processors/work/work-report.js'
import { projectionStatus } from '../../../projections/engine/status.js'
import { stateOfSeals } from '../newest-seal.js'
import { type Finding, fault, orOk, warning } from './finding.js'

const LAG_WARNING_SECONDS = 60
const LAG_FAULT_SECONDS = 600
const OVERDUE_WARNING_SECONDS = 300
const OVERDUE_FAULT_SECONDS = 3_600
const TOKEN_SOON_DAYS = 7

/** The sources of the findings about work. */
interface WorkDeps {
  readonly pool: pg.Pool
  readonly store: EventStore
  readonly now: Date
  /** Minutes between seals; 0: no automatic seals. */
  readonly sealMinutes: number
  /** FORBID_TEST_KEYS_MANAGING_LIVE, which takes precedence over the accounts' own rule. */
  readonly forbidTestKeys: boolean
  /** Whether a key for signing seals is configured. */
  readonly hasSealKey: boolean
}

/** Checks that the read models are up to date and the work is done. */
export async function judgeWork(deps: WorkDeps): Promise<readonly Finding[]> {
  return [
    ...(await judgeProjections(deps)),
    ...(await judgeWorkList(deps)),
    ...(await judgeConnections(deps)),
    ...(await judgeDeliveries(deps)),
    ...(await judgeSeals(deps)),
    ...(await judgeAccounts(deps)),
  ]
}

async function judgeProjections({ pool, store, now }: WorkDeps): Promise<readonly Finding[]> {
  const check = 'read models'
  const findings: Finding[] = []
  for (const { name, version, live, lagSeconds, pausedAt, setAside } of await projectionStatus(
    pool,
    store,
    now.getTime(),
  )) {
    if (pausedAt !== null) {
      findings.push(
        warning(
          check,
          `${name} has been paused since ${pausedAt}: its data is out of date.`,
          `Run "clearway projections resume ${name}".`,
        ),
      )
    } else if (lagSeconds > LAG_WARNING_SECONDS) {
      const finding = lagSeconds > LAG_FAULT_SECONDS ? fault : warning
      findings.push(
        finding(
          check,
          `${name} is ${lagSeconds} s behind the events.`,
          'Run a process with the role projections; its log names the cause.',
        ),
      )
    }
    if (setAside > 0) {
      findings.push(
        fault(
          check,
          `${name} lacks ${setAside} events that it could not apply.`,
          '"clearway projections status" lists them; fix the program, then run "clearway projections rebuild".',
        ),
      )
    }
    if (live !== null && live > version) {
      findings.push(
        warning(check, `${name} belongs to a newer release.`, 'Stop the processes of this release, or roll back.'),
      )
    }
  }
  return orOk(findings, check, 'All read models are up to date and complete.')
}

async function judgeWorkList({ pool }: WorkDeps): Promise<readonly Finding[]> {
  const check = 'work'
  const findings: Finding[] = []
  const { rows } = await pool.query<{ kind: string; due: number; seconds: number }>(
    `SELECT kind, count(*)::int AS due, extract(epoch FROM now() - min(due_at))::int AS seconds
     FROM processing.work WHERE due_at < now() - make_interval(secs => $1) AND held_until IS NULL
       AND lane NOT IN (SELECT name FROM processing.gates WHERE closed_until > now())
       AND split_part(lane, ' ', 1) || ' ' || split_part(lane, ' ', 2) NOT IN (SELECT name FROM processing.gates WHERE closed_until > now())
     GROUP BY kind ORDER BY kind`,
    [OVERDUE_WARNING_SECONDS],
  )
  for (const { kind, due, seconds } of rows) {
    const finding = seconds > OVERDUE_FAULT_SECONDS ? fault : warning
    findings.push(
      finding(
        check,
        `${due} pieces of work (${kind}) are overdue, the oldest by ${seconds} s.`,
        'Run processes with the role processors, and start more of them if their CPU is busy.',
      ),
    )
  }
  const parked = await countParked(pool)
  if (parked > 0) {
    findings.push(
      fault(
        check,
        `${parked} pieces of work keep failing and cannot be given up.`,
        '"clearway work" lists them, and the log names the cause; report it.',
      ),
    )
  }
  for (const { name, failures, closedUntil } of await listClosedGates(pool)) {
    if (closedUntil === null) continue
    findings.push(
      failures > 0
        ? warning(
            check,
            `${name} does not answer; the next call is at ${closedUntil}.`,
            'None: calls resume automatically.',
          )
        : warning(check, `All calls of ${name} are used up until ${closedUntil}.`, 'None: calls resume automatically.'),
    )
  }
  const connections = await countClosedConnections(pool)
  if (connections > 0) {
    findings.push(
      warning(
        check,
        `The own platforms or access points of ${connections} connections do not answer.`,
        'None: calls resume automatically. "clearway work" lists the connections; inform these customers if it lasts.',
      ),
    )
  }
  return orOk(findings, check, 'No work is overdue or parked, and every government answers.')
}

async function judgeConnections({ pool, now }: WorkDeps): Promise<readonly Finding[]> {
  const check = 'connections'
  const { rows } = await pool.query<{ expired: number; failed: number; soon: number }>(
    `SELECT count(*) FILTER (WHERE status = 'expired')::int AS expired,
       count(*) FILTER (WHERE status = 'error')::int AS failed,
       count(*) FILTER (WHERE status = 'active' AND token_expires_at < $1)::int AS soon
     FROM read.connections WHERE environment = 'production'`,
    [new Date(now.getTime() + TOKEN_SOON_DAYS * 86_400_000).toISOString()],
  )
  const { expired = 0, failed = 0, soon = 0 } = rows[0] ?? {}
  const findings: Finding[] = []
  const again = 'Their companies must connect again; until then their invoices wait.'
  if (expired > 0) findings.push(warning(check, `${expired} connections to governments have expired.`, again))
  if (failed > 0) findings.push(warning(check, `${failed} connections to governments were refused.`, again))
  if (soon > 0) {
    findings.push(
      warning(
        check,
        `The tokens of ${soon} connections expire within ${TOKEN_SOON_DAYS} days.`,
        'They are refreshed automatically while a process with the role processors runs.',
      ),
    )
  }
  return orOk(findings, check, 'No connection has expired or will expire soon.')
}

async function judgeDeliveries({ pool }: WorkDeps): Promise<readonly Finding[]> {
  const { rows } = await pool.query<{ failing: number; given_up: number }>(
    `SELECT count(*)::int AS failing, count(*) FILTER (WHERE used_up)::int AS given_up
     FROM read.receivers WHERE failing_since < now() - interval '1 hour'`,
  )
  const { failing = 0, given_up: givenUp = 0 } = rows[0] ?? {}
  const says = `${failing} webhooks have failed for an hour or longer; the attempts of ${givenUp} are used up.`
  const remedy = 'Notify these customers: GET /v1/webhooks shows the cause.'
  return orOk(
    failing > 0 ? [warning('deliveries', says, remedy)] : [],
    'deliveries',
    'All webhooks receive their events.',
  )
}

async function judgeSeals({ pool, store, now, sealMinutes, hasSealKey }: WorkDeps): Promise<readonly Finding[]> {
  const { at, trouble, waiting } = await stateOfSeals(pool, store)
  if (trouble !== null) {
    return [
      fault(
        'seals',
        `Nothing is sealed: ${trouble}.`,
        'Run "clearway audit verify", and find out who changed the events.',
      ),
    ]
  }
  if (!hasSealKey) {
    const says = 'No seal key is configured: a process with these settings seals nothing.'
    return [warning('seals', says, 'Set SEAL_KEY_FILE or SEAL_COMMAND as in the processes.')]
  }
  if (at === null) {
    const remedy = 'Set SEAL_KEY_FILE or SEAL_COMMAND, or run "clearway seal".'
    return [warning('seals', 'There is no seal: unchanged events cannot be proven.', remedy)]
  }
  const minutes = Math.round((now.getTime() - at.getTime()) / 60_000)
  const says = `The newest seal is ${minutes} minutes old.`
  const late = sealMinutes > 0 && minutes > 3 * sealMinutes && waiting > 0
  return late
    ? [warning('seals', says, 'Run a process with the role processors and the seal key.')]
    : orOk([], 'seals', says)
}

async function judgeAccounts({ pool, forbidTestKeys }: WorkDeps): Promise<readonly Finding[]> {
  const { rows } = await pool.query<{ open: number }>(
    `SELECT count(*)::int AS open FROM read.accounts WHERE test_keys_manage_live IS DISTINCT FROM 'forbid'`,
  )
  const open = forbidTestKeys ? 0 : (rows[0]?.open ?? 0)
  const says = `In ${open} accounts test keys may create live keys: a stolen test key gives access to real invoices.`
  const remedy =
    'Run "clearway accounts policy" for each, or set FORBID_TEST_KEYS_MANAGING_LIVE=true, unless they rely on test keys.'
  return orOk(open > 0 ? [warning('accounts', says, remedy)] : [], 'accounts', 'No test key may create live keys.')
}
