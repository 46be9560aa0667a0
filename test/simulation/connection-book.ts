import { connection, type ConnectionEvent, type ConnectionState } from '../../src/domain/connection.js'
import { type RecordedEvent, scopeOfEvent } from '../../src/domain/event.js'
import type { CountryCode } from '../../src/domain/request/invoice-request.js'
import { idInStream } from '../../src/domain/streams.js'
import { CONNECTIONS } from './names.js'

/** A connection that was not deleted. */
type Existing = Exclude<ConnectionState, { status: 'none' | 'deleted' }>

/** The state of each connection, by the events alone. */
export class ConnectionBook {
  readonly #states = new Map<string, ConnectionState>()
  /** The account of each connection that there ever was. */
  readonly #accounts = new Map<string, string>()

  /** An event was appended. Returns the connection if only its user can make it work again. */
  appended(event: RecordedEvent): Existing | null {
    if (!event.stream.startsWith(CONNECTIONS)) return null
    const happened = event as RecordedEvent<ConnectionEvent>
    const state = connection.evolve(this.#states.get(event.stream) ?? connection.initialState, happened)
    this.#states.set(event.stream, state)
    this.#accounts.set(idInStream(event.stream), scopeOfEvent(event).account)
    if (state.status !== 'expired' && state.status !== 'error') return null
    return state.nextTryAt === null ? state : null
  }

  /** The store was restored: these are its events now. */
  restored(log: readonly RecordedEvent[]): void {
    this.#states.clear()
    for (const event of log) this.appended(event)
  }

  /** The account that has, or had, a connection. */
  accountOf(connectionId: string): string {
    const account = this.#accounts.get(connectionId)
    if (account === undefined) throw new Error(`there was no connection ${connectionId}`)
    return account
  }

  /** The connection of a company to a country; null: it has none. */
  find(company: string, country: CountryCode): Existing | null {
    for (const state of this.#states.values()) {
      if (state.status === 'none' || state.status === 'deleted') continue
      if (state.companyId === company && state.countryCode === country) return state
    }
    return null
  }
}
