import { randomUUID } from 'node:crypto'
import type { EventToAppend } from '../../src/domain/event.js'
import { EMPTY_CHAIN, seal } from '../../src/eventstore/hash-chain.js'

/** About one kilobyte. Sealing is the command path's work and is not measured here. */
export function makeEvent(): EventToAppend {
  return { ...template, id: randomUUID() }
}

const template = makeTemplate()

function makeTemplate(): EventToAppend {
  const metadata = {
    $correlationId: 'req_1',
    $causationId: 'req_1',
    schemaVersion: 1,
    actor: 'key:k1' as const,
    account: 'acc1',
    environment: 'production' as const,
    occurredAt: new Date().toISOString(),
  }
  const data = {
    number: 'RE-2026-001',
    lines: Array.from({ length: 10 }, () => ({ name: randomUUID(), net: '10.00' })),
  }
  const [event] = seal('liveInvoice-1', EMPTY_CHAIN, [{ id: randomUUID(), type: 'InvoiceCreated', data, metadata }])
  if (event === undefined) throw new Error('seal returns one event for each that it is given')
  return event
}
