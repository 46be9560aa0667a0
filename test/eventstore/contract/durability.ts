import type { ChildProcess } from 'node:child_process'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Test } from 'tap'
import type { EventStore } from '../../../src/eventstore/port.js'
import { EventStoreUnavailable } from '../../../src/eventstore/port.js'
import type { Elsewhere, OpenStore } from './store-under-test.js'
import { eventsToAppend } from '../events.js'
import { Follower, history, TIME_LIMIT, until } from '../following.js'
import type { Acknowledged } from '../writer.js'

/** Several processes, cut connections, lost answers, dead writers, an absent server. */
export function durabilityContract(t: Test, open: OpenStore): void {
  void t.test('no event is skipped while sixteen write in four processes', async (t) => {
    const { store, elsewhere, gapless } = await open(t)
    if (elsewhere === undefined) return t.comment('The store lives in this process')
    const followers = [new Follower(store), new Follower(store, { maxBatch: 2 })]
    const writers = ['a', 'b', 'c', 'd'].map((name) => new Writer(elsewhere, name, { writers: 4, appends: 50 }))
    await Promise.all(writers.map((writer) => writer.exited))
    const head = await store.head()
    await until('all followers', () => followers.every(({ messages }) => messages.at(-1)?.position === head))
    const all = await history(store)
    t.equal(all.length, 4 * 4 * 50 * 3)
    if (gapless) t.ok(all.every(({ position }, index) => position === BigInt(index) + (all[0]?.position ?? 0n)))
    const positions = all.map(({ position }) => position)
    for (const { events } of followers) {
      t.strictSame(
        events.map(({ position }) => position),
        positions,
      )
    }
    await acknowledgedIsStored(
      t,
      store,
      writers.flatMap(({ acknowledged }) => acknowledged),
    )
    await Promise.all(followers.map((follower) => follower.stop()))
  })

  void t.test('what a writer acknowledged before kill -9 is there, and no append is there in part', async (t) => {
    const { store, elsewhere } = await open(t)
    if (elsewhere === undefined) return t.comment('The store lives in this process')
    const acknowledged: Acknowledged[] = []
    for (const name of ['a', 'b', 'c']) {
      const writer = new Writer(elsewhere, name, { writers: 8, appends: 0 })
      await until('some appends', () => writer.acknowledged.length > 60)
      writer.kill()
      await writer.exited
      acknowledged.push(...writer.acknowledged)
    }
    // The server may still be committing what the dead have sent: an append takes its turn behind
    // them.
    await store.append('liveInvoice-1', 'none', eventsToAppend(3))
    await acknowledgedIsStored(t, store, acknowledged)
  })

  void t.test('appends outlive cut connections: nothing acknowledged is lost, nothing is there twice', async (t) => {
    const { store, cutConnections } = await open(t)
    if (cutConnections === undefined) return t.comment('The store has no connections')
    const follower = new Follower(store)
    const writing = new AbortController()
    const acknowledged: Acknowledged[] = []
    const writers = Array.from({ length: 8 }, async (_, writer) => {
      for (let stream = 0; !writing.signal.aborted; stream += 1) {
        acknowledged.push(await appendForSure(store, `w${writer}-${stream}`))
      }
    })
    for (let cut = 0; cut < 12; cut += 1) {
      const before = acknowledged.length
      await until('appends', () => acknowledged.length > before + 20)
      await cutConnections()
    }
    writing.abort()
    await Promise.all(writers)
    await acknowledgedIsStored(t, store, acknowledged)
    const head = await store.head()
    await until('the follower', () => follower.messages.at(-1)?.position === head)
    t.equal(follower.events.length, acknowledged.length * 3)
    await follower.stop()
  })

  void t.test('an append whose answer is lost is answered all the same, and stored once', async (t) => {
    const { store, loseNextAnswer } = await open(t)
    if (loseNextAnswer === undefined) return t.comment('The store has no connections')
    const first = eventsToAppend(2)
    await store.append('liveInvoice-1', 'none', first)
    loseNextAnswer()
    const outcomes = await Promise.all([
      store.append('liveInvoice-1', 1, eventsToAppend(3)),
      store.append('liveInvoice-2', 'none', eventsToAppend(1)),
      store.append('liveInvoice-3', 4, eventsToAppend(1)),
    ])
    t.match(outcomes, [
      { kind: 'appended', revision: 4 },
      { kind: 'appended', revision: 0 },
      { kind: 'conflict', actualRevision: 'none' },
    ])
    t.equal((await history(store)).length, 6)
  })

  void t.test('while the store is away calls report it, and all continues when it is back', async (t) => {
    const { store, goAway, comeBack } = await open(t)
    if (goAway === undefined || comeBack === undefined) return t.comment('The store can’t go away')
    await store.append('liveInvoice-1', 'none', eventsToAppend(1))
    const follower = new Follower(store)
    await until('caught up', () => follower.messages.length === 2)
    goAway()
    const events = eventsToAppend(1)
    await Promise.all([
      t.rejects(store.append('liveInvoice-2', 'none', events), EventStoreUnavailable),
      t.rejects(store.readStream('liveInvoice-1'), EventStoreUnavailable),
      t.rejects(store.head(), EventStoreUnavailable),
      t.rejects(store.erase('liveInvoice-3'), EventStoreUnavailable),
      t.rejects(history(store), EventStoreUnavailable),
      t.rejects(follower.ended, EventStoreUnavailable),
    ])
    comeBack()
    t.equal((await store.readStream('liveInvoice-1')).length, 1)
    t.match(await store.append('liveInvoice-2', 'none', events), { kind: 'appended', revision: 0 })
    const resumed = new Follower(store, { after: follower.messages.at(-1)?.position ?? null })
    await until('what came meanwhile', () => resumed.events.length === 1)
    await store.append('liveInvoice-3', 'none', eventsToAppend(1))
    await until('live events again', () => resumed.events.length === 2)
    await resumed.stop()
  })
}

/** A process of its own that appends. */
class Writer {
  readonly acknowledged: Acknowledged[] = []
  readonly exited: Promise<void>
  readonly #process: ChildProcess

  constructor({ module, argument }: Elsewhere, name: string, how: { writers: number; appends: number }) {
    const script = fileURLToPath(new URL('../writer.js', import.meta.url))
    this.#process = fork(script, [module, argument, name, String(how.writers), String(how.appends)])
    this.#process.on('message', (message) => {
      // The test runner's own hooks in a child process speak on this channel too.
      if (isAcknowledged(message)) this.acknowledged.push(message)
    })
    // `close` comes after the last message, `exit` may come before it.
    this.exited = once(this.#process, 'close', { signal: AbortSignal.timeout(2 * TIME_LIMIT) }).then(
      ([code, signal]) => {
        if (code !== 0 && signal !== 'SIGKILL') throw new Error(`The writer ended with ${String(code ?? signal)}`)
      },
    )
  }

  kill(): void {
    this.#process.kill('SIGKILL')
  }
}

function isAcknowledged(message: unknown): message is Acknowledged {
  return typeof message === 'object' && message !== null && 'stream' in message && 'ids' in message
}

/** As a client that got 503 does: the same ids at the same revision until there is an answer. */
async function appendForSure(store: EventStore, stream: string): Promise<Acknowledged> {
  const events = eventsToAppend(3)
  const deadline = Date.now() + TIME_LIMIT
  for (;;) {
    try {
      const outcome = await store.append(stream, 'none', events)
      if (outcome.kind !== 'appended') throw new Error(`${stream}: ${outcome.kind}`)
      return { stream, ids: events.map(({ id }) => id) }
    } catch (error) {
      if (!(error instanceof EventStoreUnavailable) || Date.now() > deadline) throw error
    }
  }
}

/**
 * Every acknowledged append is there, whole and once; every other is there whole or not at all.
 * Appends hold three events.
 */
async function acknowledgedIsStored(t: Test, store: EventStore, acknowledged: readonly Acknowledged[]): Promise<void> {
  const all = await history(store)
  t.equal(new Set(all.map(({ id }) => id)).size, all.length, 'no id twice')
  const stored = new Map<string, string[]>()
  for (const { stream, id } of all) stored.set(stream, [...(stored.get(stream) ?? []), id])
  const lost = acknowledged.filter(({ stream, ids }) => !(stored.get(stream) ?? []).join().includes(ids.join()))
  t.strictSame(lost, [], `${acknowledged.length} acknowledged appends`)
  const parts = [...stored].filter(([, ids]) => ids.length % 3 !== 0)
  t.strictSame(parts, [], 'no append in part')
}
