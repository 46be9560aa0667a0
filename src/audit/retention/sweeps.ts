import { endedBefore } from '../../domain/erasure.js'
import type pg from 'pg'
import type { Clock } from '../../domain/clock.js'
import type { Limit } from './judge.js'
import type { RetentionReport } from './report.js'
import { type DocumentPlace, sweepDocuments, sweepMessages, sweepQuota, sweepRequests } from './traces.js'

const DOCUMENTS_AT_ONCE = 100
const MESSAGES_AT_ONCE = 200
const REQUESTS_AT_ONCE = 1_000
/** The ledger of requests promises to keep a key this long; see `request-ledger.ts`. */
const REQUEST_DAYS = 30

/** Erases old data that belongs to no record, in small parts. */
export async function* sweepAll(
  { pool, clock }: { readonly pool: pg.Pool; readonly clock: Clock },
  report: RetentionReport,
  { rule, before }: Limit,
): AsyncGenerator<undefined, void, undefined> {
  const { environment } = rule
  let place: DocumentPlace | null = null
  do {
    const swept: Awaited<ReturnType<typeof sweepDocuments>> = await sweepDocuments(
      ...([pool, environment, before, place, DOCUMENTS_AT_ONCE] as const),
    )
    report.documents += swept.documents
    report.documentBytes += swept.bytes
    place = swept.next
    yield
  } while (place !== null)
  for (let gone = MESSAGES_AT_ONCE; gone === MESSAGES_AT_ONCE;) {
    gone = await sweepMessages(pool, environment, before, MESSAGES_AT_ONCE)
    report.messages += gone
    yield
  }
  if (environment !== 'test') return
  const oldest = endedBefore({ environment: 'test', days: REQUEST_DAYS }, clock.now())
  for (let gone = REQUESTS_AT_ONCE; gone === REQUESTS_AT_ONCE;) {
    gone = await sweepRequests(pool, oldest, REQUESTS_AT_ONCE)
    report.remembered += gone
    yield
  }
  for (let gone = await sweepQuota(pool, clock.now()); gone !== null; gone = await sweepQuota(pool, clock.now())) {
    report.remembered += gone
    yield
  }
}
