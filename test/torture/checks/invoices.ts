import { streamName } from '../../../src/domain/streams.js'
import type { Customer, Posted } from '../customer.js'
import { MEANT } from '../plan.js'
import type { World } from '../world.js'

/** The stream of an invoice. */
export function streamOf({ id, side }: Posted): string {
  return streamName(side === 'live' ? 'production' : 'test', 'Invoice', id)
}

/** Each was decided as it had to be: rejected only where the plan or the client wanted it. */
export async function checkDecisions({ deployment, journal }: World, customers: readonly Customer[]): Promise<void> {
  for (const customer of customers) {
    const ids = customer.posted.map(({ id }) => id)
    if (new Set(ids).size !== ids.length) journal.broken(`${customer.name}: two requests made one invoice`)
    const { rows } = await deployment.pool.query<{ id: string; status: string; error_message: string | null }>(
      'SELECT id, status, error_message FROM read.invoices WHERE id = ANY($1)',
      [ids],
    )
    const shown = new Map(rows.map((row) => [row.id, row]))
    for (const posted of customer.posted) {
      const row = shown.get(posted.id)
      if (row === undefined) journal.broken('an acknowledged invoice is lost', streamOf(posted))
      else if (row.status !== posted.expected && !(row.error_message ?? '').includes(MEANT))
        journal.broken(
          `is ${row.status} and was to be ${posted.expected}: ${row.error_message ?? ''}`,
          streamOf(posted),
        )
    }
  }
}

/** Each key shows exactly its own invoices, and none returns another's by its id. */
export async function checkIsolation({ journal, balancer }: World, customers: readonly Customer[]): Promise<void> {
  for (const customer of customers) {
    for (const side of ['test', 'live'] as const) {
      const own = customer.posted.filter((posted) => posted.side === side)
      const shown = await customer.all(side)
      const strange = shown.filter((id) => !own.some((posted) => posted.id === id))
      if (strange.length > 0 || shown.length !== own.length)
        journal.broken(
          `${customer.name} (${side}) posted ${own.length} and sees ${shown.length} invoices, strangers: ${strange.join()}`,
        )
    }
    for (const other of customers) {
      for (const side of ['test', 'live'] as const) {
        const [theirs] = customer.posted.filter((posted) => posted.side !== side || other !== customer)
        if (theirs === undefined) continue
        const answer = await fetch(`${balancer.url}/v1/invoices/${theirs.id}`, {
          headers: { authorization: `Bearer ${other.keys[side]}` },
        })
        if (answer.status !== 404)
          journal.broken(`${other.name} (${side}) gets another's invoice: ${answer.status}`, streamOf(theirs))
      }
    }
  }
}
