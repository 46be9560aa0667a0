/**
 * Limits how much work of one owner runs at a time in this process, in the order in which it came;
 * work of others does not wait for it.
 */
export class OwnerLanes {
  readonly #lanes: number
  readonly #owners = new Map<string, { running: number; readonly waiting: (() => void)[] }>()

  constructor(lanes: number) {
    this.#lanes = lanes
  }

  async run<T>(owner: string, work: () => Promise<T>): Promise<T> {
    const lanes = this.#owners.get(owner) ?? { running: 0, waiting: [] }
    this.#owners.set(owner, lanes)
    // Work that ends hands its lane to the next.
    if (lanes.running < this.#lanes) lanes.running += 1
    else await new Promise<void>((begin) => lanes.waiting.push(begin))
    try {
      return await work()
    } finally {
      const next = lanes.waiting.shift()
      if (next) next()
      else if (--lanes.running === 0) this.#owners.delete(owner)
    }
  }
}

/** Runs work with the same key one after the other, in the order in which it came. */
export class InOrderOfKey {
  readonly #last = new Map<string, Promise<unknown>>()

  /** `key` undefined: the work waits for nothing. */
  async run<T>(key: string | undefined, work: () => Promise<T>): Promise<T> {
    if (key === undefined) return work()
    const before = this.#last.get(key) ?? Promise.resolve()
    // An error of earlier work is reported to its own caller.
    const mine = before.then(work, work)
    this.#last.set(key, mine)
    return mine
  }
}

/**
 * The outcomes of work in the order of its items; up to `ahead` of them are begun before their
 * turn.
 * @param work must not throw: its outcome may no longer be awaited
 */
export async function* inOrder<Item, Outcome>(
  items: AsyncIterable<Item>,
  ahead: number,
  work: (item: Item) => Promise<Outcome>,
): AsyncGenerator<Outcome> {
  const begun: Promise<Outcome>[] = []
  for await (const item of items) {
    begun.push(work(item))
    const first = begun.length < ahead ? undefined : begun.shift()
    if (first !== undefined) yield await first
  }
  for (const outcome of begun) yield await outcome
}
