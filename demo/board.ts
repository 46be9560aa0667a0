import type { Invoice } from './api-client.js'

const PATH = ['created', 'validated', 'converting', 'submitting', 'submitted', 'accepted']
const GREEN = '\u001b[32m'
const RED = '\u001b[31m'
const DIM = '\u001b[2m'
const PLAIN = '\u001b[0m'

/**
 * Shows the invoices on the terminal: one line each, drawn again whenever the status changes.
 * Where the output is no terminal, each change prints a line.
 */
export class Board {
  readonly #names: ReadonlyMap<string, string>
  readonly #live = process.stdout.isTTY
  readonly #shown = new Map<string, string>()
  #drawn = 0

  constructor(posted: readonly { readonly file: string; readonly invoice: Invoice }[]) {
    const width = Math.max(...posted.map(({ file }) => file.length))
    this.#names = new Map(posted.map(({ file, invoice }) => [invoice.id, file.padEnd(width)]))
  }

  show(invoices: readonly Invoice[]): void {
    if (this.#live && this.#drawn > 0) process.stdout.write(`\u001b[${this.#drawn}A`)
    for (const invoice of invoices) {
      if (!this.#live && this.#shown.get(invoice.id) === invoice.status) continue
      this.#shown.set(invoice.id, invoice.status)
      process.stdout.write(`${this.#live ? '\u001b[2K' : ''}${this.#line(invoice)}\n`)
    }
    this.#drawn = invoices.length
  }

  #line(invoice: Invoice): string {
    const amount = `${invoice.grossAmount} ${invoice.currency}`.padStart(15)
    const name = this.#names.get(invoice.id) ?? invoice.id
    return `${invoice.country}  ${name} ${amount}  ${this.#path(invoice)}${invoice.govId === null ? '' : `  ${invoice.govId}`}`
  }

  /** The past statuses, the present one, and those to come. */
  #path({ status }: Invoice): string {
    const ended = status === 'rejected' || status === 'error'
    const steps = ended ? [...PATH.slice(0, status === 'rejected' ? -1 : 1), status] : PATH
    const reached = steps.indexOf(status)
    return steps
      .map((step, index) => {
        if (index > reached) return this.#colour(DIM, step)
        return this.#colour(ended && index === reached ? RED : GREEN, step)
      })
      .join(' → ')
  }

  #colour(code: string, text: string): string {
    if (this.#live) return `${code}${text}${PLAIN}`
    return code === DIM ? '·' : text
  }
}
