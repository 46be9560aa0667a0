import { isDeepStrictEqual } from 'node:util'
import { upcast } from '../../src/eventstore/upcast.js'
import type { Row } from '../../src/projections/engine/projection.js'
import { projectionOf } from './projections.js'
import type { Scene } from './scene.js'

/** A read model as a rebuild would give it, up to a position. */
interface Rebuilt {
  readonly version: number
  readonly schema: string
  position: number
  readonly rows: Map<string, Row>
}

/** Compares the read models with what a rebuild of them would give. */
export class ReadModelCheck {
  readonly #scene: Scene
  readonly #rebuilt = new Map<string, Rebuilt>()

  constructor(scene: Scene) {
    this.#scene = scene
  }

  /** Compares the rows that events have changed since the last time. */
  compare(): void {
    for (const name of this.#scene.database.tables.keys()) this.#compare(name, false)
  }

  /** Compares every row. */
  compareAll(): void {
    for (const name of this.#scene.database.tables.keys()) this.#compare(name, true)
  }

  /** The store or the database went back: what was computed here is worth nothing any more. */
  restored(): void {
    this.#rebuilt.clear()
  }

  #compare(name: string, all: boolean): void {
    const table = this.#scene.database.tables.get(name)
    if (table === undefined) return
    const { checkpoint, rows } = table
    const { log } = this.#scene.store
    const end = Number(checkpoint.position ?? 0n)
    // Beyond the end of a store that was restored nothing can be compared, until an operator has
    // rebuilt it.
    if (end > log.length || this.#scene.isUnrepaired) return
    const projection = projectionOf(name, checkpoint.version)
    const known = this.#rebuilt.get(name)
    const { version, schema } = checkpoint
    // After a restore of the database a rebuild uses a schema's number again, maybe for rows of
    // the next release.
    const isFresh = known?.version === version && known.schema === schema && known.position <= end
    const rebuilt = isFresh ? known : { version, schema, position: 0, rows: new Map<string, Row>() }
    this.#rebuilt.set(name, rebuilt)
    const changed = new Set<string>()
    for (; rebuilt.position < end; rebuilt.position++) {
      const stored = log[rebuilt.position]
      if (stored === undefined) break
      if (!projection.streamPrefixes.some((prefix) => stored.stream.startsWith(prefix))) continue
      const event = upcast(stored)
      const key = projection.key(event)
      if (key === null) continue
      changed.add(key)
      const row = projection.evolve(rebuilt.rows.get(key) ?? null, event)
      if (row === null) rebuilt.rows.delete(key)
      else rebuilt.rows.set(key, row)
    }
    const keys = all ? new Set([...rebuilt.rows.keys(), ...rows.keys()]) : changed
    for (const key of keys) {
      if (isDeepStrictEqual(rows.get(key), rebuilt.rows.get(key))) continue
      this.#scene.fail(`the row ${key} of ${name} is not what a rebuild up to ${end} gives`)
      return
    }
  }
}
