import { availableParallelism } from 'node:os'
import type { MessageReader } from '../../countries/gateway/message-reader.js'
import { LARGE_BYTES, turnFor } from '../../domain/large-work.js'
import { isSignedFile } from '../../countries/signing/cades.js'
import { isPdf } from '../../einvoice/pdf/read-pdf.js'
import { UnwritableText } from '../../einvoice/syntax/document-sink.js'
import { judgeInProcess } from './in-process.js'
import type { Caller, Judging } from './port.js'
import { type Outcome, parsed, type Task } from './task.js'
import { type PoolSettings, ThreadPool } from './thread-pool.js'

/** The number of judging threads, and the limits of time and memory for one document. */
export interface ThreadSettings extends PoolSettings {
  /** Size in bytes from which a document is sent to a thread; for tests. */
  readonly largeFrom?: number
}

/** All processors but one, which serves requests; but two, so that no account has all of them. */
export function availableThreads(): number {
  return Math.max(2, availableParallelism() - 1)
}

/**
 * How many times as much as judging it a document costs to convert: the result is read again and
 * compared. One that is made from JSON is larger besides.
 */
const CONVERSION = { xml: 4, json: 8 }

/**
 * Judges small documents in the caller's thread, and large ones in other threads with a limit of
 * time and memory. The bytes of a document decide, not its content.
 */
export class JudgingInThreads implements Judging {
  readonly #pool: ThreadPool<Task, Outcome>
  readonly #largeFrom: number

  constructor({ largeFrom = LARGE_BYTES, ...settings }: ThreadSettings) {
    this.#largeFrom = largeFrom
    this.#pool = new ThreadPool(new URL('./worker.js', import.meta.url), settings)
  }

  /** Has a thread perform a task, whose outcome is of one of these kinds. */
  async #do<Kind extends Outcome['kind']>(
    caller: Caller,
    bytes: number,
    task: Task,
    ...kinds: readonly Kind[]
  ): Promise<Extract<Outcome, { kind: Kind }>> {
    const outcome = await this.#pool.run(caller, bytes, task)
    if (!isOneOf(outcome, kinds)) throw new Error(`unexpected result from a thread: ${outcome.kind}`)
    return outcome
  }

  /**
   * Whether work on so many bytes is done here; if so, the account has its turn now.
   * @param document of the caller; a PDF is compressed, and a signature is computed, so its size
   *   does not bound the work
   */
  async #isHere({ account }: Caller, bytes: number, document?: Uint8Array): Promise<boolean> {
    if (bytes >= this.#largeFrom || (document !== undefined && (isPdf(document) || isSignedFile(document))))
      return false
    await turnFor(account, bytes)
    return true
  }

  readonly validate: Judging['validate'] = async (caller, country, invoice, today) => {
    const { json } = invoice
    if (await this.#isHere(caller, json.length)) return judgeInProcess.validate(caller, country, invoice, today)
    const task = { kind: 'validate', country: country.code, invoice: json, today } as const
    return (await this.#do(caller, json.length, task, 'judged')).judgement
  }

  readonly totals: Judging['totals'] = async (caller, country, invoice) => {
    const { json } = invoice
    if (await this.#isHere(caller, json.length)) return judgeInProcess.totals(caller, country, invoice)
    const task = { kind: 'totals', country: country.code, invoice: json } as const
    return (await this.#do(caller, json.length, task, 'totalled')).totals
  }

  readonly convert: Judging['convert'] = async (caller, country, invoice, attachments, createdAt) => {
    // In XML a file is text.
    const size = attachments.reduce((sum, { length }) => sum + (length * 4) / 3, invoice.json.length)
    if (await this.#isHere(caller, size))
      return judgeInProcess.convert(caller, country, invoice, attachments, createdAt)
    const task = { kind: 'convert', country: country.code, invoice: invoice.json, attachments, createdAt } as const
    const outcome = await this.#do(caller, size, task, 'written', 'unwritable')
    if (outcome.kind === 'unwritable') throw new UnwritableText(outcome.text)
    return outcome.document
  }

  readonly explain: Judging['explain'] = async (caller, xml, options) => {
    if (await this.#isHere(caller, xml.length, xml)) return judgeInProcess.explain(caller, xml, options)
    return (await this.#do(caller, xml.length, { kind: 'explain', xml, options }, 'explained')).judgement
  }

  readonly read: Judging['read'] = async (caller, xml, country) => {
    if (await this.#isHere(caller, xml.length, xml)) return judgeInProcess.read(caller, xml, country)
    const outcome = await this.#do(caller, xml.length, { kind: 'read', xml, country }, 'read', 'refused')
    if (outcome.kind === 'refused') return outcome.refusal
    await turnFor(caller.account, outcome.invoice.length)
    return { ...outcome.contents, request: parsed(outcome.invoice) }
  }

  /**
   * Costs two to four times as much as judging alone, 1 to 5 ms for one that is not large. To hand
   * it to a thread and back costs as much, and one small document follows another.
   */
  readonly receive: Judging['receive'] = async (caller, document, options) => {
    const { length } = document
    if (await this.#isHere(caller, length, document)) return judgeInProcess.receive(caller, document, options)
    return (await this.#do(caller, length, { kind: 'receive', document, options }, 'received')).reading
  }

  readonly check: Judging['check'] = async (caller, body, of) => {
    if (await this.#isHere(caller, body.length)) return judgeInProcess.check(caller, body, of)
    return (await this.#do(caller, body.length, { kind: 'check', body, of }, 'checked')).body
  }

  readonly message: Judging['message'] = async <Given, Found>(
    caller: Caller,
    reader: MessageReader<Given, Found>,
    bytes: Uint8Array,
    given: Given,
  ) => {
    if (await this.#isHere(caller, bytes.length)) return reader.read(bytes, given)
    const task = { kind: 'message', reader: reader.name, message: bytes, given } as const
    // The reader of this name has returned it.
    return (await this.#do(caller, bytes.length, task, 'message read')).found as Found
  }

  readonly convertDocument: Judging['convertDocument'] = async (caller, source, size, options) => {
    const document = source.kind === 'xml' ? source.xml : undefined
    if (await this.#isHere(caller, size * CONVERSION[source.kind], document))
      return judgeInProcess.convertDocument(caller, source, size, options)
    if (source.kind === 'json' && source.json === undefined) await turnFor(caller.account, size)
    const bytes = source.kind === 'xml' ? source.xml : (source.json ?? Buffer.from(JSON.stringify(source.body)))
    return (await this.#do(caller, size, { kind: 'change', of: source.kind, source: bytes, options }, 'changed')).result
  }

  /** Ends the threads, even during a task. */
  close(): Promise<void> {
    return this.#pool.close()
  }
}

function isOneOf<Kind extends Outcome['kind']>(
  outcome: Outcome,
  kinds: readonly Kind[],
): outcome is Extract<Outcome, { kind: Kind }> {
  return (kinds as readonly Outcome['kind'][]).includes(outcome.kind)
}
