import { setImmediate, setTimeout } from 'node:timers/promises'
import type { CheckedAppend } from '../checked-append.js'
import type { AppendOutcome } from '../port.js'
import { EventStoreUnavailable } from '../port.js'

/** Commits appends in one transaction; returns one outcome for each, in their order. */
export type Commit = (batch: readonly CheckedAppend[]) => Promise<readonly AppendOutcome[]>

/** How many appends may wait, by number and by bytes, and for how long they are tried again. */
interface GroupCommitLimits {
  /** Appends that wait or are being committed; further ones are refused. */
  readonly maxWaiting: number
  readonly maxWaitingBytes: number
  /** Milliseconds for which an append is tried again while the store is unavailable. */
  readonly retryFor: number
  /** From then on nothing is tried again; absent: never. */
  readonly cut?: AbortSignal
}

/**
 * While one batch commits, the next accumulates: a busy process pays for one commit per batch, an
 * idle one does not wait. If the outcome of a batch is unknown, the same appends are sent again
 * with the same ids, which the store recognises.
 */
export class GroupCommit {
  readonly #commit: Commit
  readonly #limits: GroupCommitLimits
  /** In the order of arrival; those of a failed batch come first again. */
  #waiting: Waiting[] = []
  #count = 0
  #bytes = 0
  /**
   * How many of the next batches hold one append each, to find the append that makes the others
   * fail.
   */
  #alone = 0
  #draining: Promise<void> | null = null
  #closed = false

  constructor(commit: Commit, limits: GroupCommitLimits) {
    this.#commit = commit
    this.#limits = limits
  }

  /** Throws `EventStoreUnavailable` at once if too many wait already. */
  async append(append: CheckedAppend): Promise<AppendOutcome> {
    if (this.#closed) throw new EventStoreUnavailable('The event store is closed')
    if (this.#count >= this.#limits.maxWaiting || this.#bytes + append.bytes > this.#limits.maxWaitingBytes) {
      throw new EventStoreUnavailable('Too many appends are waiting')
    }
    this.#count += 1
    this.#bytes += append.bytes
    return await new Promise<AppendOutcome>((resolve, reject) => {
      this.#waiting.push({ append, deadline: Date.now() + this.#limits.retryFor, resolve, reject })
      this.#draining ??= this.#drain()
    }).finally(() => {
      this.#count -= 1
      this.#bytes -= append.bytes
    })
  }

  /** Accepts no more appends and waits for those under way. */
  async close(): Promise<void> {
    this.#closed = true
    await this.#draining
  }

  async #drain(): Promise<void> {
    let failures = 0
    while (this.#waiting.length > 0) {
      // So that callers that were just answered get their next append into this batch.
      await setImmediate()
      const batch = this.#nextBatch()
      try {
        const outcomes = await this.#commit(batch.map(({ append }) => append))
        for (const [index, waiting] of batch.entries()) settle(waiting, outcomes[index])
        failures = 0
      } catch (error) {
        if (error instanceof EventStoreUnavailable) {
          this.#waiting = [...batch, ...this.#waiting]
          this.#giveUpOverdue(error)
          failures += 1
          await setTimeout(Math.min(25 * 2 ** failures, 1_000))
        } else if (batch.length > 1) {
          this.#waiting = [...batch, ...this.#waiting]
          this.#alone = batch.length
        } else {
          for (const waiting of batch) waiting.reject(error)
        }
      }
    }
    this.#draining = null
  }

  #nextBatch(): readonly Waiting[] {
    let bytes = 0
    let length = 0
    for (const { append } of this.#waiting) {
      bytes += append.bytes
      if (length > 0 && (bytes > MAX_BATCH_BYTES || length >= MAX_BATCH_APPENDS || this.#alone > 0)) break
      length += 1
    }
    this.#alone = Math.max(0, this.#alone - 1)
    return this.#waiting.splice(0, length)
  }

  #giveUpOverdue(error: EventStoreUnavailable): void {
    const now = Date.now()
    this.#waiting = this.#waiting.filter((waiting) => {
      if (waiting.deadline > now && this.#limits.cut?.aborted !== true) return true
      waiting.reject(error)
      return false
    })
  }
}

interface Waiting {
  readonly append: CheckedAppend
  /** ms since 1970; after it, the next failure is final. */
  readonly deadline: number
  readonly resolve: (outcome: AppendOutcome) => void
  readonly reject: (error: unknown) => void
}

function settle(waiting: Waiting, outcome: AppendOutcome | undefined): void {
  if (outcome === undefined) waiting.reject(new Error('The store returned fewer outcomes than appends'))
  else waiting.resolve(outcome)
}

/** Beyond these a larger transaction gains nothing and only holds the head longer. */
const MAX_BATCH_APPENDS = 500
const MAX_BATCH_BYTES = 4_000_000
