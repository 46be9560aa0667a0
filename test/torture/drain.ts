import { setTimeout as delay } from 'node:timers/promises'
import type { Customer } from './customer.js'
import type { Supplier } from './supplier.js'
import type { World } from './world.js'

const REPORT_EVERY_MS = 10_000

/** Waits until every invoice is decided. Where that lasts too long it reports what still waits. */
export async function drainInvoices({ deployment, journal, patienceMs }: World, ids: readonly string[]): Promise<void> {
  await drained(journal, 'undecided invoices', patienceMs, async () => {
    const { rows } = await deployment.pool.query<{ about: string }>(
      `SELECT concat_ws(' ', i.id, i.environment, i.status, 'lane', w.lane, 'due', w.due_at, 'outages', w.outages,
         'faults', w.faults, 'held until', w.held_until, w.waits_for) AS about
       FROM unnest($1::text[]) AS wanted (id)
       LEFT JOIN read.invoices i ON i.id = wanted.id
       LEFT JOIN processing.work w ON w.kind = 'invoices' AND w.key IN ('liveInvoice-' || wanted.id, 'testInvoice-' || wanted.id)
       WHERE i.status IS NULL OR i.status NOT IN ('accepted', 'rejected', 'error')`,
      [ids],
    )
    return rows.map(({ about }) => about)
  })
}

/** Waits until every delivery has arrived, and hastens those that wait for a retry. */
export async function drainDeliveries(
  { deployment, journal, patienceMs }: World,
  customers: readonly Customer[],
): Promise<void> {
  await drained(journal, 'deliveries', patienceMs, async () => {
    await Promise.all(customers.map((customer) => customer.hastenDeliveries()))
    const { rows } = await deployment.pool.query<{ about: string }>(
      `SELECT concat_ws(' ', id, type, invoice_id, status, next_attempt_at) AS about FROM read.deliveries WHERE status <> 'succeeded'
       UNION ALL SELECT 'to be scheduled: ' || key FROM processing.work WHERE kind = 'deliveries'`,
    )
    return rows.map(({ about }) => about)
  })
}

/** Waits until every invoice of the suppliers is received. */
export async function drainReceived(
  { deployment, journal, patienceMs }: World,
  suppliers: readonly Supplier[],
): Promise<void> {
  await drained(journal, 'invoices of suppliers', patienceMs, async () => {
    const { rows } = await deployment.pool.query<{ gov_id: string }>('SELECT gov_id FROM read.received')
    const got = new Set(rows.map(({ gov_id }) => gov_id))
    return suppliers.flatMap(({ sent }) => sent).filter((index) => !got.has(index))
  })
}

/** Waits until every answer has come to its end. */
export async function drainAnswers({ deployment, journal, patienceMs }: World): Promise<void> {
  await drained(journal, 'answers', patienceMs, async () => {
    const { rows } = await deployment.pool.query<{ stream: string }>('SELECT stream FROM read.answers')
    return rows.map(({ stream }) => stream)
  })
}

async function drained(
  journal: World['journal'],
  what: string,
  patienceMs: number,
  waiting: () => Promise<readonly string[]>,
): Promise<void> {
  const begun = performance.now()
  let reported = begun
  for (;;) {
    // Who restarts a moment ago may not answer yet.
    const left = await waiting().catch((error: unknown) => [`can't be asked: ${String(error)}`])
    if (left.length === 0) return journal.say(`no ${what} are left after ${seconds(begun)} s`)
    if (performance.now() - begun > patienceMs) {
      for (const one of left.slice(0, 20)) journal.note(`waits: ${one}`)
      return journal.broken(
        `${left.length} ${what} still wait after ${seconds(begun)} s, as: ${left.slice(0, 5).join('; ')}`,
      )
    }
    if (performance.now() - reported > REPORT_EVERY_MS) {
      reported = performance.now()
      journal.say(`${left.length} ${what} still wait after ${seconds(begun)} s, as: ${left[0] ?? ''}`)
    }
    await delay(250)
  }
}

function seconds(begun: number): string {
  return ((performance.now() - begun) / 1000).toFixed(0)
}
