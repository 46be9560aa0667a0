import type pg from 'pg'
import { Batcher } from '../../../storage/postgres/batcher.js'
import { BEHIND_GATE } from '../connection-gates.js'
import type { Claim, Rest, FreeLane, WorkList, WorkSource } from '../work-list.js'

interface Release {
  readonly claim: Claim
  readonly rest: Rest
}

const CLAIM_SECONDS = 15
/** Rows of a read model that are added to the list at a time. */
const ADMITTED_AT_ONCE = 1_000

/** The restores of the event store that the read model named `$2` has followed. */
const FOLLOWED = '(SELECT coalesce(max(restores), 0) FROM projections.checkpoints WHERE name = $2)'

/** A row of `processing.claim_shares`; without a key: how far it has searched. */
interface ClaimedRow extends Omit<Claim, 'key' | 'position'> {
  readonly key: string | null
  readonly position: string
}

/** Makes due all work that was released to wait for this; returns whether there was any. */
export async function wakeWork(pool: pg.Pool | pg.PoolClient, waitsFor: string, dueAt: Date): Promise<boolean> {
  const { rowCount } = await pool.query({
    name: 'wake work',
    text: `WITH waiting AS MATERIALIZED (
       SELECT kind, key FROM processing.work WHERE waits_for = $1 ORDER BY kind, key FOR UPDATE
     )
     UPDATE processing.work w SET waits_for = NULL, due_at = least(w.due_at, $2)
     FROM waiting WHERE w.kind = waiting.kind AND w.key = waiting.key`,
    values: [waitsFor, dueAt.toISOString()],
  })
  return rowCount !== 0
}

/** The work list in PostgreSQL: claims end by the database's clock. */
export class PostgresWorkList implements WorkList {
  readonly #pool: pg.Pool
  readonly #releases = new Batcher<Release, undefined>((given) => this.#releaseAll(given))
  /** Where the next claim of a lane continues, if the last one did not finish a round. */
  readonly #looked = new Map<string, string>()
  readonly claimSeconds: number

  constructor(pool: pg.Pool, claimSeconds = CLAIM_SECONDS) {
    this.#pool = pool
    this.claimSeconds = claimSeconds
  }

  async admit({ kind, projection, work }: WorkSource): Promise<void> {
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
       INSERT INTO processing.work AS w (kind, key, account, environment, lane, due_at, position, restores)
       SELECT $1, key, account, environment, lane, due_at, position, ${FOLLOWED} FROM fresh ORDER BY key
       ON CONFLICT (kind, key) DO UPDATE
         SET position = excluded.position, due_at = least(w.due_at, excluded.due_at), lane = excluded.lane, waits_for = NULL
         WHERE excluded.position > greatest(w.position, w.seen)`,
      values: [kind, projection],
    })
  }

  async hasten(kind: WorkSource['kind'], key: string, position: bigint, dueAt: Date): Promise<void> {
    await this.#pool.query(
      `UPDATE processing.work SET position = greatest(position, $3), due_at = least(due_at, $4)
       WHERE kind = $1 AND key = $2 AND seen < $3`,
      [kind, key, position.toString(), dueAt.toISOString()],
    )
  }

  async wake(waitsFor: string, dueAt: Date): Promise<void> {
    await wakeWork(this.#pool, waitsFor, dueAt)
  }

  async claim({ kind }: WorkSource, now: Date, lanes: readonly FreeLane[]): Promise<readonly Claim[]> {
    const { rows } = await this.#pool.query<ClaimedRow>({
      name: 'claim work',
      text: 'SELECT * FROM processing.claim_shares($1, $2, $3, $4, $5, $6, $7, $8, $9)',
      values: [
        kind,
        now.toISOString(),
        lanes.map(({ name }) => name),
        lanes.map(({ government }) => government),
        lanes.map(({ wanted }) => wanted),
        lanes.map(({ name, after }) => this.#looked.get(`${kind} ${name}`) ?? after),
        this.claimSeconds,
        lanes.map(({ wanted, share }) => share?.most ?? wanted),
        lanes.map(({ share }) => JSON.stringify(Object.fromEntries(share?.held ?? []))),
      ],
    })
    for (const { name } of lanes) this.#looked.delete(`${kind} ${name}`)
    return rows.flatMap(({ key, position, ...row }) => {
      if (key !== null) return [{ ...row, key, position: BigInt(position) }]
      this.#looked.set(`${kind} ${row.lane}`, row.account)
      return []
    })
  }

  async renew(claims: readonly Claim[]): Promise<readonly Claim[]> {
    const { rows } = await this.#pool.query<{ kind: string; key: string }>(
      // Locked in the same order as when work is added.
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

  async release(claim: Claim, rest: Rest): Promise<void> {
    await this.#releases.run({ claim, rest })
  }

  async #releaseAll(given: readonly Release[]): Promise<readonly undefined[]> {
    await this.#pool.query({
      name: 'release work',
      // Locked in the same order as when work is added. Need not be flushed: a release that a
      // crash of the database undoes is a claim that expires.
      text: `
        WITH held AS MATERIALIZED (
          SELECT w.kind, w.key, w.position, g.seen, g.due_at, g.outages, g.faults, g.lane, g.waits_for, g.due_at IS NULL AND w.position <= g.seen AS is_done
          FROM unnest($1::text[], $2::text[], $3::bigint[], $4::bigint[], $5::timestamptz[], $6::integer[], $7::integer[], $8::text[], $9::text[])
            AS g (kind, key, token, seen, due_at, outages, faults, lane, waits_for)
          JOIN processing.work w ON w.kind = g.kind AND w.key = g.key AND w.token = g.token
          ORDER BY w.kind, w.key
          FOR UPDATE OF w
        ), done AS (
          DELETE FROM processing.work w USING held WHERE w.kind = held.kind AND w.key = held.key AND held.is_done
        ), closed AS MATERIALIZED (
          -- A gate that opens at this moment wakes what waits by then: its removal waits for the lock.
          SELECT '${BEHIND_GATE}' || name AS key FROM processing.gates
          WHERE name IN (SELECT substr(key, ${BEHIND_GATE.length + 1}) FROM unnest($9::text[]) AS key WHERE starts_with(key, '${BEHIND_GATE}'))
          ORDER BY name FOR SHARE
        ), next AS (
          -- What waits for a gate that is gone is due at once.
          SELECT held.*, starts_with(waits_for, '${BEHIND_GATE}') AND waits_for NOT IN (SELECT key FROM closed) AS is_open FROM held
        ), parked AS (
          UPDATE processing.work w
          SET held_until = NULL, seen = greatest(w.seen, held.seen), outages = held.outages, faults = held.faults,
            lane = coalesce(held.lane, w.lane), waits_for = CASE WHEN w.position > held.seen OR held.is_open THEN NULL ELSE held.waits_for END,
            due_at = CASE WHEN w.position > held.seen THEN least(w.due_at, held.due_at) WHEN held.is_open THEN w.due_at ELSE coalesce(held.due_at, w.due_at) END
          FROM next AS held WHERE w.kind = held.kind AND w.key = held.key AND NOT held.is_done
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
        given.map(({ rest }) => rest.lane ?? null),
        given.map(({ rest }) => rest.waitsFor ?? null),
      ],
    })
    return given.map(() => undefined)
  }

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
       ), taken_back AS (
         -- By a restored store: there is nothing to be done for it.
         UPDATE processing.work w SET position = shown.position, seen = least(w.seen, shown.position - 1)
         FROM shown WHERE w.kind = $1 AND w.key = shown.key AND w.position > shown.position
       )
       INSERT INTO processing.work (kind, key, account, environment, lane, due_at, position, restores)
       SELECT $1, key, account, environment, lane, due_at, position, ${FOLLOWED} FROM shown
       WHERE NOT EXISTS (SELECT FROM processing.work w WHERE w.kind = $1 AND w.key = shown.key)
       ORDER BY key
       ON CONFLICT (kind, key) DO NOTHING`,
      [kind, projection],
    )
    await this.#followRestores({ kind, projection, work })
  }

  /**
   * Events that came at the positions that a restore of the store has lost look as if they had
   * been admitted and processed. So all work of before is due once, with the positions of the read
   * model that follows the restore; work that is held follows after its release.
   */
  async #followRestores({ kind, projection, work }: WorkSource): Promise<void> {
    const isOld = `w.kind = $1 AND w.held_until IS NULL AND w.restores < ${FOLLOWED}`
    const { rows } = await this.#pool.query<{ any: boolean }>(
      `SELECT EXISTS (SELECT FROM processing.work w WHERE ${isOld}) AS any`,
      [kind, projection],
    )
    if (rows[0]?.any !== true) return
    await this.#pool.query(
      `WITH shown AS MATERIALIZED (${work('true')})
       UPDATE processing.work w
       SET position = shown.position, seen = least(w.seen, shown.position - 1), due_at = least(w.due_at, shown.due_at),
         waits_for = NULL, restores = ${FOLLOWED}
       FROM shown WHERE w.key = shown.key AND ${isOld}`,
      [kind, projection],
    )
  }

  async releaseAll(): Promise<void> {
    await this.#pool.query('UPDATE processing.work SET held_until = NULL WHERE held_until IS NOT NULL')
  }
}
