import type { Test } from 'tap'
import { verifyChain } from '../../src/eventstore/hash-chain.js'
import type { EventStore } from '../../src/eventstore/port.js'

/** The events of an invoice that was accepted on its first way. */
export const COMPLETE = [
  'InvoiceCreated',
  'InvoiceValidated',
  'InvoiceConverted',
  'SubmissionStarted',
  'InvoiceSubmitted',
  'InvoiceAccepted',
] as const

/**
 * Checks that the invoice passed each step once, even if processes died or paused meanwhile, and
 * that its hash chain is sound.
 */
export async function isWhole(t: Test, store: EventStore, stream: string): Promise<void> {
  const events = await store.readStream(stream)
  t.strictSame(
    events.map(({ type }) => type),
    COMPLETE,
    'the timeline is complete, without repetitions',
  )
  t.equal(verifyChain(stream, events), null, 'the hash chain holds')
}
