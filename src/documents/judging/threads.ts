import { availableParallelism } from 'node:os'
import type { InvoiceRequest } from '../../domain/request/invoice-request.js'
import { LARGE_BYTES, yieldForLargeWork } from '../../domain/large-work.js'
import { UnwritableText } from '../../einvoice/syntax/document-sink.js'
import { judgeInProcess } from './in-process.js'
import type { Judging } from './port.js'
import { type Outcome, parsed, type Task } from './task.js'
import { type PoolSettings, ThreadPool } from './thread-pool.js'

/** The number of judging threads, and the limits of time and memory for one document. */
export interface ThreadSettings extends PoolSettings {
  /** Size in bytes from which a document is sent to a thread; for tests. */
  readonly largeFrom?: number
}

/** All processors but one, which serves requests. */
export function availableThreads(): number {
  return Math.max(1, availableParallelism() - 1)
}

/**
 * Judges small documents in the caller's thread, and large ones in other threads with a limit of
 * time and memory.
 */
export class JudgingInThreads implements Judging {
  readonly #pool: ThreadPool<Task, Outcome>
  readonly #largeFrom: number

  constructor({ largeFrom = LARGE_BYTES, ...settings }: ThreadSettings) {
    this.#largeFrom = largeFrom
    this.#pool = new ThreadPool(new URL('./worker.js', import.meta.url), settings)
  }

  readonly validate: Judging['validate'] = async (caller, country, invoice, today) => {
    const size = invoice.format === 'cii' ? sizeOfXml(invoice) : sizeOfJson(invoice)
    if (size <= this.#largeFrom) return judgeInProcess.validate(caller, country, invoice, today)
    const outcome = await this.#pool.run(caller, async () => ({
      kind: 'validate',
      country: country.code,
      today,
      invoice: await asJson(invoice),
    }))
    if (outcome.kind !== 'judged') throw unexpected(outcome)
    return outcome.judgement
  }

  readonly convert: Judging['convert'] = async (caller, country, invoice, attachments) => {
    if (sizeOfXml(invoice) <= this.#largeFrom) return judgeInProcess.convert(caller, country, invoice, attachments)
    const outcome = await this.#pool.run(caller, async () => ({
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
    if (xml.length <= this.#largeFrom) return judgeInProcess.explain(caller, xml, options)
    const outcome = await this.#pool.run(caller, async () => ({ kind: 'explain', xml, options }))
    if (outcome.kind !== 'explained') throw unexpected(outcome)
    return outcome.judgement
  }

  readonly read: Judging['read'] = async (caller, xml, country) => {
    if (xml.length <= this.#largeFrom) return judgeInProcess.read(caller, xml, country)
    const outcome = await this.#pool.run(caller, async () => ({ kind: 'read', xml, country }))
    if (outcome.kind === 'refused') return outcome.refusal
    if (outcome.kind !== 'read') throw unexpected(outcome)
    await yieldForLargeWork(outcome.invoice.length)
    return { ...outcome.contents, request: parsed(outcome.invoice) }
  }

  readonly convertDocument: Judging['convertDocument'] = async (caller, source, size, options) => {
    // A document made from JSON is larger by this factor.
    const made = source.kind === 'json' ? (size * LINE.xml) / LINE.json : size
    if (made <= this.#largeFrom) return judgeInProcess.convertDocument(caller, source, size, options)
    const outcome = await this.#pool.run(caller, async () => {
      await yieldForLargeWork(size)
      const bytes = source.kind === 'xml' ? source.xml : Buffer.from(JSON.stringify(source.body))
      return { kind: 'change', of: source.kind, source: bytes, options }
    })
    if (outcome.kind !== 'changed') throw unexpected(outcome)
    return outcome.result
  }

  /** Ends the threads, even during a task. */
  close(): Promise<void> {
    return this.#pool.close()
  }
}

/** Encodes an invoice for a thread: copying bytes is far cheaper than copying fields. */
export async function asJson(invoice: InvoiceRequest): Promise<Uint8Array> {
  await yieldForLargeWork(sizeOfJson(invoice))
  return Buffer.from(JSON.stringify(invoice))
}

/** Bytes of a line besides its texts, in JSON and in XML. */
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
  return new Error(`unexpected result from a thread: ${kind}`)
}
