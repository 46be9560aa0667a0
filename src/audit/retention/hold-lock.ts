import type pg from 'pg'
import { type CommandContext, type CommandDeps, type Decision, handle } from '../../commands/handle.js'
import { ENVIRONMENTS } from '../../domain/event.js'
import { type HoldEvent, holds, type HoldState, type HoldTarget } from '../../domain/hold.js'
import { holdStream, streamName } from '../../domain/streams.js'
import type { EventStore } from '../../eventstore/port.js'
import { recordsAfter } from '../../projections/engine/erasing.js'
import { inTransaction } from '../../storage/postgres/transaction.js'

/**
 * Runs work that reads the holds of an account and records an erasure, or that changes the holds:
 * one at a time across all processes. So every later record respects a hold.
 */
export function aloneWithHolds<T>(pool: pg.Pool, account: string, work: () => Promise<T>): Promise<T> {
  return inTransaction(pool, async (client) => {
    await client.query(`SELECT pg_advisory_xact_lock(hashtext('holds'), hashtext($1))`, [account])
    return await work()
  })
}

/** Changes the holds of an account: the only way, so that no record misses one. */
export function changeHolds<Rejection extends string>(
  { pool, ...deps }: CommandDeps & { readonly pool: pg.Pool },
  context: CommandContext,
  account: string,
  decide: (state: HoldState) => Decision<HoldEvent, Rejection>,
) {
  return aloneWithHolds(pool, account, () => handle(deps, context, holds, holdStream(account), decide))
}

/**
 * The number of an account's streams whose erasure was recorded before the hold and will be
 * finished. For an invoice, sent or received, only its own stream: the records do not name the
 * company of the others.
 * @param since the result of `erasedBefore` before the hold's target was looked up
 */
export async function countTooLate(
  store: EventStore,
  since: bigint | null,
  account: string,
  { kind, id }: HoldTarget,
): Promise<number> {
  const isOwn = kind === 'invoice' || kind === 'received'
  const category = kind === 'received' ? 'Received' : 'Invoice'
  const own = ENVIRONMENTS.map((environment) => streamName(environment, category, id))
  let count = 0
  await recordsAfter(store, since, new AbortController().signal, ({ data }) => {
    const late = data.streams.filter((each) => each.account === account)
    count += late.filter(({ stream }) => !isOwn || own.includes(stream)).length
    return Promise.resolve()
  })
  return count
}
