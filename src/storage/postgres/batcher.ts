import { setImmediate } from 'node:timers/promises'
import { isDeadlock, isUnavailable } from './unavailable.js'

/**
 * Does the work of many calls at once: one answer for each, in their order. It must be safe to
 * repeat.
 */
type BatchWork<Call, Answer> = (calls: readonly Call[]) => Promise<readonly Answer[]>

/** Most calls in a group, which also has about this many bytes. */
const MOST = 200
const MOST_BYTES = 4_000_000

/** How to group calls. */
interface BatchOptions<Call> {
  /** Most groups in progress at a time; default 1. */
  readonly atOnce?: number
  /** Bytes of a call, where they matter. */
  readonly size?: (call: Call) => number
}

/**
 * Groups simultaneous calls into one round trip. While one group is in progress the next one
 * collects calls: a busy process needs one statement per group, an idle one does not wait. A
 * failing call does not fail the others: a group that fails is repeated call by call, also after a
 * deadlock with the group of another process.
 */
export class Batcher<Call, Answer> {
  readonly #work: BatchWork<Call, Answer>
  readonly #options: BatchOptions<Call>
  #waiting: Waiting<Call, Answer>[] = []
  #underWay = 0

  constructor(work: BatchWork<Call, Answer>, options: BatchOptions<Call> = {}) {
    this.#work = work
    this.#options = options
  }

  /** Throws the work's error for this call. */
  run(call: Call): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ call, resolve, reject })
      if (this.#underWay < (this.#options.atOnce ?? 1)) void this.#drain()
    })
  }

  async #drain(): Promise<void> {
    this.#underWay += 1
    while (this.#waiting.length > 0) {
      // Calls made in the same turn of the event loop, or by callers answered just now, join this
      // group.
      await setImmediate()
      await this.#doAll(this.#nextGroup())
    }
    this.#underWay -= 1
  }

  #nextGroup(): readonly Waiting<Call, Answer>[] {
    const { size } = this.#options
    if (size === undefined) return this.#waiting.splice(0, MOST)
    let bytes = 0
    const end = this.#waiting.findIndex(({ call }, index) => {
      bytes += size(call)
      return index >= MOST || (index > 0 && bytes > MOST_BYTES)
    })
    return this.#waiting.splice(0, end === -1 ? this.#waiting.length : end)
  }

  async #doAll(group: readonly Waiting<Call, Answer>[]): Promise<void> {
    if (group.length === 0) return
    try {
      const answers = await this.#work(group.map(({ call }) => call))
      if (answers.length !== group.length) throw new Error(`${group.length} calls got ${answers.length} answers`)
      for (const [index, answer] of answers.entries()) group[index]?.resolve(answer)
    } catch (error) {
      // A call by itself writes too little for a deadlock.
      const mayBeOfOne = !isUnavailable(error) || isDeadlock(error)
      if (group.length > 1 && mayBeOfOne) for (const waiting of group) await this.#doAll([waiting])
      else for (const { reject } of group) reject(error)
    }
  }
}

interface Waiting<Call, Answer> {
  readonly call: Call
  readonly resolve: (answer: Answer) => void
  readonly reject: (error: unknown) => void
}
