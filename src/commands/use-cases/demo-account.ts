import type pg from 'pg'
import { openAccount, type OpenedAccount } from './open-account.js'
import type { CommandDeps } from '../handle.js'
import type { RandomBytes } from '../../domain/ids.js'

const MILESTONE = 'demo account shown'

/**
 * On a store without any account, opens the account "Demo" and hands its keys to `show`, once.
 * This is recorded after the keys were shown: if a process dies before that, its keys stay
 * unknown, and the next start opens the account again. Simultaneous starts take turns.
 */
export async function ensureDemoAccount(
  deps: CommandDeps & { readonly random: RandomBytes; readonly pool: pg.Pool },
  show: (opened: OpenedAccount) => void,
): Promise<OpenedAccount | null> {
  const client = await deps.pool.connect()
  try {
    await client.query('SELECT pg_advisory_lock(hashtext($1))', [MILESTONE])
    const shown = await client.query('SELECT 1 FROM processing.milestones WHERE name = $1', [MILESTONE])
    if (shown.rowCount !== 0) return null
    let opened: OpenedAccount | null = null
    const used = await client.query('SELECT 1 FROM read.accounts WHERE name <> $1 LIMIT 1', ['Demo'])
    if (used.rowCount === 0) {
      opened = await openAccount(deps, { name: 'Demo', plan: 'free' })
      show(opened)
    }
    await client.query('INSERT INTO processing.milestones (name) VALUES ($1)', [MILESTONE])
    return opened
  } finally {
    // Ending the session releases the lock in every case.
    client.release(true)
  }
}
