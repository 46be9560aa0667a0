import { randomBytes } from 'node:crypto'
import { EventStoreDBClient, jsonEvent, NO_STREAM } from '@eventstore/db-client'
import { credentials } from '../standins/eventstoredb/for-test.js'

const BATCH = 2_000
const STREAMS = 4

/**
 * Fills a server's log with so many small events of somebody else, in streams whose names no other
 * test uses.
 */
export async function writeForeign(url: string, events: number): Promise<void> {
  const client = EventStoreDBClient.connectionString(url)
  try {
    const batches = Array.from({ length: Math.ceil(events / BATCH) }, (_, batch) =>
      Math.min(BATCH, events - batch * BATCH),
    )
    const waiting = batches.values()
    const write = async (): Promise<void> => {
      for (const size of waiting) {
        const batch = Array.from({ length: size }, (_, number) => jsonEvent({ type: 'Foreign', data: { number } }))
        await client.appendToStream(`foreign-${randomBytes(8).toString('hex')}`, batch, {
          expectedRevision: NO_STREAM,
          credentials,
        })
      }
    }
    await Promise.all(Array.from({ length: STREAMS }, write))
  } finally {
    await client.dispose()
  }
}
