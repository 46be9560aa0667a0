/** Up to where the company of a connection was looked through. */
export interface LookState {
  /** In the gateway's own words; null: no look has succeeded so far. */
  readonly mark: string | null
  /** The last look that succeeded; null: there is none. */
  readonly lookedAt: Date | null
}

/** A connection whose government is looked at. */
export interface LookedAt {
  readonly connectionId: string
  readonly companyId: string
  readonly country: string
  /** Since when the company wants what arrives. */
  readonly since: Date
}

/** The looks for documents of suppliers, for all processes. Durable. */
export interface Looks {
  /** With another `since` the search begins again. */
  read(of: LookedAt): Promise<LookState>
  /** A look succeeded. */
  succeeded(of: LookedAt, mark: string, at: Date): Promise<void>
  /** The connection is not looked at any more. */
  forget(of: LookedAt): Promise<void>
  /** A look failed, and why. */
  failed(of: LookedAt, reason: string): Promise<void>
}
