import type pg from 'pg'
import { type Finding, fault, orOk, warning } from './finding.js'

const CHECK = 'receiving'
const HOUR_MS = 3_600_000
/** Governments are looked at every few minutes; a slow pace makes hours of it. */
const WARNING_HOURS = 12
/** Some governments forget documents after weeks. */
const FAULT_HOURS = 48
/** Companies that a finding names. */
const MOST_NAMED = 5

interface CompanyAt {
  readonly id: string
  readonly country: string
}

interface Look extends CompanyAt {
  readonly looked_at: Date | null
  readonly error: string | null
}

/** Live companies that receive. */
const RECEIVES = "c.environment = 'production' AND c.is_active AND c.peppol_ids IS NOT NULL"
/** Their connections. */
const CONNECTIONS = 'read.companies c JOIN read.connections n ON n.company_id = c.id AND n.environment = c.environment'

/** Checks that invoices of suppliers reach the live companies that receive. */
export async function judgeReceiving(pool: pg.Pool, now: Date): Promise<readonly Finding[]> {
  const findings = [...(await deadConnections(pool)), ...(await withoutConnection(pool)), ...(await late(pool, now))]
  return orOk(findings, CHECK, 'Nothing keeps invoices of suppliers from the companies that receive.')
}

async function deadConnections(pool: pg.Pool): Promise<readonly Finding[]> {
  const { rows } = await pool.query<CompanyAt>(
    `SELECT c.id, n.country_code AS country FROM ${CONNECTIONS}
     WHERE ${RECEIVES} AND n.status IN ('expired', 'error') ORDER BY c.id, country`,
  )
  if (rows.length === 0) return []
  return [
    warning(
      CHECK,
      `The connections of ${rows.length} receiving companies have expired or were refused, so nothing arrives for them: ${named(rows)}.`,
      'These companies must connect again; what lies at the government is fetched then.',
    ),
  ]
}

async function withoutConnection(pool: pg.Pool): Promise<readonly Finding[]> {
  const { rows } = await pool.query<{ id: string }>(
    `SELECT c.id FROM read.companies c WHERE ${RECEIVES}
       AND NOT EXISTS (SELECT FROM read.connections n WHERE n.company_id = c.id AND n.environment = c.environment) ORDER BY c.id`,
  )
  if (rows.length === 0) return []
  return [
    warning(
      CHECK,
      `${rows.length} receiving companies have no connection, so nothing arrives for them: ${firstOf(rows.map(({ id }) => id))}.`,
      'Let them connect, or switch receiving off: DELETE /v1/companies/{id}/receiving.',
    ),
  ]
}

/** Companies whose government was not looked at for long; those with a dead connection apart. */
async function late(pool: pg.Pool, now: Date): Promise<readonly Finding[]> {
  const before = (hours: number): Date => new Date(now.getTime() - hours * HOUR_MS)
  const { rows } = await pool.query<Look>(
    `SELECT c.id, n.country_code AS country, l.looked_at, l.error
     FROM ${CONNECTIONS} JOIN operations.receiving_look l ON l.connection_id = n.id
     WHERE ${RECEIVES} AND n.status = 'active' AND (l.looked_at < $1 OR l.looked_at IS NULL AND l.error IS NOT NULL)
     ORDER BY l.looked_at NULLS FIRST, c.id`,
    [before(WARNING_HOURS).toISOString()],
  )
  if (rows.length === 0) return []
  const isGrave = rows.some((row) => row.looked_at !== null && new Date(row.looked_at) < before(FAULT_HOURS))
  return [
    (isGrave ? fault : warning)(
      CHECK,
      `For ${rows.length} receiving companies no look at the government has succeeded for ${WARNING_HOURS} hours, or ever: ${firstOf(rows.map(inWords))}.`,
      'Run a process with the role processors; "clearway work" shows whether the government answers, "clearway connection test" whether it accepts the credentials.',
    ),
  ]
}

function inWords({ id, country, looked_at: at, error }: Look): string {
  const last = at === null ? 'never' : new Date(at).toISOString()
  return `${id} (${country}, last: ${last}${error === null ? '' : `; ${error}`})`
}

function named(rows: readonly CompanyAt[]): string {
  return firstOf(rows.map(({ id, country }) => `${id} (${country})`))
}

function firstOf(texts: readonly string[]): string {
  const more = texts.length - MOST_NAMED
  return texts.slice(0, MOST_NAMED).join(', ') + (more > 0 ? ` and ${more} more` : '')
}
