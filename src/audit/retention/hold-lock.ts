import type pg from 'pg'
import { type CommandContext, type CommandDeps, type Decision, handle } from '../../commands/handle.js'
import { ENVIRONMENTS } from '../../domain/event.js'
import { type HoldEvent, holds, type HoldState, type HoldTarget } from '../../domain/hold.js'
import { holdStream, streamName } from '../../domain/streams.js'
import type { EventStore } from '../../eventstore/port.js'
import { recordsAfter } from '../../projections/engine/erasing.js'
import { inTransaction } from '../../storage/postgres/transaction.js'

/**
 * Does what reads the holds of an account and records an erasure by them, or what changes them:
 * one at a time, whichever process does it. So a hold that was placed is respected by every
 * record that comes after it.
 */
export function aloneWithHolds<T>(pool: pg.Pool, account: string, work: () => Promise<T>): Promise<T> {
  return inTransaction(pool, async (client) => {
    await client.query(`SELECT pg_advisory_xact_lock(hashtext('holds'), hashtext($1))`, [account])
    return await work()
  })
}

/** Changes the holds of an account, whoever does it: the one way, so that no record misses one. */
export function changeHolds<Rejection extends string>(
  { pool, ...deps }: CommandDeps & { readonly pool: pg.Pool },
  context: CommandContext,
  account: string,
  decide: (state: HoldState) => Decision<HoldEvent, Rejection>,
) {
  return aloneWithHolds(pool, account, () => handle(deps, context, holds, holdStream(account), decide))
}

/**
 * How many streams of an account a hold comes too late for: their erasure is on record, and what
 * is recorded is finished. Of an invoice, its own stream alone; whose company the rest was is not
 * on record.
 * @param since what `erasedBefore` gave before the hold's target was looked for
 */
export async function countTooLate(
  store: EventStore,
  since: bigint | null,
  account: string,
  { kind, id }: HoldTarget,
): Promise<number> {
  const own = ENVIRONMENTS.map((environment) => streamName(environment, 'Invoice', id))
  let count = 0
  await recordsAfter(store, since, new AbortController().signal, ({ data }) => {
    const late = data.streams.filter((each) => each.account === account)
    count += late.filter(({ stream }) => kind !== 'invoice' || own.includes(stream)).length
    return Promise.resolve()
  })
  return count
}
