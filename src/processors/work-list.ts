import type pg from 'pg'
import type { Environment, Scope } from '../domain/event.js'
import { Batcher } from '../storage/batcher.js'

/** Where one kind of work comes from. */
export interface WorkSource {
  readonly kind: 'invoices' | 'deliveries'
  /** The read model that shows it. */
  readonly projection: string
  /**
   * `SELECT key, account, environment, due_at, position` from the rows of the read model that are
   * `candidate`.
   */
  readonly work: (candidate: string) => string
}

/** Tries in a row that failed, by cause. */
export interface Tries {
  /** Outages of the government, the event store or the database, which pass by themselves. */
  readonly outages: number
  /** Faults of the service itself. */
  readonly faults: number
}

/** Work that this process may do until the claim ends. */
export interface Claim extends Tries {
  readonly kind: WorkSource['kind']
  readonly key: string
  readonly account: string
  readonly environment: Environment
  /** Newest event that had given something to do when it was claimed. */
  readonly position: bigint
  /** Rises with each claim of the same work: a worker with an older token was overtaken. */
  readonly token: string
}

/** What becomes of a piece of work that is given back. */
export interface Rest extends Tries {
  /** Events up to here are dealt with. */
  readonly seen: bigint
  /** When it is looked at again; null: it is done. */
  readonly dueAt: Date | null
}

interface Release {
  readonly claim: Claim
  readonly rest: Rest
}

/** Whose work it is. */
export function scopeOf({ account, environment }: Claim): Scope {
  return { account, environment }
}

const CLAIM_SECONDS = 15
/** Rows of a read model that are taken into the list at a time. */
const ADMITTED_AT_ONCE = 1_000

/** Exported for the test that looks at its plan. Parameters: kind, now, limit, seconds. */
export const CLAIM = `
  WITH due AS (
    SELECT kind, key FROM processing.work
    WHERE kind = $1 AND due_at <= $2 AND (held_until IS NULL OR held_until < clock_timestamp())
    ORDER BY due_at
    LIMIT $3
    FOR UPDATE SKIP LOCKED
  )
  UPDATE processing.work w SET token = w.token + 1, held_until = clock_timestamp() + make_interval(secs => $4)
  FROM due WHERE w.kind = due.kind AND w.key = due.key
  RETURNING w.kind, w.key, w.account, w.environment, w.position, w.token, w.outages, w.faults`

/**
 * The work list: who works on what, and when the rest is due again. One list for all kinds of work
 * and any number of processes. Claims end by the database's clock, due times are the service's.
 * The list is operational: every effect is guarded by the streams' own events.
 */
export class WorkList {
  readonly #pool: pg.Pool
  readonly #releases = new Batcher<Release, undefined>((given) => this.#releaseAll(given))
  /** Seconds after which a worker that stopped renewing (killed, paused) loses its claims. */
  readonly claimSeconds: number

  constructor(pool: pg.Pool, claimSeconds = CLAIM_SECONDS) {
    this.#pool = pool
    this.claimSeconds = claimSeconds
  }

  /**
   * Takes in the rows that the read model has got since the last time. Projections commit in the
   * order of positions, so no row appears later behind the mark.
   */
  async admit({ kind, work }: WorkSource): Promise<void> {
    await this.#pool.query({
      name: `admit ${kind}`,
      text: `WITH mark AS (
         SELECT coalesce(max(position), 0) AS position FROM processing.watermarks WHERE kind = $1
       ), fresh AS MATERIALIZED (
         ${work(`position > (SELECT position FROM mark) ORDER BY position LIMIT ${ADMITTED_AT_ONCE}`)}
       ), moved AS (
         INSERT INTO processing.watermarks AS m (kind, position)
         SELECT $1, max(position) FROM fresh HAVING count(*) > 0
         ON CONFLICT (kind) DO UPDATE SET position = greatest(m.position, excluded.position)
       )
       INSERT INTO processing.work AS w (kind, key, account, environment, due_at, position)
       SELECT $1, key, account, environment, due_at, position FROM fresh ORDER BY key
       ON CONFLICT (kind, key) DO UPDATE
         SET position = excluded.position, due_at = least(w.due_at, excluded.due_at)
         WHERE excluded.position > greatest(w.position, w.seen)`,
      values: [kind],
    })
  }

  /**
   * Makes one piece of work due, because of the event at `position`. Without effect where there is
   * none.
   */
  async hasten(kind: WorkSource['kind'], key: string, position: bigint, dueAt: Date): Promise<void> {
    await this.#pool.query(
      `UPDATE processing.work SET position = greatest(position, $3), due_at = least(due_at, $4)
       WHERE kind = $1 AND key = $2 AND seen < $3`,
      [kind, key, position.toString(), dueAt.toISOString()],
    )
  }

  /**
   * Claims up to `limit` pieces that are due at `now`, the longest waiting first. Pieces that
   * others hold are left out.
   */
  async claim({ kind }: WorkSource, now: Date, limit: number): Promise<readonly Claim[]> {
    const { rows } = await this.#pool.query<Omit<Claim, 'position'> & { position: string }>(CLAIM, [
      kind,
      now.toISOString(),
      limit,
      this.claimSeconds,
    ])
    return rows.map((row) => ({ ...row, position: BigInt(row.position) }))
  }

  /** Renews the claims; gives those that are still held. */
  async renew(claims: readonly Claim[]): Promise<readonly Claim[]> {
    const { rows } = await this.#pool.query<{ kind: string; key: string }>(
      // Locked in the same order as where work is taken in.
      `WITH held AS MATERIALIZED (
         SELECT w.kind, w.key FROM unnest($1::text[], $2::text[], $3::bigint[]) AS mine (kind, key, token)
         JOIN processing.work w ON w.kind = mine.kind AND w.key = mine.key AND w.token = mine.token
         WHERE w.held_until > clock_timestamp()
         ORDER BY w.kind, w.key
         FOR UPDATE OF w
       )
       UPDATE processing.work w SET held_until = clock_timestamp() + make_interval(secs => $4)
       FROM held WHERE w.kind = held.kind AND w.key = held.key
       RETURNING w.kind, w.key`,
      [
        claims.map(({ kind }) => kind),
        claims.map(({ key }) => key),
        claims.map(({ token }) => token),
        this.claimSeconds,
      ],
    )
    const held = new Set(rows.map(({ kind, key }) => `${kind} ${key}`))
    return claims.filter(({ kind, key }) => held.has(`${kind} ${key}`))
  }

  /**
   * Gives work back: events up to `seen` are dealt with until `dueAt`; null: for good. Later
   * events keep their own due time. Without effect for a worker that was overtaken.
   */
  async release(claim: Claim, rest: Rest): Promise<void> {
    await this.#releases.run({ claim, rest })
  }

  async #releaseAll(given: readonly Release[]): Promise<readonly undefined[]> {
    await this.#pool.query({
      name: 'release work',
      // Locked in the same order as where work is taken in. Need not be flushed: a release that a
      // crash of the database undoes is a claim that runs out.
      text: `
        WITH held AS MATERIALIZED (
          SELECT w.kind, w.key, w.position, g.seen, g.due_at, g.outages, g.faults, g.due_at IS NULL AND w.position <= g.seen AS is_done
          FROM unnest($1::text[], $2::text[], $3::bigint[], $4::bigint[], $5::timestamptz[], $6::integer[], $7::integer[])
            AS g (kind, key, token, seen, due_at, outages, faults)
          JOIN processing.work w ON w.kind = g.kind AND w.key = g.key AND w.token = g.token
          ORDER BY w.kind, w.key
          FOR UPDATE OF w
        ), done AS (
          DELETE FROM processing.work w USING held WHERE w.kind = held.kind AND w.key = held.key AND held.is_done
        ), parked AS (
          UPDATE processing.work w
          SET held_until = NULL, seen = greatest(w.seen, held.seen), outages = held.outages, faults = held.faults,
            due_at = CASE WHEN w.position > held.seen THEN least(w.due_at, held.due_at) ELSE coalesce(held.due_at, w.due_at) END
          FROM held WHERE w.kind = held.kind AND w.key = held.key AND NOT held.is_done
        )
        SELECT set_config('synchronous_commit', 'off', true)`,
      values: [
        given.map(({ claim }) => claim.kind),
        given.map(({ claim }) => claim.key),
        given.map(({ claim }) => claim.token),
        given.map(({ rest }) => rest.seen.toString()),
        given.map(({ rest }) => rest.dueAt?.toISOString() ?? null),
        given.map(({ rest }) => rest.outages),
        given.map(({ rest }) => rest.faults),
      ],
    })
    return given.map(() => undefined)
  }

  /**
   * Compares the whole list with the read model: adds what is missing, removes what does not wait
   * any more. It repairs what cannot be foreseen, such as a database that was restored to an older
   * point.
   */
  async reconcile({ kind, projection, work }: WorkSource): Promise<void> {
    const head = `(SELECT coalesce(max(position), 0) FROM projections.checkpoints WHERE name = $2)`
    await this.#pool.query(
      `UPDATE processing.watermarks SET position = ${head} WHERE kind = $1 AND position > ${head}`,
      [kind, projection],
    )
    await this.#pool.query(
      `WITH shown AS MATERIALIZED (${work('true')}), gone AS (
         DELETE FROM processing.work w
         WHERE kind = $1 AND (held_until IS NULL OR held_until < clock_timestamp() - interval '1 hour')
           AND NOT EXISTS (SELECT FROM shown WHERE shown.key = w.key)
       )
       INSERT INTO processing.work (kind, key, account, environment, due_at, position)
       SELECT $1, key, account, environment, due_at, position FROM shown
       WHERE NOT EXISTS (SELECT FROM processing.work w WHERE w.kind = $1 AND w.key = shown.key)
       ORDER BY key
       ON CONFLICT (kind, key) DO NOTHING`,
      [kind],
    )
  }

  /**
   * Takes all claims back. Only for a process that knows that it is alone, such as one that has
   * just locked the embedded database.
   */
  async releaseAll(): Promise<void> {
    await this.#pool.query('UPDATE processing.work SET held_until = NULL WHERE held_until IS NOT NULL')
  }
}
