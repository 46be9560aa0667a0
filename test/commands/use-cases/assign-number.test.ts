import fc from 'fast-check'
import t from 'tap'
import { Turns } from '../../../src/commands/use-cases/assign-number.js'
import { MemoryEventStore } from '../../../src/eventstore/memory.js'
import { type EventStore, EventStoreUnavailable } from '../../../src/eventstore/port.js'
import { MemoryPreparedInvoices } from '../../standins/memory/prepared-invoices.js'
import { type Around, AT, create, depsOf, finishAll, numbersOf, STREAM } from './numbered.js'

/** What happens to a process at one of its calls. */
const fate = fc.constantFrom(
  'works',
  'works',
  'works',
  'works',
  'fails before',
  'fails after',
  'dies before',
  'dies after',
)

class Death extends Error {
  override readonly name = 'Death'
}

t.test('at any interleaving, whichever process dies where: no gap, and no number twice', async (t) => {
  await fc.assert(
    fc.asyncProperty(
      fc.scheduler(),
      fc.array(
        fc.record({
          // Some share an invoice: the same idempotency key.
          invoice: fc.integer({ min: 1, max: 4 }),
          isKeyed: fc.boolean(),
          fates: fc.array(fate, { maxLength: 12 }),
        }),
        { minLength: 2, maxLength: 6 },
      ),
      async (scheduler, processes) => {
        const store = new MemoryEventStore()
        const prepared = new MemoryPreparedInvoices()
        const answered: (readonly [string, string])[] = []
        const shared = [new Turns(), new Turns()]
        const run = async ({ invoice, isKeyed, fates }: (typeof processes)[number], index: number): Promise<void> => {
          const left = [...fates]
          const around: Around = async (call) => {
            await scheduler.schedule(Promise.resolve(), `process ${index}`)
            const its = left.shift() ?? 'works'
            if (its === 'fails before') throw new EventStoreUnavailable('away')
            if (its === 'dies before') throw new Death()
            const result = await call()
            if (its === 'fails after') throw new EventStoreUnavailable('away')
            if (its === 'dies after') throw new Death()
            return result
          }
          // Two share a process.
          const turns = shared[Math.floor(index / 2)]
          const deps = { ...depsOf(store, prepared, around), ...(turns && { turns }) }
          const invoiceId = isKeyed ? `inv_${invoice}` : `inv_u${index}`
          for (let tries = 0; tries < (isKeyed ? 3 : 1); tries++) {
            try {
              const { loaded } = await create(deps, invoiceId, isKeyed)
              const { state } = loaded
              answered.push([invoiceId, state.status === 'none' ? '' : state.facts.number])
              return
            } catch (error) {
              if (error instanceof Death) return
              if (!(error instanceof EventStoreUnavailable)) throw error
            }
          }
        }
        await scheduler.waitFor(Promise.all(processes.map(run)))
        await finishAll(store, prepared)
        const { series, invoices, voids } = await numbersOf(store)
        t.same(
          series.map(([number]) => number),
          series.map((_, index) => `R-2026-${String(index + 1).padStart(3, '0')}`),
          'no gap',
        )
        t.same(invoices, series, 'each number has its invoice')
        t.equal(new Set(series.map(([, id]) => id)).size, series.length, 'each invoice has one number')
        t.equal(voids, 0)
        for (const [id, number] of answered)
          t.ok(
            series.some(([n, i]) => n === number && i === id),
            'what was answered',
          )
        // What is left waits for a number that can still come, and is removed a day later.
        await create(depsOf(store, prepared), 'inv_last')
        await finishAll(store, prepared)
        t.equal(prepared.rows.size, 0, 'nothing is left')
      },
    ),
    { numRuns: 300 },
  )
})

t.test('without another number, the chore creates what a process has left behind', async (t) => {
  const store = new MemoryEventStore()
  const prepared = new MemoryPreparedInvoices()
  let appends = 0
  const deps = depsOf(store, prepared)
  const dying: EventStore = new Proxy(deps.store, {
    get: (target, name) =>
      name === 'append' && appends++ > 0 ? () => Promise.reject(new Death()) : (Reflect.get(target, name) as unknown),
  })
  await t.rejects(create({ ...deps, store: dying }, 'inv_1'), { name: 'Death' })
  t.match(await numbersOf(store), { series: [['R-2026-001', 'inv_1']], invoices: [] })
  await finishAll(store, prepared)
  t.match(await numbersOf(store), { series: [['R-2026-001', 'inv_1']], invoices: [['R-2026-001', 'inv_1']] })
  t.equal(prepared.rows.size, 0)
})

t.test('what was prepared without a number is removed a day later', async (t) => {
  const store = new MemoryEventStore()
  const prepared = new MemoryPreparedInvoices()
  const deps = depsOf(store, prepared)
  const dying: EventStore = new Proxy(deps.store, {
    get: (target, name) =>
      name === 'append' ? () => Promise.reject(new Death()) : (Reflect.get(target, name) as unknown),
  })
  await t.rejects(create({ ...deps, store: dying }, 'inv_1'), { name: 'Death' })
  await finishAll(store, prepared, new Date(AT.getTime() + 23 * 3_600_000))
  t.equal(prepared.rows.size, 1)
  await finishAll(store, prepared, new Date(AT.getTime() + 25 * 3_600_000))
  t.equal(prepared.rows.size, 0)
  t.same((await numbersOf(store)).series, [])
})

t.test('a number whose invoice a restore has lost is void, and the next one follows', async (t) => {
  const store = new MemoryEventStore()
  const prepared = new MemoryPreparedInvoices()
  let appends = 0
  const deps = depsOf(store, prepared)
  const dying: EventStore = new Proxy(deps.store, {
    get: (target, name) =>
      name === 'append' && appends++ > 0 ? () => Promise.reject(new Death()) : (Reflect.get(target, name) as unknown),
  })
  await t.rejects(create({ ...deps, store: dying }, 'inv_1'), { name: 'Death' })
  prepared.rows = new Map()
  await create(deps, 'inv_2')
  t.match(await numbersOf(store), {
    series: [
      ['R-2026-001', 'inv_1'],
      ['R-2026-002', 'inv_2'],
    ],
    invoices: [['R-2026-002', 'inv_2']],
    voids: 1,
  })
})

t.test('the invoice of the last number may be erased; a key whose invoice was erased uses no number', async (t) => {
  const store = new MemoryEventStore()
  const prepared = new MemoryPreparedInvoices()
  const deps = depsOf(store, prepared)
  await create(deps, 'inv_1', true)
  await store.erase('testInvoice-inv_1')
  await t.rejects(create(deps, 'inv_1', true), { name: 'StreamErased' })
  await create(deps, 'inv_2')
  const { series, voids } = await numbersOf(store)
  t.same([series.map(([number]) => number), voids], [['R-2026-001', 'R-2026-002'], 0])
})

t.test('a start leaves numbers out; one that is too long is refused', async (t) => {
  const store = new MemoryEventStore()
  const deps = depsOf(store, new MemoryPreparedInvoices())
  await create(deps, 'inv_1', false, 999)
  await t.rejects(create(deps, 'inv_2', false, 999, 10), { name: 'Refusal', reason: { kind: 'conflict' } })
  await create(deps, 'inv_3')
  t.same((await numbersOf(store)).series, [
    ['R-2026-999', 'inv_1'],
    ['R-2026-1000', 'inv_3'],
  ])
  t.equal((await store.readStream(STREAM)).length, 2)
})

t.test('a restore pauses the series until it is set again; what exists is found all the same', async (t) => {
  const store = new MemoryEventStore()
  const prepared = new MemoryPreparedInvoices()
  const deps = depsOf(store, prepared)
  await create(deps, 'inv_1', true)
  prepared.restoredAt = AT
  const paused = {
    name: 'Refusal',
    reason: { kind: 'conflict', message: /numbers after R-2026-001 may have been used/ },
  }
  await t.rejects(create(deps, 'inv_2', true), paused)
  t.equal((await create(deps, 'inv_1', true)).replayed, true)
  await create(deps, 'inv_2', true, 5, 20, new Date(AT.getTime() + 1).toISOString())
  t.same((await numbersOf(store)).series, [
    ['R-2026-001', 'inv_1'],
    ['R-2026-005', 'inv_2'],
  ])
  t.equal(prepared.rows.size, 0)
})

t.test('numbers of a series wait for no other series', async (t) => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 1, maxLength: 20 }), async (names) => {
      const turns = new Turns()
      const stuck = turns.run('stuck', () => new Promise(() => undefined))
      const order: number[][] = [[], [], [], []]
      await Promise.all(
        names.map((name, index) =>
          turns.run(`series ${name}`, async () => ({ result: order[name]?.push(index) })).catch(t.fail),
        ),
      )
      for (const [name, done] of order.entries())
        t.same(
          done,
          names.flatMap((each, index) => (each === name ? [index] : [])),
        )
      t.ok(stuck)
    }),
  )
})
