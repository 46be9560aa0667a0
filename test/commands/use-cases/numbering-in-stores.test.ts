import { Kysely, PostgresDialect } from 'kysely'
import t, { type Test } from 'tap'
import { EventStoreUnavailable } from '../../../src/eventstore/port.js'
import { createPool } from '../../../src/storage/postgres/pool.js'
import { PostgresPreparedInvoices } from '../../../src/storage/prepared-invoices.js'
import type { OpenStore } from '../../eventstore/contract/store-under-test.js'
import { eventStoreDbUrl, openEventStoreDb } from '../../eventstore/eventstoredb/store.js'
import { openPostgres } from '../../eventstore/postgres/store.js'
import { migratedDatabase } from '../../support/database.js'
import { type Around, create, depsOf, finishAll, numbersOf } from './numbered.js'

const PROCESSES = 5
const EACH = 12
/** Each process dies at every such call, before or after it. */
const DIES_AT = 23

class Death extends Error {
  override readonly name = 'Death'
}

/** Processes that die now and then, and are started again. */
function dying(first: number): Around {
  let calls = first
  return async (call) => {
    calls += 1
    if (calls % DIES_AT === 0) throw new Death()
    const result = await call()
    if (calls % DIES_AT === 11) throw new Death()
    return result
  }
}

function inStore(name: string, open: OpenStore): void {
  void t.test(`${name}: several processes that die leave no gap, and no number twice`, async (t: Test) => {
    const under = await open(t)
    t.teardown(() => under.close())
    const { url } = await migratedDatabase(t)
    const db = new Kysely<object>({
      dialect: new PostgresDialect({ pool: createPool({ connectionString: url, applicationName: 'test' }) }),
    })
    t.teardown(() => db.destroy())
    const prepared = new PostgresPreparedInvoices(db)
    const stores = Array.from({ length: PROCESSES }, () => under.reopen?.() ?? under.store)
    t.teardown(() => Promise.all(stores.map((store) => store.close())))
    const answered: string[] = []
    await Promise.all(
      stores.map(async (store, process) => {
        const deps = depsOf(store, prepared, dying(process * 5))
        for (let n = 0; n < EACH; n++) {
          // Every third one is not asked for again.
          const isKeyed = n % 3 > 0
          for (let isOver = false; !isOver;) {
            isOver = await create(deps, `inv_${process}x${n}`, isKeyed).then(
              ({ loaded: { state } }) => {
                if (state.status !== 'none') answered.push(state.facts.number)
                return true
              },
              (error: unknown) => {
                if (!(error instanceof Death || error instanceof EventStoreUnavailable)) throw error
                return !isKeyed
              },
            )
          }
        }
      }),
    )
    await finishAll(under.store, prepared)
    const { series, invoices, voids } = await numbersOf(under.store)
    t.same(
      series.map(([number]) => number),
      series.map((_, index) => `R-2026-${String(index + 1).padStart(3, '0')}`),
      'no gap',
    )
    t.same(invoices, series, 'each number has its invoice')
    t.equal(voids, 0)
    t.ok(series.length >= (PROCESSES * EACH * 2) / 3)
    t.equal(new Set(answered).size, answered.length, 'no number was answered twice')
  })
}

inStore('PostgreSQL', openPostgres)
const eventStoreDb = await eventStoreDbUrl(t)
inStore('EventStoreDB', (t) => openEventStoreDb(t, eventStoreDb))
