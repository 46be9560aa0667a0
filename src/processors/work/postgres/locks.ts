import type pg from 'pg'
import { pause } from '../../../domain/pause.js'
import { orAborted } from '../../../domain/or-aborted.js'
import type { Locks } from '../locks.js'

/** Part of the time after which a silent holder loses the lock. */
const PING_EVERY = 1 / 4
/** A session whose server does not answer for so long ends without an unlock. */
const UNLOCK_MS = 1_000

/**
 * Locks of PostgreSQL's sessions. Such a lock ends with its process, no matter how that ends, and
 * also when the process does not respond for this long.
 */
export class PostgresLocks implements Locks {
  readonly #pool: pg.Pool

  constructor(pool: pg.Pool) {
    this.#pool = pool
  }

  async exclusively<Result>(
    name: string,
    silentSeconds: number,
    signal: AbortSignal,
    work: (locked: AbortSignal) => Promise<Result>,
  ): Promise<Result | null> {
    const client = await this.#connected(signal)
    if (client === null) return null
    const lost = new AbortController()
    const onError = (): void => {
      lost.abort()
    }
    client.on('error', onError).on('end', onError)
    const silentMs = silentSeconds * 1000
    let ping: NodeJS.Timeout | undefined
    try {
      if ((await orAborted(tryLock(client, name, silentMs), signal)) !== true) return null
      ping = setInterval(() => void client.query('SELECT 1').catch(onError), silentMs * PING_EVERY)
      return await work(AbortSignal.any([signal, lost.signal]))
    } finally {
      clearInterval(ping)
      client.off('error', onError).off('end', onError)
      // The next process need not wait until the server has noticed that this session is over. If
      // the connection is lost, so is the lock.
      const unlocked = client.query('SELECT pg_advisory_unlock_all()').catch(() => undefined)
      await Promise.race([unlocked, pause(UNLOCK_MS, lost.signal)])
      lost.abort()
      client.release(true)
    }
  }

  /** null: the signal has aborted; a pool whose server does not answer must not delay a stop. */
  async #connected(signal: AbortSignal): Promise<pg.PoolClient | null> {
    const connecting = this.#pool.connect()
    const client = await orAborted(connecting, signal)
    if (client !== null) return client
    connecting.then(
      (late) => {
        late.release()
      },
      () => undefined,
    )
    return null
  }
}

async function tryLock(client: pg.PoolClient, name: string, silentMs: number): Promise<boolean> {
  await client.query("SELECT set_config('idle_session_timeout', $1, false)", [`${Math.ceil(silentMs)}ms`])
  const { rows } = await client.query<{ locked: boolean }>('SELECT pg_try_advisory_lock(hashtext($1)) AS locked', [
    name,
  ])
  return rows[0]?.locked === true
}
