import { Piscina } from 'piscina'
import { FairQueue, type FairQueueLimits } from './fair-queue.js'
import { type Caller, JudgingBusy, JudgingLimit } from './port.js'
import { codeOf } from '../../domain/caught.js'

/** The number of threads, and the limits of time and memory for one task. */
export interface PoolSettings {
  readonly threads: number
  /** Seconds allowed for one task. */
  readonly seconds: number
  /** Size of the thread's heap. Memory of WebAssembly is bounded by the size of a document. */
  readonly megabytes: number
  /** Threads that stay once there was a task; absent: all end when they were idle. */
  readonly kept?: number
  readonly queue?: Omit<FairQueueLimits, 'running'>
}

/** Idle time after which a thread ends; starting one takes a tenth of a second. */
const IDLE_MS = 60_000
const STOPS = 'the process stops'

/**
 * Threads for long tasks, which would block the process otherwise. Accounts are served in turn,
 * and each task has a limit of time and memory.
 */
export class ThreadPool<Task, Outcome> {
  readonly #worker: URL
  readonly #settings: PoolSettings
  readonly #queue: FairQueue
  #pool: Piscina<Task, Outcome> | undefined
  #closed = false

  /** `worker`: the compiled file that the threads run. */
  constructor(worker: URL, settings: PoolSettings) {
    this.#worker = worker
    this.#settings = settings
    const limits = settings.queue ?? { waitingOfAccount: 16, waiting: 128 }
    this.#queue = new FairQueue({ running: settings.threads, ...limits })
  }

  /**
   * Performs a task when its turn comes.
   * @param bytes of the document
   * @throws JudgingBusy, JudgingLimit
   */
  run(caller: Caller, bytes: number, task: Task): Promise<Outcome> {
    return this.#queue.run(caller, bytes, () => this.#inThread(task))
  }

  /** Ends the threads, even during a task; waiting tasks are refused. */
  async close(): Promise<void> {
    this.#closed = true
    await this.#pool?.destroy()
  }

  async #inThread(task: Task): Promise<Outcome> {
    const { seconds, megabytes } = this.#settings
    if (this.#closed) throw new JudgingBusy(STOPS)
    this.#pool ??= this.#start()
    const late = new AbortController()
    const timer = setTimeout(() => {
      late.abort()
    }, seconds * 1000)
    try {
      return await this.#pool.run(task, { signal: late.signal })
    } catch (error) {
      if (late.signal.aborted) throw new JudgingLimit('time', `the document took longer than ${seconds} s`)
      if (codeOf(error) === 'ERR_WORKER_OUT_OF_MEMORY')
        throw new JudgingLimit('memory', `the document needed more than ${megabytes} MB of memory`)
      if (this.#closed) throw new JudgingBusy(STOPS, { cause: error })
      throw error
    } finally {
      clearTimeout(timer)
    }
  }

  #start(): Piscina<Task, Outcome> {
    const { threads, megabytes, kept = 0 } = this.#settings
    const pool = new Piscina<Task, Outcome>({
      filename: this.#worker.href,
      minThreads: kept,
      maxThreads: threads,
      idleTimeout: IDLE_MS,
      recordTiming: false,
      // A waiting thread does not block its own event loop, so that it can be ended at any time.
      atomics: 'disabled',
      resourceLimits: { maxOldGenerationSizeMb: megabytes },
    })
    // A thread died without a task, at its start or idle. The pool then starts no others: it is
    // dropped, its waiting tasks fail, and the next task gets a new pool.
    pool.on('error', () => {
      if (this.#pool === pool) this.#pool = undefined
      void pool.destroy()
    })
    return pool
  }
}
