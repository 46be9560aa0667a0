import t from 'tap'
import { scheduling } from './scheduling.js'

t.test('a process that has lost the lock appends nothing more of what it read before', async (t) => {
  const { account, configure, deps, invoice, process, scheduled, store, validate } = await scheduling(t)
  const scope = await account()
  await configure(scope, null)
  const stream = await invoice(scope)
  await validate(scope, stream)
  const lost = new AbortController()
  let reads = 0
  // It is paused while it reads the invoice, as by a machine that stands still.
  const paused: typeof store = {
    append: store.append.bind(store),
    eventAt: store.eventAt.bind(store),
    subscribe: store.subscribe.bind(store),
    head: store.head.bind(store),
    erase: store.erase.bind(store),
    close: store.close.bind(store),
    async readStream(name, from) {
      const events = await store.readStream(name, from)
      if (name === stream) {
        reads++
        lost.abort()
      }
      return events
    },
  }
  let turns = 0
  const ended = new Promise<void>((resolve) => {
    const locks: typeof deps.locks = {
      async exclusively(_name, _seconds, signal, work) {
        if (turns++ > 0) return null
        const result = await work(AbortSignal.any([signal, lost.signal]))
        resolve()
        return result
      },
    }
    process({ store: paused, locks }).lead()
  })
  await ended
  t.equal(reads, 1)
  t.same(await scheduled(scope), [])
  t.equal((await deps.marks.read('delivery-scheduler')).position, null, 'the next leader begins with them')
  const next = process()
  next.lead()
  await next.resign()
  t.same(await scheduled(scope), [`${stream} invoice.created`, `${stream} invoice.validated`])
})
