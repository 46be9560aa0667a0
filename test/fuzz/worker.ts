import { parentPort, workerData } from 'node:worker_threads'
import { drawing } from './draw.js'
import { mutant } from './mutate.js'
import type { Target } from './target.js'
import { TARGETS } from './targets.js'

/** The worker's task. */
export interface WorkerTask {
  readonly target: string
  readonly seed: number
  readonly from: number
  readonly count: number
  readonly milliseconds: number
}

/** The finding, or how many inputs were read without one. */
export type WorkerReport =
  | { readonly kind: 'done'; readonly inputs: number }
  | { readonly kind: 'finding'; readonly index: number; readonly why: string; readonly input: Uint8Array }

const BASE_MS = 1_500
const MS_PER_BYTE = 0.05

if (parentPort === null) throw new Error('this is no thread')
const parent = parentPort
/** Where the parent sees which input is being read. */
const progress = workerData as Int32Array

/** The fault in the handling of an input; null: none. */
async function faultOf({ read, throws, baseMs = BASE_MS }: Target, input: Buffer): Promise<string | null> {
  const begun = process.cpuUsage()
  try {
    await read(input)
  } catch (error) {
    const name = error instanceof Error ? error.name : typeof error
    if (!throws.includes(name)) return error instanceof Error ? (error.stack ?? error.message) : String(error)
  }
  const { user, system } = process.cpuUsage(begun)
  const took = (user + system) / 1000
  const allowed = baseMs + input.length * MS_PER_BYTE
  return took > allowed ? `${input.length} bytes took ${Math.round(took)} ms; ${Math.round(allowed)} are allowed` : null
}

/** Reads inputs of a target, until one shows a fault or enough were read. */
async function run(task: WorkerTask): Promise<WorkerReport> {
  const target = TARGETS[task.target]
  if (target === undefined) throw new Error(`no target ${task.target}`)
  const { read, throws } = target
  const corpus = target.corpus()
  // The samples themselves first: tables are loaded, and code is compiled, only once.
  for (const sample of corpus) {
    try {
      await read(Buffer.from(sample))
    } catch (error) {
      if (!throws.includes(error instanceof Error ? error.name : '')) throw error
    }
  }
  const until = performance.now() + task.milliseconds
  let index = task.from
  // At least one: a busy machine may give the thread its turn after that time.
  for (; index < task.from + task.count && (index === task.from || performance.now() < until); index++) {
    Atomics.store(progress, 0, index)
    const input = mutant(drawing(Math.imul(task.seed, 0x9e3779b1) ^ Math.imul(index + 1, 0x85ebca6b)), corpus)
    const why = await faultOf(target, input)
    if (why !== null) return { kind: 'finding', index, why, input }
  }
  return { kind: 'done', inputs: index - task.from }
}

parent.on('message', (task: WorkerTask) => {
  // An error here is an error of the thread, which ends it.
  void run(task).then((report) => parent.postMessage(report))
})
