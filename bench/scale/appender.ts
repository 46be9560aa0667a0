/** Appends new streams of one event of about 1 KB, 64 at a time, and prints how many a second. */
import { PostgresEventStore } from '../../src/eventstore/postgres/postgres.js'
import { makeEvent } from '../eventstore/events.js'

const WRITERS = 64
const store = new PostgresEventStore({ connectionString: process.env['DATABASE_URL'] ?? '' })
const begun = performance.now()
const end = begun + Number(process.env['SECONDS']) * 1000
let done = 0
await Promise.all(
  Array.from({ length: WRITERS }, async () => {
    while (performance.now() < end) {
      const event = makeEvent()
      const outcome = await store.append(`liveInvoice-${event.id}`, 'none', [event])
      if (outcome.kind !== 'appended') throw new Error(outcome.kind)
      done += 1
    }
  }),
)
console.log((done / ((performance.now() - begun) / 1000)).toFixed(1))
await store.close()
