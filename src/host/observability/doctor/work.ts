import type pg from 'pg'
import type { EventStore } from '../../../eventstore/port.js'
import { countParked, listClosedGates } from '../../../processors/work/work-report.js'
import { projectionStatus } from '../../../projections/engine/status.js'
import { stateOfSeals } from '../newest-seal.js'
import { type Finding, fault, orOk, warning } from './finding.js'

const LAG_WARNING_SECONDS = 60
const LAG_FAULT_SECONDS = 600
const OVERDUE_WARNING_SECONDS = 300
const OVERDUE_FAULT_SECONDS = 3_600
const TOKEN_SOON_DAYS = 7

/** What the judgement of the work is made from. */
export interface WorkDeps {
  readonly pool: pg.Pool
  readonly store: EventStore
  readonly now: Date
  /** Minutes between seals; 0: none are made by themselves. */
  readonly sealMinutes: number
  /** FORBID_TEST_KEYS_MANAGING_LIVE, which goes before what accounts say. */
  readonly forbidTestKeys: boolean
  /** Whether there is a key that seals are signed with. */
  readonly hasSealKey: boolean
}

/** Whether the read models follow, and the work is done. */
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
          `${name} is paused since ${pausedAt}: what it shows grows old.`,
          `Run "clearway projections resume ${name}".`,
        ),
      )
    } else if (lagSeconds > LAG_WARNING_SECONDS) {
      const tell = lagSeconds > LAG_FAULT_SECONDS ? fault : warning
      findings.push(
        tell(
          check,
          `${name} is ${lagSeconds} s behind the events.`,
          'See that a process with the role projections runs; its log says what keeps it.',
        ),
      )
    }
    if (setAside > 0) {
      findings.push(
        fault(
          check,
          `${name} lacks ${setAside} events that it could not take.`,
          '"clearway projections status" names them; mend the program, then run "clearway projections rebuild".',
        ),
      )
    }
    if (live !== null && live > version) {
      findings.push(
        warning(check, `${name} is left to a newer release.`, 'End processes of this release, or roll back.'),
      )
    }
  }
  return orOk(findings, check, 'Every read model follows the events, and lacks none.')
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
    const tell = seconds > OVERDUE_FAULT_SECONDS ? fault : warning
    findings.push(
      tell(
        check,
        `${due} pieces of work (${kind}) should have been done, the first of them ${seconds} s ago.`,
        'See that processes with the role processors run, and start more of them if their CPU is busy.',
      ),
    )
  }
  const parked = await countParked(pool)
  if (parked > 0) {
    findings.push(
      fault(
        check,
        `${parked} pieces of work fail again and again, and can not be given up.`,
        '"clearway work" names them, the log says why; report it.',
      ),
    )
  }
  for (const { name, failures, closedUntil } of await listClosedGates(pool)) {
    if (closedUntil === null) continue
    findings.push(
      failures > 0
        ? warning(
            check,
            `${name} does not answer; it is left alone until ${closedUntil}.`,
            'Nothing: it goes on by itself.',
          )
        : warning(check, `All calls of ${name} are used up until ${closedUntil}.`, 'Nothing: it goes on by itself.'),
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
  const again = 'Their companies have to connect again; until then their invoices wait.'
  if (expired > 0) findings.push(warning(check, `${expired} connections to governments have expired.`, again))
  if (failed > 0) findings.push(warning(check, `${failed} connections to governments are refused.`, again))
  if (soon > 0) {
    findings.push(
      warning(
        check,
        `The tokens of ${soon} connections end within ${TOKEN_SOON_DAYS} days.`,
        'They are refreshed by themselves; see that a process with the role processors runs.',
      ),
    )
  }
  return orOk(findings, check, 'No connection has expired, or is about to.')
}

async function judgeDeliveries({ pool }: WorkDeps): Promise<readonly Finding[]> {
  const { rows } = await pool.query<{ failing: number; given_up: number }>(
    `SELECT count(*)::int AS failing, count(*) FILTER (WHERE used_up)::int AS given_up
     FROM read.receivers WHERE failing_since < now() - interval '1 hour'`,
  )
  const { failing = 0, given_up: givenUp = 0 } = rows[0] ?? {}
  const says = `${failing} webhooks have taken nothing for an hour or longer; of ${givenUp} the tries are used up.`
  const remedy = 'Tell these customers: GET /v1/webhooks shows them what is wrong.'
  return orOk(failing > 0 ? [warning('deliveries', says, remedy)] : [], 'deliveries', 'Every webhook takes its events.')
}

async function judgeSeals({ pool, store, now, sealMinutes, hasSealKey }: WorkDeps): Promise<readonly Finding[]> {
  const { at, trouble, waiting } = await stateOfSeals(pool, store)
  if (trouble !== null) {
    return [
      fault('seals', `Nothing is sealed: ${trouble}.`, 'Find out who changed the events: "clearway audit verify".'),
    ]
  }
  if (!hasSealKey) {
    const says = 'There is no key of seals here: nothing is sealed by a process with these settings.'
    return [warning('seals', says, 'Set SEAL_KEY_FILE or SEAL_COMMAND as the processes have it.')]
  }
  if (at === null) {
    const remedy = 'Set SEAL_KEY_FILE or SEAL_COMMAND, or run "clearway seal".'
    return [warning('seals', 'No seal was ever made: nobody could prove that events were not changed.', remedy)]
  }
  const minutes = Math.round((now.getTime() - at.getTime()) / 60_000)
  const says = `The newest seal is ${minutes} minutes old.`
  const late = sealMinutes > 0 && minutes > 3 * sealMinutes && waiting > 0
  return late
    ? [warning('seals', says, 'See that a process with the role processors runs, with the key of the seals.')]
    : orOk([], 'seals', says)
}

async function judgeAccounts({ pool, forbidTestKeys }: WorkDeps): Promise<readonly Finding[]> {
  const { rows } = await pool.query<{ open: number }>(
    `SELECT count(*)::int AS open FROM read.accounts WHERE test_keys_manage_live IS DISTINCT FROM 'forbid'`,
  )
  const open = forbidTestKeys ? 0 : (rows[0]?.open ?? 0)
  const says = `In ${open} accounts test keys may create live keys: whoever gets a test key gets at real invoices.`
  const remedy =
    'Run "clearway accounts policy" for each, or set FORBID_TEST_KEYS_MANAGING_LIVE=true, unless they rely on it.'
  return orOk(open > 0 ? [warning('accounts', says, remedy)] : [], 'accounts', 'No test key may create live keys.')
}
