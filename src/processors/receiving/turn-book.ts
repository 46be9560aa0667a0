import type { ReceivedBook } from '../../commands/use-cases/take-in.js'
import { duplicateKeyOf, supplierKeyOf } from '../../domain/public-events/received-view.js'
import type { InvoiceReceived, ReceivedTerms } from '../../domain/received.js'
import type { EarlierFromSupplier } from '../../domain/receiving.js'

/** What other documents are compared with of a received invoice. */
interface Noted {
  readonly id: string
  readonly supplier: string | null
  readonly duplicate: string | null
  readonly accounts: readonly string[]
}

/**
 * The received invoices of a company during a turn: those of the read model, and those of the
 * turn, which it may not show yet. So no document waits for the read model.
 */
export class TurnBook implements ReceivedBook {
  readonly #book: ReceivedBook
  readonly #noted: Noted[] = []

  constructor(book: ReceivedBook) {
    this.#book = book
  }

  /** One was recorded, or is about to be; in the order of arrival. */
  note(facts: ReceivedTerms & Pick<InvoiceReceived['data'], 'receivedId' | 'accounts'>): void {
    const { receivedId: id, accounts } = facts
    this.#noted.push({ id, supplier: supplierKeyOf(facts), duplicate: duplicateKeyOf(facts), accounts })
  }

  /** One that was noted was not recorded. */
  withdraw(receivedId: string): void {
    const place = this.#noted.findIndex(({ id }) => id === receivedId)
    if (place !== -1) this.#noted.splice(place, 1)
  }

  /** Of those of the turn, the ones that were noted before `except` count. */
  async earlier(...[company, search]: Parameters<ReceivedBook['earlier']>): Promise<EarlierFromSupplier> {
    const shown = await this.#book.earlier(company, search)
    const place = this.#noted.findIndex(({ id }) => id === search.except)
    const before = this.#noted.slice(0, place === -1 ? this.#noted.length : place)
    const ofSupplier = before.filter(({ supplier }) => supplier === search.supplier)
    const first = before.find(({ duplicate }) => duplicate !== null && duplicate === search.duplicate)
    return {
      isKnown: shown.isKnown || ofSupplier.length > 0,
      accounts: new Set([...shown.accounts, ...ofSupplier.flatMap(({ accounts }) => accounts)]),
      first: shown.first ?? first?.id ?? null,
    }
  }
}
