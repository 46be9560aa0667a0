import type { RecordedEvent } from '../../../src/domain/event.js'
import { anchorAt } from '../../../src/eventstore/anchor.js'
import { lookForRestore } from '../../../src/eventstore/restores.js'
import type { Projection } from '../../../src/projections/engine/projection.js'
import { fold, hear } from '../../../src/projections/engine/tables.js'
import type { SharedStore } from '../event-store.js'
import type { MemoryDatabase } from './database.js'
import { MemoryRestores } from './restores.js'

/** Creates the read model's table, or rebuilds it where it is of an older version. */
export async function prepareInMemory(
  database: MemoryDatabase,
  projection: Projection,
  { direct, log }: Pick<SharedStore, 'direct' | 'log'>,
): Promise<void> {
  const known = database.tables.get(projection.name)
  if (known === undefined) {
    const checkpoint = {
      version: projection.version,
      position: null,
      anchor: null,
      schema: '1',
      erasures: 0,
      inARow: [],
      paused: false,
      restores: database.restores,
    }
    database.tables.set(projection.name, { checkpoint, rows: new Map() })
  } else if (known.checkpoint.version < projection.version) {
    const restores = await lookForRestore(direct, new MemoryRestores(database), 'an upgrade')
    rebuildInMemory(database, projection, log, restores)
  }
}

/** Builds a read model from all events, which takes the place of the one in use. */
export function rebuildInMemory(
  database: MemoryDatabase,
  projection: Projection,
  log: readonly RecordedEvent[],
  restores: number,
): void {
  const { name, version, streamPrefixes } = projection
  const heard = log.filter(({ stream }) => streamPrefixes.some((prefix) => stream.startsWith(prefix)))
  const { rows, inARow } = fold(projection, new Map(), hear(projection, heard), [])
  const generation = Number(database.tables.get(name)?.checkpoint.schema ?? 0) + 1
  const position = log.at(-1)?.position ?? null
  const at = { version, position, anchor: anchorAt(log), schema: String(generation) }
  const checkpoint = { ...at, erasures: 0, inARow, paused: false, restores }
  const kept = [...rows].flatMap(([key, row]) => (row === null ? [] : [[key, row] as const]))
  database.tables.set(name, { checkpoint, rows: new Map(kept) })
}
