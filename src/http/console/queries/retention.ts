import type pg from 'pg'
import { endedBefore, type RetentionTimes, ruleOf, type StreamsErased } from '../../../domain/erasure.js'
import { type Environment, ENVIRONMENTS } from '../../../domain/event.js'
import { categoryPrefixes, erasureStream } from '../../../domain/streams.js'
import type { EventStore } from '../../../eventstore/port.js'
import { accountsWithOld, countOldInvoices } from '../../../audit/retention/candidates.js'
import { isErasure } from '../../../domain/event-of.js'

/** Invoices of an account whose retention period is over, or ends soon. */
export interface Due {
  readonly account: string
  readonly environment: Environment
  /** Their retention period is over. */
  readonly now: number
  /** Their retention period ends within `SOON_DAYS`; includes those of `now`. */
  readonly soon: number
}

/** How many days the list of due invoices looks ahead. */
export const SOON_DAYS = 7
const DAY_MS = 86_400_000

/**
 * Due invoices by account, those with the most first. Ignores holds and pending decisions: a run
 * checks each invoice. It may take seconds, so no page should wait for it.
 */
export async function countDue(pool: pg.Pool, times: RetentionTimes, now: Date): Promise<readonly Due[]> {
  const due: Due[] = []
  for (const environment of ENVIRONMENTS) {
    const rule = ruleOf(environment, times)
    const ended = endedBefore(rule, now)
    const soonEnded = endedBefore(rule, new Date(now.getTime() + SOON_DAYS * DAY_MS))
    for (const account of await accountsWithOld(pool, environment, soonEnded)) {
      const scope = { account, environment }
      const soon = await countOldInvoices(pool, scope, soonEnded)
      if (soon > 0) due.push({ ...scope, soon, now: await countOldInvoices(pool, scope, ended) })
    }
  }
  return due.sort((one, other) => other.now - one.now || other.soon - one.soon)
}

/** What was erased on a day (UTC), such as `2026-11-23`. */
export interface ErasedOfDay {
  readonly day: string
  /** Invoices, by environment. */
  readonly test: number
  readonly production: number
  /** Streams of anything else. */
  readonly others: number
  readonly documents: number
}

/** What was erased on each of the last `days` days, the newest last. */
export async function countErased(store: EventStore, now: Date, days: number): Promise<readonly ErasedOfDay[]> {
  const found: ErasedOfDay[] = []
  for (let back = days - 1; back >= 0; back--) {
    const day = new Date(now.getTime() - back * DAY_MS).toISOString().slice(0, 10)
    const records = (await store.readStream(erasureStream(day))).filter((event) => isErasure(event))
    found.push(records.reduce(added, { day, test: 0, production: 0, others: 0, documents: 0 }))
  }
  return found
}

const INVOICES = categoryPrefixes('Invoice')

function added(sum: ErasedOfDay, { data: { streams, documents } }: StreamsErased): ErasedOfDay {
  const invoices = streams.filter(({ stream }) => INVOICES.some((prefix) => stream.startsWith(prefix)))
  const test = invoices.filter(({ environment }) => environment === 'test').length
  return {
    day: sum.day,
    test: sum.test + test,
    production: sum.production + invoices.length - test,
    others: sum.others + streams.length - invoices.length,
    documents: sum.documents + documents.length,
  }
}
