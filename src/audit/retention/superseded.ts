import type pg from 'pg'
import type { ErasedStream } from '../../domain/erasure.js'
import type { Scope } from '../../domain/event.js'
import { receiverStream, streamPrefix, webhookStream } from '../../domain/streams.js'
import type { EventStore } from '../../eventstore/port.js'
import { endOf } from './judge.js'

/**
 * The carried-over state of a test receiver from an earlier day: it is erased with deliveries,
 * because later carried-over state replaces it. For live receivers it stays with the seals.
 */
export async function superseded(
  store: EventStore,
  pool: pg.Pool,
  scope: Scope,
  streams: readonly ErasedStream[],
  now: Date,
): Promise<readonly ErasedStream[]> {
  const { environment } = scope
  const deliveries = streamPrefix(environment, 'Delivery')
  if (environment !== 'test' || !streams.some(({ stream }) => stream.startsWith(deliveries))) return []
  const { rows } = await pool.query<{ carried: string | null }>(
    'SELECT carried FROM read.receivers WHERE webhook = $1',
    [webhookStream(scope)],
  )
  const carried = rows[0]?.carried ?? null
  if (carried === null || carried === receiverStream(scope, now.toISOString().slice(0, 10))) return []
  const events = await store.readStream(carried)
  return events.length === 0 ? [] : [endOf(scope, events)]
}
