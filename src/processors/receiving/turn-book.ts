import type { ReceivedBook } from '../../commands/use-cases/take-in.js'
import { duplicateKeyOf, supplierKeyOf } from '../../domain/public-events/received-view.js'
import type { InvoiceReceived } from '../../domain/received.js'
import type { EarlierFromSupplier } from '../../domain/receiving.js'

/** What later documents are compared with of a received invoice. */
interface Noted {
  readonly id: string
  readonly supplier: string | null
  readonly duplicate: string | null
  readonly accounts: readonly string[]
}

/**
 * The received invoices of a company during a turn: those of the read model, and those that were
 * recorded in the turn, which it may not show yet. So no document waits for the read model.
 */
export class TurnBook implements ReceivedBook {
  readonly #book: ReceivedBook
  readonly #noted: Noted[] = []

  constructor(book: ReceivedBook) {
    this.#book = book
  }

  /** One was recorded; in the order of the recording. */
  note(facts: InvoiceReceived['data']): void {
    const { receivedId: id, accounts } = facts
    this.#noted.push({ id, supplier: supplierKeyOf(facts), duplicate: duplicateKeyOf(facts), accounts })
  }

  async earlier(...[company, keys, except]: Parameters<ReceivedBook['earlier']>): Promise<EarlierFromSupplier> {
    const shown = await this.#book.earlier(company, keys, except)
    const others = this.#noted.filter(({ id }) => id !== except)
    const ofSupplier = others.filter(({ supplier }) => supplier === keys.supplier)
    const first = others.find(({ duplicate }) => duplicate !== null && duplicate === keys.duplicate)
    return {
      isKnown: shown.isKnown || ofSupplier.length > 0,
      accounts: new Set([...shown.accounts, ...ofSupplier.flatMap(({ accounts }) => accounts)]),
      first: shown.first ?? first?.id ?? null,
    }
  }
}
