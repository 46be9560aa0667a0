import { type Caller, JudgingBusy } from './port.js'

/** Limits on running and waiting tasks, for one account and for all. */
export interface FairQueueLimits {
  /** Tasks that run at a time. */
  readonly running: number
  /** Tasks of one account that may wait; more are refused. */
  readonly waitingOfAccount: number
  /** Tasks of all accounts that may wait; more are refused. */
  readonly waiting: number
}

/**
 * Runs a few tasks at a time and serves the accounts in turn, so that no account waits for all the
 * work of another. If several tasks may run, one account never fills all slots: another account's
 * task starts at once.
 */
export class FairQueue {
  readonly #limits: FairQueueLimits
  /** In the order in which the accounts are served. */
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
      // The account moves to the end: another account is served next.
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
