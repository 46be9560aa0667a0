import { randomUUID } from 'node:crypto'
import type { EventStore } from '../port.js'

/**
 * Whether a stream was erased. Writes nothing: at most it tries an append at a revision that no
 * stream reaches. Throws `EventStoreUnavailable`.
 */
export async function isErased(store: EventStore, stream: string): Promise<boolean> {
  if (store.isErased !== undefined) return store.isErased(stream)
  const metadata = {
    $correlationId: stream,
    $causationId: stream,
    schemaVersion: 1,
    actor: 'operator',
    account: '',
    environment: null,
    occurredAt: '',
    prevHash: '',
    hash: '',
  } as const
  const outcome = await store.append(stream, NO_END, [{ id: randomUUID(), type: 'Probe', data: {}, metadata }])
  return outcome.kind === 'erased'
}

const NO_END = 2 ** 31 - 2
