import { setTimeout as delay } from 'node:timers/promises'
import type { Customer } from './customer.js'
import { drainInvoices } from './drain.js'
import type { World } from './world.js'

/** Invoices of the account that has many, and of the one that has few and comes later. */
const MANY = 80
const FEW = 3
const OUTAGE_MS = 8_000

/**
 * Calls in an outage: five close the gate; those that were under way in the lane of both processes
 * (16 each), and some that enter before the other process has read of it, come to that; then
 * single probes.
 */
const MOST_CALLS = 5 + 2 * 16 + 8
/** Users who authorise a connection meanwhile make other calls, which no lane holds back. */
const OF_INVOICES: ReadonlySet<string> = new Set(['upload', 'state', 'list', 'download'])

/**
 * Uploads of the large account until the small one's last: what both processes have under way in
 * the lane (16 each), and four of an account in each of the small one's turns, at most.
 */
const MOST_BEFORE = 2 * 16 + 4 * FEW

/**
 * The government is away while one account posts many invoices and then another a few. The calls
 * stay few. When it is back, the few do not wait for the many. Nothing else is wrong meanwhile.
 */
export async function outage(world: World, large: Customer, small: Customer): Promise<void> {
  const { anaf, journal } = world
  journal.say(`an outage of ${OUTAGE_MS / 1000} s, with ${MANY} invoices of one account and ${FEW} of another`)
  anaf.faults({ on: 'all', does: { kind: 'answer', status: 503, body: 'Service Unavailable' } })
  const begun = performance.now()
  const before = anaf.calls.length
  const many = await large.burst('live', MANY)
  const few = await small.burst('live', FEW)
  await delay(Math.max(0, begun + OUTAGE_MS - performance.now()))
  const calls = anaf.calls.slice(before).filter(({ call }) => OF_INVOICES.has(call)).length
  const lastedSeconds = (performance.now() - begun) / 1000
  const received = anaf.received.length
  anaf.faults()
  journal.say(`${calls} calls in the outage of ${lastedSeconds.toFixed(1)} s`)
  if (calls > MOST_CALLS + lastedSeconds / 4)
    journal.broken(`${calls} calls in an outage of ${lastedSeconds.toFixed(1)} s, with ${MANY + FEW} invoices waiting`)
  await drainInvoices(
    world,
    [...many, ...few].map(({ id }) => id),
  )

  const cifs = anaf.received.slice(received).map(({ parameters }) => parameters['cif'])
  const mine = cifs.map((cif) => cif === small.cif)
  const ahead = mine.slice(0, mine.lastIndexOf(true)).filter((isMine) => !isMine).length
  journal.say(`${ahead} uploads of others before the last of the small account's ${FEW}`)
  if (ahead > MOST_BEFORE) journal.broken(`the small account's ${FEW} invoices waited for ${ahead} uploads of others`)
}
