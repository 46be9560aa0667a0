import type { Scope } from '../../../src/domain/event.js'
import { webhookStream } from '../../../src/domain/streams.js'
import type { Receivers } from '../../../src/processors/deliveries/receivers.js'
import type { MemoryDatabase } from './database.js'

/** The read model `receivers` in memory. */
export class MemoryReceivers implements Receivers {
  readonly #database: MemoryDatabase

  constructor(database: MemoryDatabase) {
    this.#database = database
  }

  async failingSince(scope: Scope): Promise<Date | null> {
    const since = this.#database.tables.get('receivers')?.rows.get(webhookStream(scope))?.['failing_since']
    return typeof since === 'string' ? new Date(since) : null
  }
}
