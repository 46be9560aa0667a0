import t, { type Test } from 'tap'
import { PostgresArrivals } from '../../../src/processors/receiving/postgres/arrivals.js'
import { MemoryArrivals } from '../../simulation/memory/arrivals.js'
import { MemoryDatabase } from '../../simulation/memory/database.js'
import { runningProjections } from '../../projections/running.js'
import type { Arrivals, HeldCompany, WaitingArrival } from '../../../src/processors/receiving/arrivals.js'

const NOW = new Date('2026-11-27T10:00:00.000Z')
const COMPANY = { id: 'comp_1', scope: { account: 'acc_1', environment: 'production' } } as const

/** `restore` returns what takes the database back to this moment. */
async function restored(t: Test, arrivals: Arrivals, restore: () => Promise<() => Promise<void>>): Promise<void> {
  const arrive = (identity: string) =>
    arrivals.take({
      company: COMPANY,
      country: 'RO',
      channel: 'anaf',
      govId: identity,
      identity,
      sender: null,
      bytes: Buffer.from(identity),
      files: [],
      arrivedAt: NOW,
      sentAs: null,
      correlationId: null,
    })
  const next = async (held: HeldCompany) => (await arrivals.due(held, NOW, { documents: 1, bytes: 1 }))[0] ?? null
  const settle = (held: HeldCompany, arrival: WaitingArrival, receivedId: string, position: bigint) =>
    arrivals.settle(held, [{ arrival, receivedId, position }], NOW)
  const goBack = await restore()
  await arrive('recorded')
  const [held] = await arrivals.hold(NOW, NOW, 1)
  if (held === undefined) throw new Error('nothing is due')
  const recorded = await next(held)
  if (recorded === null) throw new Error('nothing is due')
  await goBack()
  await arrive('other')
  const other = await next(held)
  t.equal(other?.position, recorded.position, 'it has the place of the first one')
  await settle(held, recorded, 'rcv_1', 1n)
  t.equal((await next(held))?.identity, 'other', 'it is due as before')
  await arrivals.postpone(recorded, new Date(NOW.getTime() + 1000))
  t.equal((await next(held))?.identity, 'other')
  if (other !== null) await settle(held, other, 'rcv_2', 2n)
  t.equal(await next(held), null)
}

t.test('given a document in the place of one that a restore took back, it is not settled for it', async (t) => {
  const { pool } = await runningProjections(t)
  await restored(t, new PostgresArrivals(pool), async () => async () => {
    await pool.query('TRUNCATE operations.arrival RESTART IDENTITY CASCADE')
  })
})

t.test('the same in the memory of the simulation', async (t) => {
  const database = new MemoryDatabase(() => NOW.getTime())
  await restored(t, new MemoryArrivals(database), () => {
    const goBack = database.snapshot()
    return Promise.resolve(() => Promise.resolve(goBack()))
  })
})
