import { type Caller, JudgingBusy } from './port.js'

/** How much work runs and waits, by number of pieces, for one account and for all of them. */
export interface FairQueueLimits {
  /** How many pieces run at a time. */
  readonly running: number
  /** How many pieces of one account may wait; more are refused. */
  readonly waitingOfAccount: number
  /** How many pieces may wait in all; more are refused. */
  readonly waiting: number
}

/**
 * Lets a few pieces of work run at a time and takes the accounts in turn, so that no account waits
 * for all the work of another. Where several pieces may run, one account never has all places:
 * another account's work begins at once.
 */
export class FairQueue {
  readonly #limits: FairQueueLimits
  /** In the order in which accounts get their turn. */
  readonly #lines = new Map<string, Waiting[]>()
  readonly #runningOf = new Map<string, number>()
  #running = 0
  #refusable = 0

  constructor(limits: FairQueueLimits) {
    this.#limits = limits
  }

  /** @throws JudgingBusy */
  async run<T>({ account, whenBusy }: Caller, work: () => Promise<T>): Promise<T> {
    await this.#turn(account, whenBusy === 'refuse')
    try {
      return await work()
    } finally {
      this.#running -= 1
      const left = (this.#runningOf.get(account) ?? 1) - 1
      if (left === 0) this.#runningOf.delete(account)
      else this.#runningOf.set(account, left)
      this.#next()
    }
  }

  #turn(account: string, isRefusable: boolean): Promise<void> {
    return new Promise((resolve, reject) => {
      const line = this.#lines.get(account) ?? []
      const { waiting, waitingOfAccount } = this.#limits
      const mine = line.reduce((count, each) => count + (each.isRefusable ? 1 : 0), 0)
      if (isRefusable && !this.#mayRun(account) && (this.#refusable >= waiting || mine >= waitingOfAccount)) {
        reject(new JudgingBusy('too many large documents are waiting to be judged'))
        return
      }
      if (isRefusable) this.#refusable += 1
      line.push({ begin: resolve, isRefusable })
      this.#lines.set(account, line)
      this.#next()
    })
  }

  #next(): void {
    for (const [account, line] of this.#lines) {
      if (this.#running >= this.#limits.running) return
      if (!this.#mayRun(account)) continue
      const first = line.shift()
      // The account goes to the end of the order: the next turn is another account's.
      this.#lines.delete(account)
      if (line.length > 0) this.#lines.set(account, line)
      if (first === undefined) continue
      if (first.isRefusable) this.#refusable -= 1
      this.#running += 1
      this.#runningOf.set(account, (this.#runningOf.get(account) ?? 0) + 1)
      first.begin()
    }
  }

  #mayRun(account: string): boolean {
    const most = Math.max(1, this.#limits.running - 1)
    return this.#running < this.#limits.running && (this.#runningOf.get(account) ?? 0) < most
  }
}

interface Waiting {
  readonly begin: () => void
  readonly isRefusable: boolean
}
