import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import type { Test } from 'tap'
import type { RecordedEvent } from '../../../src/domain/event.js'
import type { EventStore } from '../../../src/eventstore/port.js'
import type { OpenStore } from './store-under-test.js'
import { eventsToAppend } from '../events.js'
import { Follower, history, until } from '../following.js'

/**
 * A follower that resumes gets every event that is left, once and in order, regardless of the
 * one that it stood at.
 */
export function resumingContract(t: Test, open: OpenStore): void {
  void t.test('erased events leave the disk, and no other event is skipped', async (t) => {
    const { store, scavenge, reopen } = await open(t)
    const names = Array.from({ length: 12 }, (_, number) => `liveInvoice-${number}`)
    for (const name of names) await store.append(name, 'none', eventsToAppend(1))
    const positions = (await history(store)).map(({ position }) => position)
    const gone = [4, 5, 8]
    for (const number of gone) await store.erase(`liveInvoice-${number}`)
    await scavenge?.()
    const again = reopen?.() ?? store
    for (const opened of new Set([store, again])) {
      for (const [number, after] of positions.entries()) {
        const rest = names.filter((_, later) => later > number && !gone.includes(later))
        t.strictSame(
          (await history(opened, { after })).map(({ stream }) => stream),
          rest,
          `after ${number}`,
        )
      }
    }
    if (again !== store) await again.close()
  })

  void t.test(
    'where the newest events were erased, a follower that had them is notified that it has caught up',
    async (t) => {
      const { store, scavenge, reopen } = await open(t)
      await store.append('liveInvoice-1', 'none', eventsToAppend(1))
      await store.append('liveInvoice-2', 'none', eventsToAppend(3))
      const after = await store.head()
      await store.erase('liveInvoice-2')
      await scavenge?.()
      const again = reopen?.() ?? store
      const stores = [...new Set([store, again])]
      for (const opened of stores) {
        t.strictSame(await history(opened, { after }), [])
        t.strictSame(
          (await history(opened)).map(({ stream }) => stream),
          ['liveInvoice-1'],
        )
      }
      const followers = stores.map((opened) => new Follower(opened, { after }))
      await until('caught up', () => followers.every(({ messages }) => messages.length === 1))
      for (const { messages } of followers) t.strictSame(messages, [{ kind: 'caughtUp', position: after }])
      await store.append('liveInvoice-3', 'none', eventsToAppend(1))
      await until('the next event', () => followers.every(({ events }) => events.length === 1))
      await Promise.all(followers.map((follower) => follower.stop()))
      if (again !== store) await again.close()
    },
  )

  void t.test(
    'after random appends, erasures and scavenges every reported position is one to resume after',
    async (t) => {
      const { store, scavenge, reopen } = await open(t)
      const step = fc.oneof(
        {
          weight: 8,
          arbitrary: fc.record({
            kind: fc.constant('append' as const),
            stream: fc.nat(7),
            count: fc.integer({ min: 1, max: 3 }),
          }),
        },
        { weight: 4, arbitrary: fc.record({ kind: fc.constant('erase' as const), stream: fc.nat(7) }) },
        { weight: 1, arbitrary: fc.record({ kind: fc.constant('scavenge' as const) }) },
      )
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 40 }), async (steps) => {
          const run = await Run.start(store, `r${randomUUID()}`)
          for (const step of steps) {
            if (step.kind === 'append') await run.append(step.stream, step.count)
            else if (step.kind === 'erase') await run.erase(step.stream)
            else await scavenge?.()
          }
          await scavenge?.()
          const again = reopen?.() ?? store
          await run.check(t, [store, again])
          if (again !== store) await again.close()
        }),
        { numRuns: 12 },
      )
    },
  )
}

/** Streams of one run of the property, and two followers of it whose positions are tried. */
class Run {
  readonly #store: EventStore
  readonly #prefix: string
  readonly #start: bigint | null
  readonly #followers: readonly Follower[]
  readonly #lengths = new Map<string, number>()
  readonly #erased = new Set<string>()

  private constructor(store: EventStore, prefix: string, start: bigint | null) {
    this.#store = store
    this.#prefix = prefix
    this.#start = start
    // The second one hears of most events by ticks alone.
    this.#followers = [
      new Follower(store, { after: start, maxBatch: 1 }),
      new Follower(store, { after: start, streamPrefixes: [`${prefix}0`] }),
    ]
  }

  static async start(store: EventStore, prefix: string): Promise<Run> {
    return new Run(store, prefix, await store.head())
  }

  async append(number: number, count: number): Promise<void> {
    const stream = `${this.#prefix}${number}-1`
    if (this.#erased.has(stream)) return
    const length = this.#lengths.get(stream) ?? 0
    await this.#store.append(stream, length === 0 ? 'none' : length - 1, eventsToAppend(count))
    this.#lengths.set(stream, length + count)
  }

  async erase(number: number): Promise<void> {
    const stream = `${this.#prefix}${number}-1`
    await this.#store.erase(stream)
    this.#erased.add(stream)
  }

  /**
   * From every position that the followers have heard, each store returns what is left after it,
   * and that only.
   */
  async check(t: Test, stores: readonly EventStore[]): Promise<void> {
    const mark = `${this.#prefix}mark-1`
    await this.#store.append(mark, 'none', eventsToAppend(1))
    const head = await this.#store.head()
    await until('the followers', () => this.#followers.every(({ messages }) => messages.at(-1)?.position === head))
    await Promise.all(this.#followers.map((follower) => follower.stop()))
    const expected = await this.#left()
    const heard = this.#followers.flatMap(({ messages, events }) => [
      ...messages.map(({ position }) => position),
      ...events.map(({ position }) => position),
    ])
    const some = [...new Set([this.#start, ...heard])]
    for (const [index, after] of some.entries()) {
      const rest = await history(stores[index % stores.length] ?? this.#store, { after })
      t.strictSame(rest.map(placeOf), expected.filter(({ position }) => position > (after ?? -1n)).map(placeOf))
    }
  }

  /** What stands in the streams that were not erased. */
  async #left(): Promise<readonly RecordedEvent[]> {
    const names = [...this.#lengths.keys(), `${this.#prefix}mark-1`].filter((name) => !this.#erased.has(name))
    const streams = await Promise.all(names.map((name) => this.#store.readStream(name)))
    return streams.flat().toSorted((a, b) => (a.position < b.position ? -1 : 1))
  }
}

function placeOf({ stream, revision, position, id }: RecordedEvent): object {
  return { stream, revision, position, id }
}
