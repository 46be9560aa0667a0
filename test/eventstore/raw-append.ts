import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import type { DomainEvent, Scope } from '../../src/domain/event.js'
import { chainEnd, seal } from '../../src/eventstore/hash-chain.js'
import type { EventStore } from '../../src/eventstore/port.js'

/**
 * Puts an event at the end of a stream as an earlier release of the program left it, with texts
 * that no store takes any more: PostgreSQL's own function is called, past all checks. Answers its
 * position.
 */
export async function appendRaw(
  pool: pg.Pool,
  store: EventStore,
  scope: Scope,
  stream: string,
  event: DomainEvent,
): Promise<bigint> {
  const end = chainEnd(await store.readStream(stream))
  const metadata = {
    $correlationId: 'req_test',
    $causationId: 'req_test',
    schemaVersion: 1,
    actor: 'processor:invoice-pipeline',
    ...scope,
    occurredAt: new Date().toISOString(),
  } as const
  const [sealed] = seal(stream, end, [{ ...event, id: randomUUID(), metadata }])
  if (sealed === undefined) throw new Error('seal gives as many events as it takes')
  const data = JSON.stringify(sealed.data)
  const meta = JSON.stringify(sealed.metadata)
  const { rows } = await pool.query<{ outcome: string; at_position: string }>(
    'SELECT * FROM eventstore.append($1, $2, $3, $4, $5, $6::text[]::json[], $7::text[]::json[], $8)',
    [
      ...[[stream], [end.revision === 'none' ? -1 : end.revision], [1], [sealed.id], [sealed.type]],
      ...[[data], [meta], [Buffer.byteLength(data) + Buffer.byteLength(meta)]],
    ],
  )
  if (rows[0]?.outcome !== 'appended') throw new Error(`not appended: ${String(rows[0]?.outcome)}`)
  return BigInt(rows[0].at_position)
}
