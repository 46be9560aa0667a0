import type { Test } from 'tap'
import type { OpenStore } from './store-under-test.js'
import { eventsToAppend } from '../events.js'
import { history } from '../following.js'

/** Retention and erasure. */
export function erasureContract(t: Test, open: OpenStore): void {
  void t.test('an erased stream is gone for readers and subscribers, and nothing can be appended to it', async (t) => {
    const { store } = await open(t)
    const events = eventsToAppend(2)
    await store.append('liveInvoice-1', 'none', eventsToAppend(1))
    await store.append('liveInvoice-2', 'none', events)
    await store.append('liveInvoice-3', 'none', eventsToAppend(1))
    const before = await history(store)
    await store.erase('liveInvoice-2')
    await store.erase('liveInvoice-2')
    t.strictSame(await store.readStream('liveInvoice-2'), [])
    const after = await history(store)
    t.strictSame(
      after,
      before.filter(({ stream }) => stream !== 'liveInvoice-2'),
      'the others keep their positions',
    )
    for (const expected of ['none', 0, 1] as const) {
      t.strictSame(await store.append('liveInvoice-2', expected, eventsToAppend(1)), { kind: 'erased' })
    }
    t.strictSame(await store.append('liveInvoice-2', 'none', events), { kind: 'erased' }, 'also a retry')
  })

  void t.test(
    'the head stays where it was when the newest events are erased, and a subscriber reaches it',
    async (t) => {
      const { store } = await open(t)
      await store.append('liveInvoice-1', 'none', eventsToAppend(1))
      await store.append('liveInvoice-2', 'none', eventsToAppend(3))
      const head = await store.head()
      await store.erase('liveInvoice-2')
      t.equal(await store.head(), head)
      for await (const message of store.subscribe({ after: null, signal: AbortSignal.timeout(20_000) })) {
        if (message.kind === 'caughtUp') {
          t.equal(message.position, head)
          break
        }
      }
      const [first] = await store.readStream('liveInvoice-1')
      t.match(await store.append('liveInvoice-3', 'none', eventsToAppend(1)), { kind: 'appended' })
      t.strictSame(
        (await history(store)).map(({ stream }) => stream),
        ['liveInvoice-1', 'liveInvoice-3'],
      )
      t.equal((await history(store))[0]?.position, first?.position)
    },
  )

  void t.test('a stream that never was can be erased, and then never be', async (t) => {
    const { store } = await open(t)
    await store.erase('liveInvoice-1')
    t.strictSame(await store.append('liveInvoice-1', 'none', eventsToAppend(1)), { kind: 'erased' })
    t.equal(await store.head(), null)
  })
}
