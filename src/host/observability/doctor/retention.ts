import type pg from 'pg'
import { endedBefore, type RetentionTimes, ruleOf } from '../../../domain/erasure.js'
import { ENVIRONMENTS } from '../../../domain/event.js'
import { streamPrefix } from '../../../domain/streams.js'
import { type Finding, ok, warning } from './finding.js'

const DAY_MS = 24 * 3_600_000
/** Data is erased once a day: two days late means that a run was missed. */
const LATE_DAYS = 2
/** A live invoice waits for its last delivery, some days after its own last event. */
const DELIVERY_DAYS = 31
/** Number of invoices checked per account: the youngest of those that may be late. */
const LOOKED_AT = 1_000
/** The check ends after this many accounts. */
const ACCOUNTS = 100

const NAMES = { test: 'test', production: 'live' } as const

/** What is judged: its read model, its to-do list, and how holds and findings name it. */
const JUDGED = [
  { table: 'invoices', waits: 'todo', hold: 'invoice', category: 'Invoice', name: 'invoice' },
  { table: 'received', waits: 'answers', hold: 'received', category: 'Received', name: 'received invoice' },
] as const

/**
 * One index lookup per account, and the rows only where there are any: much late data does not
 * slow it down. It checks the youngest, because old data may be on hold.
 */
const late = ({ table, waits, hold }: (typeof JUDGED)[number]): string => `
  SELECT coalesce(sum(count), 0)::integer AS late, count(*)::integer AS accounts, coalesce(bool_or(more), false) AS more
  FROM (
    SELECT looked.count, looked.all = $4 AS more
    FROM read.accounts a CROSS JOIN LATERAL (
      SELECT count(*) AS all, count(*) FILTER (
        WHERE ($1 = 'test' OR i.updated_at < $2 AND coalesce(i.issue_date < $6, true)
            AND NOT EXISTS (SELECT FROM read.${waits} t WHERE t.stream = $3 || i.id))
          AND NOT EXISTS (SELECT FROM read.holds h WHERE h.released_at IS NULL AND h.account = i.account
            AND (h.kind, h.target) IN (('company', i.company_id), ('${hold}', i.id)))) AS count
      FROM (
        SELECT x.id, x.account, x.company_id, x.updated_at, x.issue_date FROM read.${table} x
        WHERE x.account = a.id AND x.environment = $1 AND x.created_at < $2
        ORDER BY x.created_at DESC, x.id DESC LIMIT $4
      ) AS i
    ) AS looked
    WHERE looked.count > 0 AND NOT EXISTS (
      SELECT FROM read.holds h WHERE h.released_at IS NULL AND h.kind = 'account' AND h.target = a.id)
    LIMIT $5
  ) AS late`

/**
 * Reports invoices, sent and received, that should have been erased, and the number of legal
 * holds in force. Data on hold is not late, nor is a live invoice in progress.
 */
export async function judgeRetention(pool: pg.Pool, times: RetentionTimes, now: Date): Promise<readonly Finding[]> {
  const check = 'retention'
  const findings: Finding[] = []
  const missed = new Date(now.getTime() - LATE_DAYS * DAY_MS)
  for (const environment of ENVIRONMENTS) {
    const ended = endedBefore(ruleOf(environment, times), missed).getTime()
    const before = new Date(environment === 'test' ? ended : ended - DELIVERY_DAYS * DAY_MS).toISOString()
    for (const judged of JUDGED) {
      const { rows } = await pool.query<{ late: number; accounts: number; more: boolean }>(late(judged), [
        ...[environment, before, streamPrefix(environment, judged.category), LOOKED_AT, ACCOUNTS, before.slice(0, 10)],
      ])
      const { late: count = 0, accounts = 0, more = false } = rows[0] ?? {}
      if (count === 0) continue
      const least = more || accounts === ACCOUNTS ? 'At least ' : ''
      const says = `${least}${counted(count, `${NAMES[environment]} ${judged.name}`)} of ${counted(accounts, 'account')} should already have been erased.`
      const remedy =
        'Run a process with the role processors and without RETENTION_OFF, or run "clearway retention run", which reports what it keeps and why.'
      findings.push(warning(check, says, remedy))
    }
  }
  const { rows } = await pool.query<{ held: number }>(
    'SELECT count(*)::integer AS held FROM read.holds WHERE released_at IS NULL',
  )
  const held = rows[0]?.held ?? 0
  const holds = held === 0 ? 'No legal hold is in force.' : `Legal holds in force: ${held}.`
  if (findings.length === 0) findings.push(ok(check, `No data is kept beyond its retention period. ${holds}`))
  else if (held > 0) findings.push(ok(check, holds))
  return findings
}

/** `3 accounts`, `1 account`. */
function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`
}
