import type { LookedAt, Looks, LookState } from '../../../src/processors/receiving/looks.js'

/** The last look at a connection. */
export interface MemoryLook extends LookState {
  /** In milliseconds since 1970. */
  readonly since: number
  /** null: it succeeded. */
  readonly error: string | null
}

/** The looks in memory. */
export class MemoryLooks implements Looks {
  /** By connection; the values are replaced, never changed. */
  readonly #tables: { readonly looks: Map<string, MemoryLook> }

  constructor(tables: { readonly looks: Map<string, MemoryLook> }) {
    this.#tables = tables
  }

  async read({ connectionId, since }: LookedAt): Promise<LookState> {
    const look = this.#tables.looks.get(connectionId)
    if (look === undefined) return { mark: null, lookedAt: null }
    return { mark: look.since === since.getTime() ? look.mark : null, lookedAt: look.lookedAt }
  }

  async succeeded({ connectionId, since }: LookedAt, mark: string, at: Date): Promise<void> {
    this.#tables.looks.set(connectionId, { since: since.getTime(), mark, lookedAt: at, error: null })
  }

  async forget({ connectionId }: LookedAt): Promise<void> {
    this.#tables.looks.delete(connectionId)
  }

  async failed({ connectionId, since }: LookedAt, reason: string): Promise<void> {
    const before = this.#tables.looks.get(connectionId) ?? { since: since.getTime(), mark: null, lookedAt: null }
    this.#tables.looks.set(connectionId, { ...before, error: reason })
  }
}
