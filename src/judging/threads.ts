import { availableParallelism } from 'node:os'
import piscina from 'piscina'
import type { InvoiceRequest } from '../domain/invoice-request.js'
import { LARGE_BYTES, ownTurn } from '../domain/own-turn.js'
import { UnwritableText } from '../einvoice/syntax/document-sink.js'
import { FairQueue, type FairQueueLimits } from './fair-queue.js'
import { judgingHere } from './here.js'
import { type Caller, type Judging, JudgingLimit } from './port.js'
import type { Outcome, Task } from './task.js'

/**
 * The package's types describe CommonJS: an ES module finds the class as `default` of the default
 * import.
 */
const Piscina = piscina as unknown as typeof piscina.default
type Pool = InstanceType<typeof piscina.default<Task, Outcome>>

/** How many threads judge documents, and what one document may take of time and memory. */
export interface ThreadSettings {
  readonly threads: number
  /** Seconds that one document may take. */
  readonly seconds: number
  /** Size of the thread's heap. Memory of WebAssembly is bounded by the size of a document. */
  readonly megabytes: number
  readonly queue?: Omit<FairQueueLimits, 'running'>
  /** Bytes from which on a document goes to a thread; for tests. */
  readonly largeFrom?: number
}

/** All processors but one; that one answers requests. */
export function threadsAtHand(): number {
  return Math.max(1, availableParallelism() - 1)
}

/** Threads that are idle for so long are ended; starting one takes a tenth of a second. */
const IDLE_MS = 60_000

/**
 * Judges small documents in the caller's thread, and large ones in other threads with a limit of
 * time and memory.
 */
export class JudgingInThreads implements Judging {
  readonly #settings: ThreadSettings
  readonly #queue: FairQueue
  readonly #largeFrom: number
  #pool: Pool | undefined

  constructor(settings: ThreadSettings) {
    this.#settings = settings
    this.#largeFrom = settings.largeFrom ?? LARGE_BYTES
    const limits = settings.queue ?? { waitingOfAccount: 8, waiting: 64 }
    this.#queue = new FairQueue({ running: settings.threads, ...limits })
  }

  readonly validate: Judging['validate'] = async (caller, country, invoice, today) => {
    const size = invoice.format === 'cii' ? sizeOfXml(invoice) : sizeOfJson(invoice)
    if (size <= this.#largeFrom) return judgingHere.validate(caller, country, invoice, today)
    const outcome = await this.#run(caller, async () => ({
      kind: 'validate',
      country: country.code,
      today,
      invoice: await asJson(invoice),
    }))
    if (outcome.kind !== 'judged') throw unexpected(outcome)
    return outcome.judgement
  }

  readonly convert: Judging['convert'] = async (caller, country, invoice, attachments) => {
    if (sizeOfXml(invoice) <= this.#largeFrom) return judgingHere.convert(caller, country, invoice, attachments)
    const outcome = await this.#run(caller, async () => ({
      kind: 'convert',
      country: country.code,
      attachments,
      invoice: await asJson(invoice),
    }))
    if (outcome.kind === 'unwritable') throw new UnwritableText(outcome.text)
    if (outcome.kind !== 'written') throw unexpected(outcome)
    return outcome.document
  }

  readonly explain: Judging['explain'] = async (caller, xml, options) => {
    if (xml.length <= this.#largeFrom) return judgingHere.explain(caller, xml, options)
    const outcome = await this.#run(caller, async () => ({ kind: 'explain', xml, options }))
    if (outcome.kind !== 'explained') throw unexpected(outcome)
    return outcome.judgement
  }

  /** Ends the threads, whatever they do. */
  async close(): Promise<void> {
    await this.#pool?.destroy()
  }

  #run(caller: Caller, task: () => Promise<Task>): Promise<Outcome> {
    return this.#queue.run(caller, async () => this.#inThread(await task()))
  }

  async #inThread(task: Task): Promise<Outcome> {
    const { seconds, megabytes } = this.#settings
    this.#pool ??= this.#start()
    const late = new AbortController()
    const timer = setTimeout(() => {
      late.abort()
    }, seconds * 1000)
    try {
      return await this.#pool.run(task, { signal: late.signal })
    } catch (error) {
      if (late.signal.aborted) throw new JudgingLimit('time', `the document took longer than ${seconds} s`)
      if ((error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY')
        throw new JudgingLimit('memory', `the document took more than ${megabytes} MB of memory`)
      throw error
    } finally {
      clearTimeout(timer)
    }
  }

  #start(): Pool {
    const { threads, megabytes } = this.#settings
    return new Piscina<Task, Outcome>({
      filename: new URL('./worker.js', import.meta.url).href,
      minThreads: 0,
      maxThreads: threads,
      idleTimeout: IDLE_MS,
      recordTiming: false,
      // A waiting thread does not block its own event loop, so that it can be ended at any time.
      atomics: 'disabled',
      resourceLimits: { maxOldGenerationSizeMb: megabytes },
    })
  }
}

async function asJson(invoice: InvoiceRequest): Promise<Uint8Array> {
  await ownTurn(sizeOfJson(invoice))
  return Buffer.from(JSON.stringify(invoice))
}

/** Bytes of a line beside its texts, in JSON and in XML. */
const LINE = { json: 150, xml: 1_200 }

function sizeOfJson(invoice: InvoiceRequest): number {
  return sizeOfLines(invoice, LINE.json)
}

function sizeOfXml(invoice: InvoiceRequest): number {
  const { attachments = [] } = invoice
  return attachments.reduce((sum, { size }) => sum + (size * 4) / 3, sizeOfLines(invoice, LINE.xml))
}

function sizeOfLines({ lines }: InvoiceRequest, line: number): number {
  return lines.reduce(
    (sum, { description, exemptionReason }) => sum + line + description.length + (exemptionReason?.length ?? 0),
    0,
  )
}

function unexpected({ kind }: Outcome): Error {
  return new Error(`a thread answered ${kind}, which was not asked for`)
}
