import { isOf } from '../../src/domain/event-of.js'
import type { RecordedEvent } from '../../src/domain/event.js'
import { streamName } from '../../src/domain/streams.js'
import { ENVIRONMENT, INVOICES } from './names.js'

/** A number that a series has assigned. */
interface Assigned {
  readonly number: string
  readonly counter: number
  readonly invoice: string
  isVoid: boolean
}

/** What must hold of numbers: none is missing, and none is there twice. */
export class NumberBook {
  /** By the stream of their series. */
  #series = new Map<string, Assigned[]>()
  /** The number of each invoice that exists, by its stream. */
  #invoices = new Map<string, string>()
  /** The invoice of each number that was answered, by account and number. */
  readonly #answered = new Map<string, string>()
  /** A restore of the store was not the fault of a process: numbers may be left out after it. */
  #storeWasRestored = false
  #databaseWasRestored = false

  /** An event is durable. */
  appended(event: RecordedEvent): string | null {
    if (isOf('Invoice', event) && event.type === 'InvoiceCreated') this.#invoices.set(event.stream, event.data.number)
    if (!isOf('Numbering', event)) return null
    const all = this.#series.get(event.stream) ?? []
    this.#series.set(event.stream, all)
    const last = all.at(-1)
    if (event.type === 'NumberVoided') {
      if (last !== undefined) last.isVoid = true
      return this.#databaseWasRestored || this.#storeWasRestored ? null : `${event.data.number} became void`
    }
    const { number, counter, invoiceId } = event.data
    const invoice = streamName(ENVIRONMENT, 'Invoice', invoiceId)
    const missing = this.#missing(all)
    all.push({ number, counter, invoice, isVoid: false })
    if (missing !== null) return missing
    const expected = (last?.counter ?? 0) + 1
    const follows = this.#storeWasRestored ? counter >= expected : counter === expected
    return follows ? null : `${number} follows ${last?.number ?? 'nothing'}`
  }

  /** A client got the answer that its invoice has this number. */
  answered(account: number, number: string, stream: string): string | null {
    const name = `${account} ${number}`
    const before = this.#answered.get(name)
    if (before !== undefined && before !== stream && !this.#storeWasRestored)
      return `${number} was answered for ${before} and for ${stream}`
    this.#answered.set(name, stream)
    const own = this.#invoices.get(stream)
    return own === number ? null : `${stream} has the number ${own ?? 'of none'}, and ${number} was answered`
  }

  /** The store was restored to an older point. */
  restored(log: readonly RecordedEvent[]): void {
    this.#storeWasRestored = true
    this.#series = new Map()
    this.#invoices = new Map()
    for (const event of log) this.appended(event)
  }

  /** The database was restored to an older point. */
  databaseRestored(): void {
    this.#databaseWasRestored = true
  }

  /** A number without an invoice, or an invoice without its number; null: there is none. */
  unfinished(): string | null {
    const numbered = new Map<string, string>()
    for (const all of this.#series.values()) {
      // What was prepared for the last one may be lost, which the next one would find out.
      const lastMayBeLost = this.#databaseWasRestored || this.#storeWasRestored
      const missing = this.#missing(lastMayBeLost ? all.slice(0, -1) : all)
      if (missing !== null) return missing
      for (const { number, invoice, isVoid } of all) {
        if (isVoid) continue
        if (numbered.has(invoice)) return `${invoice} has the numbers ${numbered.get(invoice) ?? ''} and ${number}`
        numbered.set(invoice, number)
      }
    }
    return null
  }

  #missing(all: readonly Assigned[]): string | null {
    const missing = all.find(({ invoice, number, isVoid }) => !isVoid && this.#invoices.get(invoice) !== number)
    return missing === undefined ? null : `${missing.number} has no invoice: ${missing.invoice.replace(INVOICES, '')}`
  }
}
