import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { WorkerReport, WorkerTask } from './worker.js'

/** How much of a target is tried. */
interface FuzzOptions {
  readonly target: string
  readonly seed: number
  /** The first input; default 0. */
  readonly from?: number
  /** Inputs at most. */
  readonly count: number
  readonly milliseconds: number
}

const MOST_MEGABYTES = 1_024
/** No input may hold a reader for so long, however busy the machine. */
const HANGS_MS = 60_000

/**
 * Gives readers changed samples, one target after another, in a thread whose time and memory are
 * watched. The thread loads everything once; after a finding the next target gets a new one, since
 * a reader may have left it unusable. The same seed leads to the same inputs (key stores and PEM
 * are new at each run, so a finding keeps its input).
 */
export class Fuzzer {
  readonly #progress = new Int32Array(new SharedArrayBuffer(4))
  #worker: Worker | null = null

  /** Tries one target. Call it again only when it has answered. */
  async fuzz({ target, seed, from = 0, count, milliseconds }: FuzzOptions): Promise<WorkerReport> {
    Atomics.store(this.#progress, 0, from)
    const worker = (this.#worker ??= this.#start())
    const task: WorkerTask = { target, seed, from, count, milliseconds }
    const report = await new Promise<WorkerReport>((resolve) => {
      let last = -1
      let since = performance.now()
      const finding = (why: string): WorkerReport => ({
        kind: 'finding',
        index: Atomics.load(this.#progress, 0),
        why,
        input: new Uint8Array(),
      })
      const watchdog = setInterval(() => {
        const now = Atomics.load(this.#progress, 0)
        if (now !== last) [last, since] = [now, performance.now()]
        else if (performance.now() - since > HANGS_MS + milliseconds) end(finding('the reader does not come back'))
      }, 1_000)
      const failed = (error: unknown): void => {
        end(finding(error instanceof Error ? (error.stack ?? error.message) : String(error)))
      }
      const ended = (code: number): void => {
        end(finding(`the reader ended the thread with status ${code}`))
      }
      const end = (report: WorkerReport): void => {
        clearInterval(watchdog)
        worker.off('message', end).off('error', failed).off('exit', ended)
        resolve(report)
      }
      // Memory over the limit ends the thread by an error too.
      worker.on('message', end).on('error', failed).on('exit', ended)
      worker.postMessage(task)
    })
    if (report.kind === 'finding') await this.close()
    return report
  }

  /** Ends the thread. */
  async close(): Promise<void> {
    const worker = this.#worker
    this.#worker = null
    await worker?.terminate()
  }

  #start(): Worker {
    return new Worker(join(import.meta.dirname, 'worker.js'), {
      workerData: this.#progress,
      resourceLimits: { maxOldGenerationSizeMb: MOST_MEGABYTES },
    })
  }
}
