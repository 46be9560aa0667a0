import type { PreparedInvoice, PreparedInvoices } from '../../../src/domain/prepared-invoice.js'

/** Prepared invoices as JSON, so that a test sees what the database would return. */
export class MemoryPreparedInvoices implements PreparedInvoices {
  readonly #rows = new Map<string, string>()

  async put(prepared: PreparedInvoice): Promise<void> {
    const { invoiceId, number } = prepared.created
    this.#rows.set(nameOf(invoiceId, number), JSON.stringify(prepared))
  }

  async find(invoiceId: string, number: string): Promise<PreparedInvoice | null> {
    const row = this.#rows.get(nameOf(invoiceId, number))
    return row === undefined ? null : (JSON.parse(row) as PreparedInvoice)
  }

  async remove(invoiceId: string, number?: string): Promise<void> {
    for (const { created } of this.#all())
      if (created.invoiceId === invoiceId && (number === undefined || created.number === number))
        this.#rows.delete(nameOf(created.invoiceId, created.number))
  }

  async before(time: Date, most: number): Promise<readonly PreparedInvoice[]> {
    return this.#all()
      .filter(({ preparedAt }) => new Date(preparedAt) < time)
      .sort((one, other) => (one.preparedAt < other.preparedAt ? -1 : 1))
      .slice(0, most)
  }

  /** When the last restore of the event store was found. */
  restoredAt: Date | null = null

  async lastRestore(): Promise<Date | null> {
    return this.restoredAt
  }

  /** All rows as text, to restore them later. */
  get rows(): ReadonlyMap<string, string> {
    return new Map(this.#rows)
  }

  set rows(rows: ReadonlyMap<string, string>) {
    this.#rows.clear()
    for (const [name, row] of rows) this.#rows.set(name, row)
  }

  #all(): PreparedInvoice[] {
    return [...this.#rows.values()].map((row) => JSON.parse(row) as PreparedInvoice)
  }
}

function nameOf(invoiceId: string, number: string): string {
  return `${invoiceId} ${number}`
}
