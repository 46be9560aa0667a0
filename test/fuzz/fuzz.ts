import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { WorkerReport, WorkerTask } from './worker.js'

/** How much of a target is tried. */
export interface FuzzOptions {
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
 * Gives a reader changed samples in a thread of its own, whose time and memory are watched. The
 * same seed gives the same inputs (key stores and PEM are new at each run, so a finding keeps its
 * input).
 */
export async function fuzz(options: FuzzOptions): Promise<WorkerReport> {
  const { target, seed, from = 0, count, milliseconds } = options
  const progress = new SharedArrayBuffer(4)
  const at = new Int32Array(progress)
  const task: WorkerTask = { target, seed, from, count, milliseconds, progress }
  const worker = new Worker(join(import.meta.dirname, 'worker.js'), {
    workerData: task,
    resourceLimits: { maxOldGenerationSizeMb: MOST_MEGABYTES },
  })
  let last = -1
  let since = performance.now()
  const finding = (why: string): WorkerReport => ({
    kind: 'finding',
    index: Atomics.load(at, 0),
    why,
    input: new Uint8Array(),
  })
  return new Promise((resolve) => {
    const watchdog = setInterval(() => {
      const now = Atomics.load(at, 0)
      if (now !== last) [last, since] = [now, performance.now()]
      else if (performance.now() - since > HANGS_MS + milliseconds) end(finding('the reader does not come back'))
    }, 1_000)
    const end = (report: WorkerReport): void => {
      clearInterval(watchdog)
      resolve(report)
      void worker.terminate()
    }
    worker.on('message', (report: WorkerReport) => end(report))
    // Memory over the limit ends the thread by an error too.
    worker.on('error', (error) => end(finding(error instanceof Error ? (error.stack ?? error.message) : String(error))))
  })
}
