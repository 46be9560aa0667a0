import type pg from 'pg'
import { endedBefore, type RetentionTimes, ruleOf, type StreamsErased } from '../../../domain/erasure.js'
import { type Environment, ENVIRONMENTS } from '../../../domain/event.js'
import { categoryPrefixes, erasureStream } from '../../../domain/streams.js'
import type { EventStore } from '../../../eventstore/port.js'
import { accountsWithOld, countOldInvoices } from '../../../audit/retention/candidates.js'
import { isErasure } from '../../../domain/event-of.js'

/** Invoices of an account whose time is over, or will be soon. */
export interface Due {
  readonly account: string
  readonly environment: Environment
  /** Their time is over. */
  readonly now: number
  /** Their time is over within `SOON_DAYS`, those of `now` among them. */
  readonly soon: number
}

/** How far the list of what is due looks ahead. */
export const SOON_DAYS = 7
const DAY_MS = 86_400_000

/**
 * What is due, account by account, those with the most first. Holds and what is undecided are not
 * looked at: a run judges each invoice. It may take seconds: not for a page to wait for.
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

/** What was erased on each of so many days, the newest last. */
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
