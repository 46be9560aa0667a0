import type pg from 'pg'
import { type Anchor, mustHold } from '../../eventstore/anchor.js'
import { type EventStore, PositionBeyondEnd } from '../../eventstore/port.js'
import { lookForRestore, RestoreKnown } from '../../eventstore/restores.js'
import type { Readiness } from '../../http/deps.js'
import type { ProgressTracker } from '../../projections/engine/progress.js'
import { countParked, listClosedGates } from '../../processors/work/work-report.js'
import { listPaused } from '../../projections/engine/pausing.js'
import { countSetAside } from '../../projections/engine/quarantine.js'
import type { Projection } from '../../projections/engine/projection.js'
import { RESTORED } from '../../projections/engine/runner.js'
import { PostgresRestores } from '../../eventstore/postgres-restores.js'
import type { HealthCheck, Health } from './health.js'

const RESTORE_LOOK_EVERY_MS = 5_000
const QUARANTINE_LOOK_EVERY_MS = 5_000
const WORK_LOOK_EVERY_MS = 5_000
/**
 * Together less than a second: GET /ready shows within that time that a store is unreachable or
 * hangs.
 */
const STORE_LOOK_EVERY_MS = 300
const STORE_OVERDUE_MS = 600

/**
 * The checks that every role needs. `pool` is for these checks only: they must not wait for a
 * connection that others use. `keepsRecord`: this process notes restores of the event store.
 */
export function healthChecksOf(pool: pg.Pool, store: EventStore, keepsRecord: boolean): readonly HealthCheck[] {
  return [
    {
      name: 'database',
      look: () => pool.query('SELECT 1'),
      lost: 'the database does not answer; until it does, requests are answered 503, and all work waits',
      back: 'the database answers again',
    },
    {
      name: 'eventStore',
      look: () => store.head(),
      everyMs: STORE_LOOK_EVERY_MS,
      overdueMs: STORE_OVERDUE_MS,
      lost: 'the event store does not answer; until it does, writing requests are answered 503, and all work waits',
      back: 'the event store answers again',
    },
    {
      name: 'readModels',
      everyMs: RESTORE_LOOK_EVERY_MS,
      look: () => mustKnowStore(pool, store, keepsRecord),
      isLoss: (error) => error instanceof PositionBeyondEnd,
      lost: RESTORED,
      back: 'the read models follow the event store again',
      advice: RESTORED,
    },
    {
      name: 'quarantine',
      everyMs: QUARANTINE_LOOK_EVERY_MS,
      look: () => mustLackNothing(pool),
      isLoss: (error) => error instanceof EventsSetAside,
      bearable: true,
      lost: 'read models lack events that they could not apply; `clearway projections status` lists them',
      back: 'no read model lacks events any more',
      advice: (error) => (error instanceof Error ? error.message : 'failed'),
    },
    {
      name: 'paused',
      everyMs: QUARANTINE_LOOK_EVERY_MS,
      look: () => mustNotRest(pool),
      isLoss: (error) => error instanceof ProjectionsPaused,
      bearable: true,
      lost: 'read models are paused and out of date; `clearway projections resume` resumes them',
      back: 'no read model is paused any more',
      advice: (error) => (error instanceof Error ? error.message : 'failed'),
    },
    {
      name: 'parked',
      everyMs: WORK_LOOK_EVERY_MS,
      look: () => mustParkNothing(pool),
      isLoss: (error) => error instanceof WorkParked,
      bearable: true,
      lost: 'work keeps failing and cannot be given up; `clearway work` lists it',
      back: 'no work is parked any more',
      advice: (error) => (error instanceof Error ? error.message : 'failed'),
    },
    {
      name: 'seals',
      everyMs: WORK_LOOK_EVERY_MS,
      look: () => mustSeal(pool),
      isLoss: (error) => error instanceof NotSealed,
      bearable: true,
      lost: 'nothing is sealed; the log names the cause',
      back: 'events are sealed again',
      advice: (error) => (error instanceof Error ? error.message : 'failed'),
    },
    {
      name: 'governments',
      everyMs: WORK_LOOK_EVERY_MS,
      look: () => mustAnswer(pool),
      isLoss: (error) => error instanceof GovernmentsAway,
      bearable: true,
      lost: 'a government does not answer; its invoices wait and are sent automatically later',
      back: 'every government answers again',
      advice: (error) => (error instanceof Error ? error.message : 'failed'),
    },
  ]
}

/** Read models in use set events aside. */
class EventsSetAside extends Error {
  override readonly name = 'EventsSetAside'

  constructor(counts: ReadonlyMap<string, number>) {
    const each = [...counts].map(([name, events]) => `${name} ${events}`).join(', ')
    super(`events set aside: ${each}; see \`clearway projections status\``)
  }
}

/** The operator has paused read models. */
class ProjectionsPaused extends Error {
  override readonly name = 'ProjectionsPaused'
}

async function mustNotRest(pool: pg.Pool): Promise<void> {
  const paused = await listPaused(pool)
  if (paused.length === 0) return
  throw new ProjectionsPaused(`paused: ${paused.join(', ')}; \`clearway projections resume\` resumes them`)
}

/** Work that can't be given up keeps failing. */
class WorkParked extends Error {
  override readonly name = 'WorkParked'
}

async function mustParkNothing(pool: pg.Pool): Promise<void> {
  const parked = await countParked(pool)
  if (parked > 0) throw new WorkParked(`parked after faults: ${parked}; see \`clearway work\``)
}

/** The next seal is refused. */
class NotSealed extends Error {
  override readonly name = 'NotSealed'
}

async function mustSeal(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ trouble: string | null }>('SELECT trouble FROM audit.tree')
  const trouble = rows[0]?.trouble ?? null
  if (trouble !== null) throw new NotSealed(trouble)
}

/** Governments do not answer. */
class GovernmentsAway extends Error {
  override readonly name = 'GovernmentsAway'
}

/** A lane whose calls are used up is not a problem. */
async function mustAnswer(pool: pg.Pool): Promise<void> {
  const away = (await listClosedGates(pool)).filter(({ failures, closedUntil }) => failures > 0 && closedUntil !== null)
  if (away.length > 0) throw new GovernmentsAway(`no answer from ${away.map(({ name }) => name).join(', ')}`)
}

async function mustLackNothing(pool: pg.Pool): Promise<void> {
  const counts = await countSetAside(pool)
  if (counts.size > 0) throw new EventsSetAside(counts)
}

/**
 * Throws `PositionBeyondEnd` if a read model was built from an event that the store no longer has,
 * or before a restore of the store that any reader has found. Positions do not show this: a
 * subscription's position may be beyond our newest event if others write to the same server.
 */
async function mustKnowStore(pool: pg.Pool, store: EventStore, keepsRecord: boolean): Promise<void> {
  const restores = new PostgresRestores(pool)
  const found = keepsRecord ? await lookForRestore(store, restores, 'the check of readiness') : await restores.count()
  const { rows } = await pool.query<{ anchor: Anchor | null; restores: number }>(
    'SELECT DISTINCT anchor::jsonb AS anchor, restores FROM projections.checkpoints',
  )
  if (rows.some((row) => row.restores < found)) throw new RestoreKnown()
  if (!keepsRecord) for (const { anchor } of rows) await mustHold(store, anchor)
}

/** The answer of GET /ready. `maintained`: the read models that this process maintains. */
export function readinessOf(
  health: Health,
  { progress, maintained }: { readonly progress: ProgressTracker; readonly maintained: readonly Projection[] },
  stopping: boolean,
): Readiness {
  const follows = maintained.every(({ name }) => progress.isCaughtUp(name))
  const left = [...progress.leftToOthers()].map(([name, version]) => `${name} ${version}`)
  const checks = {
    ...health.checks(),
    projections: follows ? 'ok' : 'failed',
    ...(left.length > 0 && { versions: `maintained by another version of the program: ${left.join(', ')}` }),
    ...(stopping && { service: 'stopping' }),
  }
  const isWhole = Object.values(checks).every((check) => check === 'ok')
  return { status: health.suffice && follows && !stopping ? (isWhole ? 'ok' : 'degraded') : 'unavailable', checks }
}
