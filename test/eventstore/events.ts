import { randomUUID } from 'node:crypto'
import type { EventToAppend } from '../../src/domain/event.js'
import type { UnsealedEvent } from '../../src/eventstore/hash-chain.js'
import { EMPTY_CHAIN, seal } from '../../src/eventstore/hash-chain.js'

interface Wanted {
  readonly id?: string
  readonly type?: string
  readonly data?: object
  readonly occurredAt?: string
}

/** An event of an invoice, as the command path would make it. */
export function unsealedEvent(wanted: Wanted = {}): UnsealedEvent {
  return {
    id: wanted.id ?? randomUUID(),
    type: wanted.type ?? 'InvoiceCreated',
    data: wanted.data ?? { number: 'RE-2026-001' },
    metadata: {
      $correlationId: 'req_1',
      $causationId: 'req_1',
      schemaVersion: 1,
      actor: 'key:k1',
      account: 'acc1',
      environment: 'production',
      occurredAt: wanted.occurredAt ?? '2026-01-02T03:04:05.006Z',
    },
  }
}

/** Events that a store takes; what they are sealed to does not matter to a store. */
export function eventsToAppend(count: number, wanted: Wanted = {}): readonly EventToAppend[] {
  return seal(
    'liveInvoice-1',
    EMPTY_CHAIN,
    Array.from({ length: count }, () => unsealedEvent(wanted)),
  )
}

/** One such event. */
export function eventToAppend(wanted: Wanted = {}): EventToAppend {
  const [event] = eventsToAppend(1, wanted)
  if (event === undefined) throw new Error('seal gives as many events as it takes')
  return event
}
