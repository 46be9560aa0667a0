import t from 'tap'
import { interrupted, type Job, type Lease } from '../../../src/processors/work/job.js'
import { MAX_FAULTS, tryOnce } from '../../../src/processors/work/tries.js'
import type { Claim } from '../../../src/processors/work/work-list.js'

const NOW = new Date('2030-01-01T00:00:00.000Z')
const clock = { now: () => NOW }
const claim = { position: 7n, outages: 3, faults: MAX_FAULTS - 1 } as Claim

t.test('a try that the end of the process interrupts does not count, however it ends', async (t) => {
  const lease = { signal: AbortSignal.abort() } as Lease
  const seen: boolean[] = []
  const job = (advance: Job['advance']): Job => ({
    source: { kind: 'invoices', projection: 'todo', work: () => '' },
    lanes: [],
    concurrency: 1,
    advance,
    giveUp: () => {
      t.fail('it is not given up')
      return Promise.resolve(true)
    },
  })
  for (const advance of [
    () => Promise.resolve(interrupted(7n, NOW)),
    () => Promise.reject(new Error('the connection was cut')),
    () => Promise.reject(Object.assign(new Error('lost'), { code: 'ECONNRESET' })),
  ]) {
    const rest = await tryOnce(job(advance), claim, lease, clock, ({ parked }) => seen.push(parked))
    t.match(rest, { seen: 7n, dueAt: NOW, outages: 3, faults: MAX_FAULTS - 1 })
  }
  t.same(seen, [false, false], 'errors are reported')
})
