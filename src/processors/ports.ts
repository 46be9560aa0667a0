import type pg from 'pg'
import { PostgresMailbox } from '../countries/gateway/postgres/mailbox.js'
import type { ProcessorPorts } from './processors.js'
import { PostgresGates } from './work/postgres/gates.js'
import { PostgresCollectionMarks } from './collecting/postgres/collection-marks.js'
import { PostgresHints } from './collecting/postgres/hints.js'
import { PostgresInvoiceMessages } from './collecting/postgres/invoice-messages.js'
import { PostgresLocks } from './work/postgres/locks.js'
import { PostgresMarks } from './work/postgres/marks.js'
import { PostgresOutbox } from './deliveries/postgres/outbox.js'
import { PostgresReceivers } from './deliveries/postgres/receivers.js'
import { PostgresRestores } from '../eventstore/postgres-restores.js'
import { PostgresWorkList } from './work/postgres/work-list.js'

/**
 * The state that processors share through the database. `claimSeconds`: after this number of
 * seconds the work of a killed or paused process goes to others; default 15. `pace` multiplies the
 * pauses after a government's outage.
 */
export function postgresPorts(pool: pg.Pool, claimSeconds?: number, pace = 1): ProcessorPorts {
  return {
    workList: new PostgresWorkList(pool, claimSeconds),
    gates: new PostgresGates(pool, Math.random, pace),
    outbox: new PostgresOutbox(pool),
    receivers: new PostgresReceivers(pool),
    marks: new PostgresMarks(pool),
    restores: new PostgresRestores(pool),
    locks: new PostgresLocks(pool),
    messages: new PostgresInvoiceMessages(pool),
    mailbox: new PostgresMailbox(pool),
    collectionMarks: new PostgresCollectionMarks(pool),
    hints: new PostgresHints(pool, pace),
  }
}
