import type pg from 'pg'
import type { ProcessorPorts } from './processors.js'
import { PostgresGates } from './postgres-gates.js'
import { PostgresLocks } from './postgres-locks.js'
import { PostgresMarks } from './postgres-marks.js'
import { PostgresOutbox } from './postgres-outbox.js'
import { PostgresReceivers } from './postgres-receivers.js'
import { PostgresWorkList } from './postgres-work-list.js'

/**
 * What processors share through the database. `claimSeconds`: after so many seconds the work of a
 * killed or paused process goes to others; default 15.
 */
export function postgresPorts(pool: pg.Pool, claimSeconds?: number): ProcessorPorts {
  return {
    workList: new PostgresWorkList(pool, claimSeconds),
    gates: new PostgresGates(pool),
    outbox: new PostgresOutbox(pool),
    receivers: new PostgresReceivers(pool),
    marks: new PostgresMarks(pool),
    locks: new PostgresLocks(pool),
  }
}
