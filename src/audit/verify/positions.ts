import type pg from 'pg'
import type { StreamLine } from '../export/format.js'
import type { Findings } from './findings.js'

/**
 * The event store in PostgreSQL assigns positions without gaps. So each missing position must
 * belong to a stream with a recorded erasure: events of the test environment, and those without a
 * seal, can't be deleted unnoticed either, unless the head is set back as well.
 */
export async function checkPositions(
  pool: Pick<pg.Pool, 'query'>,
  erased: ReadonlyMap<string, StreamLine>,
  findings: Findings,
): Promise<void> {
  // The head first: events appended meanwhile follow it.
  const { rows } = await pool.query<{ head: string; events: string; beyond: string }>(
    `WITH head AS MATERIALIZED (SELECT "position" FROM eventstore.head)
     SELECT head."position"::text AS head, count(*) FILTER (WHERE e."position" <= head."position")::text AS events,
       count(*) FILTER (WHERE e."position" > head."position")::text AS beyond
     FROM head LEFT JOIN eventstore.events e ON true GROUP BY 1`,
  )
  const [row] = rows
  // Without a head nothing is verified: see hasHead.
  if (row === undefined) return
  if (row.beyond !== '0')
    findings.add({ kind: 'inserted', detail: `${row.beyond} events are after the head of the store (${row.head})` })
  const missing = Number(row.head) - Number(row.events)
  // An erased stream may have received one more event between the record and its erasure.
  const least = [...erased.values()].reduce((sum, { revision }) => sum + revision + 1, 0)
  const most = least + erased.size
  if (missing > most)
    findings.add({
      kind: 'deleted',
      detail: `${missing} positions have no event, but only ${least} events have a recorded erasure`,
    })
}

/** Whether the event store in PostgreSQL has its head; without it, the store can't be followed. */
export async function hasHead(pool: Pick<pg.Pool, 'query'>): Promise<boolean> {
  const { rowCount } = await pool.query('SELECT FROM eventstore.head')
  return rowCount === 1
}
