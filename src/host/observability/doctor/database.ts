import type pg from 'pg'
import { type Finding, fault, ok, warning } from './finding.js'

const OLDEST_POSTGRES = 150_000
/** Claims, tokens and limits are judged by the clocks of several machines. */
const SKEW_WARNING_MS = 1_000
const SKEW_FAULT_MS = 10_000

/** Checks that PostgreSQL is new enough and its schema fits this program. */
export async function judgeDatabase(
  pool: pg.Pool,
  known: readonly { readonly name: string }[],
  now: () => number = Date.now,
): Promise<readonly Finding[]> {
  const { rows: versions } = await pool.query<{ number: string; version: string }>(
    `SELECT current_setting('server_version_num') AS number, current_setting('server_version') AS version`,
  )
  const { number = '0', version = '' } = versions[0] ?? {}
  return [
    Number(number) < OLDEST_POSTGRES
      ? fault('database', `PostgreSQL ${version} is too old.`, 'Upgrade it to 15 or newer.')
      : ok('database', `PostgreSQL ${version} answers.`),
    await judgeClock(pool, now),
    ...(await judgeMigrations(pool, known)),
  ]
}

/** The round trip is halved: the database may have read its clock at any point in it. */
async function judgeClock(pool: pg.Pool, now: () => number): Promise<Finding> {
  const before = now()
  const { rows } = await pool.query<{ ms: number }>(
    'SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS ms',
  )
  const after = now()
  const skew = Math.abs((rows[0]?.ms ?? 0) - (before + after) / 2) - (after - before) / 2
  const says = `The clocks of this machine and of the database differ by ${Math.max(0, Math.round(skew)) / 1000} s`
  const remedy = 'Synchronise the clocks of all machines with NTP.'
  if (skew > SKEW_FAULT_MS) return fault('clock', `${says}: waiting times and token expiry are misjudged.`, remedy)
  if (skew > SKEW_WARNING_MS) return warning('clock', `${says}.`, remedy)
  return ok('clock', 'The clocks of this machine and the database agree.')
}

async function judgeMigrations(
  pool: pg.Pool,
  known: readonly { readonly name: string }[],
): Promise<readonly Finding[]> {
  const { rows: tables } = await pool.query<{ there: boolean }>(
    `SELECT to_regclass('storage.migration') IS NOT NULL AS there`,
  )
  if (tables[0]?.there !== true) {
    return [fault('migrations', 'The database is empty: no service has started on it yet.', 'Start the service once.')]
  }
  const { rows } = await pool.query<{ name: string }>('SELECT name FROM storage.migration ORDER BY name')
  const applied = new Set(rows.map(({ name }) => name))
  const names = new Set(known.map(({ name }) => name))
  const missing = [...names].filter((name) => !applied.has(name))
  const newer = [...applied].filter((name) => !names.has(name))
  if (newer.length > 0) {
    return [
      fault(
        'migrations',
        `A newer release has migrated the database (${newer.join(', ')}); this release cannot start on it.`,
        'Use the newer release.',
      ),
    ]
  }
  if (missing.length > 0) {
    return [
      fault(
        'migrations',
        `The database lacks migrations of this release: ${missing.join(', ')}.`,
        'Start the service of this release: it migrates the database.',
      ),
    ]
  }
  return [ok('migrations', 'The database has all migrations of this release.')]
}
