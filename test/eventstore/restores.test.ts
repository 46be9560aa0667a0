import { randomUUID } from 'node:crypto'
import t from 'tap'
import type { Anchor } from '../../src/eventstore/anchor.js'
import { MemoryEventStore } from '../../src/eventstore/memory.js'
import { EventStoreUnavailable } from '../../src/eventstore/port.js'
import { LastLook } from '../../src/eventstore/restores.js'
import { MemoryDatabase } from '../simulation/memory/database.js'
import { MemoryRestores } from '../simulation/memory/restores.js'
import { eventToAppend } from './events.js'

async function looking() {
  const store = new MemoryEventStore()
  const restores = new MemoryRestores(new MemoryDatabase(() => 0))
  const event = eventToAppend({ id: randomUUID() })
  await store.append('testInvoice-1', 'none', [event])
  const there: Anchor = { stream: 'testInvoice-1', revision: 0, id: event.id }
  let monotonic = 0
  const timers = { instant: () => ({ monotonic, wall: 0 }) }
  return {
    store,
    restores,
    there,
    lost: { ...there, id: randomUUID() },
    lastLook: new LastLook({ store, restores, timers }, 'a test'),
    later: (milliseconds: number) => {
      monotonic += milliseconds
    },
  }
}

t.test('who acts on lost events finds the restore that no reader has found', async (t) => {
  const { restores, there, lost, lastLook, later } = await looking()
  t.equal(await lastLook.holds(there, 0), true)
  later(1_000)
  t.equal(await lastLook.holds(lost, 0), false)
  t.equal(await restores.count(), 1)
  t.equal(await lastLook.holds(lost, 0), false, 'a look that fails is not remembered')
  t.equal(await restores.count(), 1, 'noted once')
})

t.test('the store is asked once a second, however much is sent', async (t) => {
  const { store, there, lastLook, later } = await looking()
  let reads = 0
  const read = store.readStream.bind(store)
  store.readStream = (stream, from) => {
    reads += 1
    return read(stream, from)
  }
  for (let times = 0; times < 100; times++) {
    t.equal(await lastLook.holds(there, 0), true)
    later(30)
  }
  t.equal(reads, 3)
})

t.test('a store that is away is no restored store', async (t) => {
  const { store, restores, there, lastLook } = await looking()
  store.readStream = () => Promise.reject(new EventStoreUnavailable('away'))
  await t.rejects(lastLook.holds(there, 0), EventStoreUnavailable)
  t.equal(await restores.count(), 0)
})
