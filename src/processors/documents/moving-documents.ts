import type { Logger } from 'pino'
import type pg from 'pg'
import type { Clock } from '../../domain/clock.js'
import { deleteObjects, moveDocuments, type MovePlace } from '../../storage/documents/document-moves.js'
import type { ObjectStore } from '../../storage/documents/object-store.js'
import type { Chore } from '../work/chore.js'

/** The dependencies of the chore. */
interface MovingDeps {
  readonly pool: pg.Pool
  readonly objects: ObjectStore
  readonly clock: Clock
  readonly log: Pick<Logger, 'error' | 'info'>
  /** How long a document stays in the database. */
  readonly afterHours: number
}

const EVERY_MS = 60_000
const HOUR_MS = 3_600_000

/**
 * Moves the bytes of older documents to the object store, and deletes objects that no row names
 * any more, in small parts.
 */
export class MovingDocuments implements Chore {
  readonly name = 'documents'
  readonly everyMs = EVERY_MS
  readonly #deps: MovingDeps
  /** null: at the oldest. A damaged document must not keep the others from moving. */
  #place: MovePlace | null = null

  constructor(deps: MovingDeps) {
    this.#deps = deps
  }

  readonly run = async (): Promise<'more' | 'done'> => {
    const { pool, objects, clock, afterHours, log } = this.#deps
    const deleted = await deleteObjects(pool, objects)
    const before = new Date(clock.now().getTime() - afterHours * HOUR_MS)
    const { documents, bytes, damaged, next } = await moveDocuments(pool, objects, before, this.#place)
    this.#place = next
    for (const sha256 of damaged) log.error({ sha256 }, 'a stored document no longer has its hash; it is not moved')
    if (documents > 0) log.info({ documents, bytes, to: objects.name }, 'documents were moved')
    return next !== null || deleted > 0 ? 'more' : 'done'
  }
}
