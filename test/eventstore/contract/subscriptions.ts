import type { Test } from 'tap'
import { EventStoreUnavailable, PositionBeyondEnd } from '../../../src/eventstore/port.js'
import type { OpenStore } from './store-under-test.js'
import { eventsToAppend } from '../events.js'
import { Follower, history, until } from '../following.js'

/** Following all events: order, completeness, filter, ticks, resuming, ending. */
export function subscriptionContract(t: Test, open: OpenStore): void {
  void t.test('a subscriber gets history, hears that it has caught up, then gets what is new', async (t) => {
    const { store } = await open(t)
    await store.append('liveInvoice-1', 'none', eventsToAppend(3))
    const follower = new Follower(store)
    await until('caught up', () => follower.messages.length === 2)
    const head = await store.head()
    t.match(follower.messages, [
      { kind: 'events', position: head },
      { kind: 'caughtUp', position: head },
    ])
    await store.append('liveInvoice-2', 'none', eventsToAppend(2))
    await until('live events', () => follower.events.length === 5)
    // One message or, where the store sends event by event, two; and no tick for what they say
    // themselves.
    t.ok(follower.messages.slice(2).every(({ kind }) => kind === 'events'))
    t.equal(follower.messages.at(-1)?.position, await store.head())
    t.strictSame(follower.events, [
      ...(await store.readStream('liveInvoice-1')),
      ...(await store.readStream('liveInvoice-2')),
    ])
    await follower.stop()
  })

  void t.test('a subscriber of an empty store hears at once that it has caught up, with nothing', async (t) => {
    const { store } = await open(t)
    const follower = new Follower(store)
    await until('caught up', () => follower.messages.length === 1)
    t.strictSame(follower.messages, [{ kind: 'caughtUp', position: null }])
    await follower.stop()
  })

  void t.test('a follower that resumes after any position gets exactly the rest', async (t) => {
    const { store } = await open(t)
    for (let stream = 0; stream < 4; stream += 1) await store.append(`liveInvoice-${stream}`, 'none', eventsToAppend(3))
    const all = await history(store)
    for (const [index, { position }] of all.entries()) {
      t.strictSame(await history(store, { after: position }), all.slice(index + 1))
    }
  })

  void t.test('each event is at its position, until it is erased', async (t) => {
    const { store, scavenge } = await open(t)
    for (const name of ['liveInvoice-1', 'seal-1', 'liveInvoice-2']) await store.append(name, 'none', eventsToAppend(2))
    const all = await history(store)
    for (const event of all) t.strictSame(await store.eventAt(event.position), event)
    await store.erase('seal-1')
    for (const when of ['erased', 'scavenged']) {
      for (const event of all) {
        const expected = event.stream === 'seal-1' ? null : event
        t.strictSame(await store.eventAt(event.position), expected, `${event.stream}, ${when}`)
      }
      await scavenge?.()
    }
  })

  void t.test('no message is larger than the subscriber wants', async (t) => {
    const { store } = await open(t)
    await store.append('liveInvoice-1', 'none', eventsToAppend(50))
    const follower = new Follower(store, { maxBatch: 7 })
    await until('all events', () => follower.events.length === 50)
    t.ok(follower.messages.every((message) => message.kind === 'caughtUp' || message.events.length <= 7))
    for (const message of follower.messages) {
      if (message.kind === 'events') t.equal(message.position, message.events.at(-1)?.position)
    }
    await follower.stop()
  })

  void t.test('a filtered subscriber gets its streams alone, and ticks for the others', async (t) => {
    const { store } = await open(t)
    const names = ['liveInvoice-1', 'testInvoice-1', 'liveInvoiceX-1', 'account-1', 'live%nvoice-1', 'LiveInvoice-1']
    for (const name of names) await store.append(name, 'none', eventsToAppend(2))
    const streams = async (streamPrefixes: readonly string[]) =>
      new Set((await history(store, { streamPrefixes })).map(({ stream }) => stream))
    t.strictSame(await streams(['liveInvoice-']), new Set(['liveInvoice-1']))
    t.strictSame(await streams(['live']), new Set(['liveInvoice-1', 'liveInvoiceX-1', 'live%nvoice-1']))
    t.strictSame(await streams(['testInvoice-', 'account-']), new Set(['testInvoice-1', 'account-1']))
    t.strictSame(await streams(['live%']), new Set(['live%nvoice-1']))
    t.strictSame(await streams([]), new Set())

    const follower = new Follower(store, { streamPrefixes: ['liveInvoice-'] })
    await until('caught up', () => follower.messages.some(({ kind }) => kind === 'caughtUp'))
    const received = follower.messages.length
    t.equal(follower.messages.at(-1)?.position, await store.head(), 'filtered-out events behind its own count')
    await store.append('testInvoice-2', 'none', eventsToAppend(1))
    const head = await store.head()
    await until('tick', () => follower.messages.length > received)
    t.strictSame(follower.messages.slice(received), [{ kind: 'caughtUp', position: head }])
    await store.append('liveInvoice-1', 1, eventsToAppend(1))
    await until('its own event', () => follower.events.length === 3)
    t.equal(follower.messages.at(-1)?.position, await store.head())
    await follower.stop()
  })

  void t.test('no event is skipped while sixteen write', async (t) => {
    const { store, reopen, gapless } = await open(t)
    const stores = [store, ...(reopen ? [reopen(), reopen()] : [])]
    const followers = [
      new Follower(store),
      new Follower(store, { maxBatch: 3 }),
      new Follower(store, { streamPrefixes: ['w1-', 'w7-'] }),
    ]
    await Promise.all(
      Array.from({ length: 16 }, async (_, writer) => {
        for (let stream = 0; stream < 25; stream += 1) {
          await (stores[writer % stores.length] ?? store).append(
            `w${writer}-${stream}`,
            'none',
            eventsToAppend(1 + (stream % 3)),
          )
        }
      }),
    )
    const head = await store.head()
    await until('all followers', () => followers.every(({ messages }) => messages.at(-1)?.position === head))
    const all = await history(store)
    t.equal(all.length, 16 * 49)
    if (gapless) t.ok(all.every(({ position }, index) => position === BigInt(index) + (all[0]?.position ?? 0n)))
    const [every, small, filtered] = followers.map(({ events }) => events)
    t.strictSame(every, all)
    t.strictSame(small, all)
    t.strictSame(
      filtered,
      all.filter(({ stream }) => /^w[17]-/.test(stream)),
    )
    await Promise.all([
      ...followers.map((follower) => follower.stop()),
      ...stores.slice(1).map((other) => other.close()),
    ])
  })

  void t.test('events from before a subscription come before it has caught up, from any writer', async (t) => {
    const { store, reopen } = await open(t)
    const writer = reopen?.() ?? store
    const live = new Follower(store)
    await until('caught up', () => live.messages.length === 1)
    let [before, after] = [await store.head(), await store.head()]
    for (let stream = 0; stream < 50; stream += 1) {
      await writer.append(`liveInvoice-${stream}`, 'none', eventsToAppend(1))
      // From one event further back, which the live subscriber may just have read.
      t.equal((await history(store, { after: before })).length, stream === 0 ? 1 : 2)
      ;[before, after] = [after, await store.head()]
    }
    await live.stop()
    if (writer !== store) await writer.close()
  })

  void t.test('a consumer that stops to think misses nothing', async (t) => {
    const { store } = await open(t)
    await store.append('liveInvoice-0', 'none', eventsToAppend(5))
    const messages = store
      .subscribe({ after: null, maxBatch: 5, signal: AbortSignal.timeout(30_000) })
      [Symbol.asyncIterator]()
    const seen: string[] = []
    const take = async () => {
      const next = await messages.next()
      if (next.done !== true && next.value.kind === 'events') seen.push(...next.value.events.map(({ id }) => id))
    }
    await take()
    for (let stream = 1; stream <= 40; stream += 1)
      await store.append(`liveInvoice-${stream}`, 'none', eventsToAppend(5))
    while (seen.length < 205) await take()
    await messages.return?.()
    t.strictSame(
      seen,
      (await history(store)).map(({ id }) => id),
    )
  })

  void t.test('an abort ends a subscription without an error, before, in and after history', async (t) => {
    const { store } = await open(t)
    await store.append('liveInvoice-1', 'none', eventsToAppend(20))
    const aborted = AbortSignal.abort()
    for await (const message of store.subscribe({ after: null, signal: aborted })) t.fail(`got ${message.kind}`)
    const inHistory = new AbortController()
    let messages = 0
    for await (const message of store.subscribe({ after: null, maxBatch: 1, signal: inHistory.signal })) {
      t.equal(message.kind, 'events')
      messages += 1
      inHistory.abort()
    }
    t.equal(messages, 1)
    const live = new Follower(store)
    await until('caught up', () => live.messages.length === 2)
    await live.stop()
  })

  void t.test('a position that the store has never given is an error, not silence', async (t) => {
    const { store } = await open(t)
    await store.append('liveInvoice-1', 'none', eventsToAppend(1))
    const beyond = ((await store.head()) ?? 0n) + 1_000_000n
    await t.rejects(history(store, { after: beyond }), PositionBeyondEnd)
  })

  void t.test('closing ends subscriptions, and finishes appends under way', async (t) => {
    const { store, reopen } = await open(t)
    const closing = reopen?.() ?? store
    const follower = new Follower(closing)
    await until('caught up', () => follower.messages.length === 1)
    const appends = Array.from({ length: 10 }, (_, i) => closing.append(`liveInvoice-${i}`, 'none', eventsToAppend(1)))
    await closing.close()
    await follower.ended
    t.strictSame(
      (await Promise.all(appends)).map(({ kind }) => kind),
      Array.from({ length: 10 }, () => 'appended'),
    )
    await t.rejects(closing.append('liveInvoice-11', 'none', eventsToAppend(1)), EventStoreUnavailable)
    await t.rejects(closing.readStream('liveInvoice-1'), EventStoreUnavailable)
    await closing.close()
  })
}
