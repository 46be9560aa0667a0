import t from 'tap'
import { MemoryEventStore } from '../../src/eventstore/memory.js'
import { EventStoreUnavailable } from '../../src/eventstore/port.js'
import { untilCut } from '../../src/eventstore/until-cut.js'

t.test('a store behaves as before until it is cut', async (t) => {
  const store = untilCut(new MemoryEventStore(), new AbortController().signal)
  t.same(await store.readStream('account-1'), [])
  t.equal(await store.head(), null)
  await store.close()
  await t.rejects(store.head(), EventStoreUnavailable)
})

t.test('no call of a store that does not answer outlives the cut', async (t) => {
  class Halted extends MemoryEventStore {
    readonly #never = new Promise<never>(() => undefined)
    override append = () => this.#never
    override readStream = () => this.#never
    override head = () => this.#never
    override erase = () => this.#never
    override close = () => this.#never
  }
  const cut = new AbortController()
  const store = untilCut(new Halted(), cut.signal)
  const calls: readonly Promise<unknown>[] = [
    store.append('a-1', 'none', []),
    store.readStream('a-1'),
    store.head(),
    store.erase('a-1'),
  ]
  const closing = store.close()
  cut.abort()
  for (const call of calls) await t.rejects(call, EventStoreUnavailable)
  await closing
  await t.rejects(store.head(), EventStoreUnavailable, 'nor does a later one')
})
