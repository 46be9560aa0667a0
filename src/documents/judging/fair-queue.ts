import { type Caller, JudgingBusy } from './port.js'

/** Limits on running and waiting tasks, for one account and for all. */
export interface FairQueueLimits {
  /** Tasks that run at a time. */
  readonly running: number
  /** Places for the waiting tasks of one account; those that find none are refused. */
  readonly waitingOfAccount: number
  /** The same for the waiting tasks of all accounts. */
  readonly waiting: number
}

/** A task on a document of so many bytes, or more, has a whole place; smaller ones share one. */
const PLACE_BYTES = 256 * 1024
/** Tasks on documents of so many bytes may run for many seconds. */
const LONG_BYTES = 1024 * 1024

/**
 * Runs a few tasks at a time and serves the accounts in turn, so that no account waits for all the
 * work of another. If several tasks may run, neither one account nor long tasks ever fill all
 * slots: another account's short task starts at once.
 */
export class FairQueue {
  readonly #limits: FairQueueLimits
  /** By account, patience and length, in the order in which they are served. */
  readonly #lines = new Map<string, Line>()
  readonly #runningOf = new Map<string, number>()
  readonly #refusableOf = new Map<string, number>()
  #running = 0
  #long = 0
  /** Bytes, as counted for places. */
  #refusable = 0

  constructor(limits: FairQueueLimits) {
    this.#limits = limits
  }

  /**
   * @param bytes of the document
   * @throws JudgingBusy
   */
  async run<T>({ account, whenBusy }: Caller, bytes: number, work: () => Promise<T>): Promise<T> {
    const isLong = bytes >= LONG_BYTES
    const space = whenBusy === 'refuse' ? Math.min(bytes, PLACE_BYTES) : 0
    await this.#turn(`${account} ${whenBusy} ${isLong}`, { account, isLong, space })
    try {
      return await work()
    } finally {
      this.#running -= 1
      if (isLong) this.#long -= 1
      add(this.#runningOf, account, -1)
      this.#next()
    }
  }

  #turn(name: string, { account, isLong, space }: Omit<Task, 'begin'>): Promise<void> {
    return new Promise((resolve, reject) => {
      const { waiting, waitingOfAccount } = this.#limits
      const mine = (this.#refusableOf.get(account) ?? 0) + space
      const all = this.#refusable + space
      const isFull = all > waiting * PLACE_BYTES || mine > waitingOfAccount * PLACE_BYTES
      if (space > 0 && isFull && !this.#mayRun(account, isLong)) {
        reject(new JudgingBusy('too many large documents are waiting to be judged'))
        return
      }
      this.#refusable += space
      add(this.#refusableOf, account, space)
      const line = this.#lines.get(name) ?? { account, isLong, tasks: [] }
      line.tasks.push({ begin: resolve, space })
      this.#lines.set(name, line)
      this.#next()
    })
  }

  #next(): void {
    for (const [name, line] of this.#lines) {
      if (this.#running >= this.#limits.running) return
      const { account, isLong, tasks } = line
      if (!this.#mayRun(account, isLong)) continue
      const first = tasks.shift()
      // The line moves to the end: another account is served next.
      this.#lines.delete(name)
      if (tasks.length > 0) this.#lines.set(name, line)
      if (first === undefined) continue
      this.#refusable -= first.space
      add(this.#refusableOf, account, -first.space)
      this.#running += 1
      if (isLong) this.#long += 1
      add(this.#runningOf, account, 1)
      first.begin()
    }
  }

  #mayRun(account: string, isLong: boolean): boolean {
    const most = Math.max(1, this.#limits.running - 1)
    if (isLong && this.#long >= most) return false
    return this.#running < this.#limits.running && (this.#runningOf.get(account) ?? 0) < most
  }
}

function add(counts: Map<string, number>, name: string, change: number): void {
  const count = (counts.get(name) ?? 0) + change
  if (count === 0) counts.delete(name)
  else counts.set(name, count)
}

interface Task {
  readonly account: string
  readonly isLong: boolean
  /** Bytes that it needs while it waits; 0: it is never refused. */
  readonly space: number
  readonly begin: () => void
}

interface Line extends Pick<Task, 'account' | 'isLong'> {
  readonly tasks: Pick<Task, 'begin' | 'space'>[]
}
