import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import { cut } from '../../domain/text.js'

/** How long the sessions of a process that has just ended may remain. */
const PATIENCE_MS = 2_000
const ASK_EVERY_MS = 100

/**
 * Other processes of the service with sessions in this database, such as `clearway api from
 * 10.0.0.7`. Only the database sees processes on other machines.
 */
export async function otherSessions(client: pg.ClientBase): Promise<readonly string[]> {
  for (const deadline = performance.now() + PATIENCE_MS; ; await delay(ASK_EVERY_MS)) {
    const { rows } = await client.query<{ session: string }>(
      `SELECT DISTINCT application_name || coalesce(' from ' || host(client_addr), '') AS session FROM pg_stat_activity
       WHERE datname = current_database() AND pid <> pg_backend_pid() AND starts_with(application_name, 'clearway ') ORDER BY 1`,
    )
    if (rows.length === 0 || performance.now() > deadline) return rows.map(({ session }) => session)
  }
}

/** Prefix of the session name with which a process checks the database. */
const HEALTH_SESSION = 'clearway health'

/** The beginning of a key's id, which is hexadecimal, that distinguishes it from others. */
const shownOfKey = (id: string): string => cut(id, 8, '')

/**
 * The name of that session. It contains the beginnings of the ids of the vault keys in the
 * process, which the replacement of a key checks. PostgreSQL keeps 63 characters.
 */
export function healthSessionName(keys: readonly { readonly id: string }[]): string {
  return [HEALTH_SESSION, ...keys.slice(0, 5).map(({ id }) => shownOfKey(id))].join(' ')
}

/**
 * The sessions of processes without that key of the vault, such as `clearway health … from
 * 10.0.0.7`.
 */
export async function sessionsWithoutKey(pool: pg.Pool, keyId: string): Promise<readonly string[]> {
  const { rows } = await pool.query<{ name: string; session: string }>(
    `SELECT DISTINCT application_name AS name, application_name || coalesce(' from ' || host(client_addr), '') AS session
     FROM pg_stat_activity
     WHERE datname = current_database() AND starts_with(application_name, '${HEALTH_SESSION}') ORDER BY 2`,
  )
  return rows.filter(({ name }) => !name.split(' ').includes(shownOfKey(keyId))).map(({ session }) => session)
}

/**
 * Whether a process of the service works on this database, on any machine: each checks the
 * database repeatedly in its own session.
 */
export async function isServiceRunning(pool: pg.Pool): Promise<boolean> {
  const { rowCount } = await pool.query(
    `SELECT 1 FROM pg_stat_activity
     WHERE datname = current_database() AND starts_with(application_name, '${HEALTH_SESSION}') LIMIT 1`,
  )
  return rowCount !== 0
}

/**
 * Takes a lock that lasts as long as the connection and returns whether it succeeded, after a
 * short wait for the end of a killed process.
 */
export async function takeLock(client: pg.ClientBase, name: string): Promise<boolean> {
  for (const deadline = performance.now() + PATIENCE_MS; ; await delay(ASK_EVERY_MS)) {
    const { rows } = await client.query<{ taken: boolean }>('SELECT pg_try_advisory_lock(hashtext($1)) AS taken', [
      name,
    ])
    if (rows[0]?.taken === true) return true
    if (performance.now() > deadline) return false
  }
}
