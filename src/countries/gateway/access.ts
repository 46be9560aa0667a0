import type { Credentials } from '../../domain/connection.js'

/** The connection through which a company submits, with its secrets. */
export interface Access {
  readonly connectionId: string
  /**
   * The VAT number of the connected company, with its country's prefix; its tax or register number
   * where it has none.
   */
  readonly vatNumber: string
  /** As stored in the vault: tokens, or submitted credentials. Never logged. */
  readonly credentials: Credentials
}

/** Why there is no result yet. Never a rejection. */
export type NoAnswer = Unavailable | Exhausted | Unauthorized

/** Which calls an outage or an exhausted budget concerns. */
export type Concerns = 'government' | 'connection' | 'invoice'

/** An outage or an unknown outcome; retry after `retryAfterSeconds`. */
export interface Unavailable {
  readonly kind: 'unavailable'
  readonly reason: string
  readonly retryAfterSeconds: number
  /**
   * The wait begins with `retryAfterSeconds` and doubles with each try up to this; absent: it
   * grows as after an outage, and `retryAfterSeconds` is the shortest.
   */
  readonly longestSeconds?: number
  /**
   * The scope: an unreachable government is not called for any of its invoices, and the
   * unreachable system of a customer for none of that connection; anything else concerns this
   * invoice only.
   */
  readonly concerns: Concerns
}

/** A budget of calls is exhausted; no call was made. */
export interface Exhausted {
  readonly kind: 'exhausted'
  readonly reason: string
  /** When calls are available again. */
  readonly until: Date
  /** The exhausted budget. */
  readonly concerns: Concerns
}

/** The government refuses the credentials. The invoice waits for its connection. */
export interface Unauthorized {
  readonly kind: 'unauthorized'
  /** The government's text, without any secret. */
  readonly reason: string
  /** `renewal`: a new token may help; `user`: the user has to act. */
  readonly needs: 'renewal' | 'user'
}
