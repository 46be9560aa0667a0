import t from 'tap'
import { KnownIds } from '../../../src/eventstore/eventstoredb/known-ids.js'

void t.test('a stream with more events than a call has room for is noted, and forgotten', async (t) => {
  const known = new KnownIds()
  known.note('liveInvoice-1', 0, ['a'])
  known.note('liveInvoice-2', 0, Array.from({ length: 120_001 }, String))
  t.equal(known.knownOf('liveInvoice-1'), 0)
  t.equal(known.knownOf('liveInvoice-2'), 0)
})
