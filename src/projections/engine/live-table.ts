import type { Logger } from 'pino'
import type { RecordedEvent } from '../../domain/event.js'
import { type Anchor, anchorAt } from '../../eventstore/anchor.js'
import type { Checkpoint, LiveTables, TableRead } from './live-tables.js'
import type { Projection, Row } from './projection.js'
import { mustBeSought, reasonOf, refusedInARow, logSetAside } from './quarantine.js'
import { RecentRows } from './recent-rows.js'
import { type Folded, fold, hear, namesToRead } from './tables.js'

/** The fold from a checkpoint. */
type Folding = (checkpoint: Checkpoint, rows: ReadonlyMap<string, Row>) => Folded

/**
 * The table of a read model in use, and its checkpoint. Rows and checkpoint change in one
 * statement, and only if the checkpoint is still the one that the rows were computed from, and
 * belongs to this version of the projection. So any number of processes may fold the same events,
 * each event is folded exactly once, by code that knows the table, and no lock is held between
 * round trips. A rebuild that replaces the table meanwhile is noticed in the same way. Rows that
 * this process has written last are not read again while the checkpoint is as it left it.
 */
export class LiveTable {
  readonly #tables: LiveTables
  readonly #projection: Projection
  readonly #log: Logger
  readonly #erasures: number
  /** As this process left it; null: it has to be looked up. */
  #known: Checkpoint | null = null
  /** Rows of that checkpoint. */
  readonly #recent = new RecentRows()

  /**
   * `erasures`: of a checkpoint that was read before the first of the events. Events that were
   * read before an erasure are never folded after it: nothing would remove their rows again.
   */
  constructor(tables: LiveTables, projection: Projection, log: Logger, erasures: number) {
    this.#tables = tables
    this.#projection = projection
    this.#log = log
    this.#erasures = erasures
  }

  /**
   * Brings the table from `after` to `position` by the events between, and sets aside those that
   * it can't process. Returns the checkpoint, which another process may have moved further; null
   * if the table is before `after`, because it was rebuilt, rests on fewer streams since some were
   * erased, does not follow a restore of the event store, belongs to another version of the
   * program, or is paused: begin again from there.
   * Throws `RefusesEverything`.
   */
  async fold(recorded: readonly RecordedEvent[], position: bigint, after: bigint | null): Promise<bigint | null> {
    const heard = hear(this.#projection, recorded)
    try {
      return await this.#move(recorded, position, after, namesToRead(heard), (checkpoint, rows) => {
        const fresh = heard.filter(
          ({ stored }) => checkpoint.position === null || stored.position > checkpoint.position,
        )
        return fold(this.#projection, rows, fresh, checkpoint.inARow)
      })
    } catch (error) {
      if (!mustBeSought(error)) throw error
      return await this.#foldApart(recorded, position, after, error)
    }
  }

  /**
   * Notes that the table is complete up to `position`, where the event of `anchor` is. Returns as
   * `fold` does.
   */
  async pass(position: bigint, anchor: Anchor, after: bigint | null): Promise<bigint | null> {
    const nothing = ({ inARow }: Checkpoint): Folded => ({
      rows: new Map(),
      newest: new Map(),
      known: new Set(),
      refused: [],
      inARow,
    })
    return await this.#move([], position, after, [], nothing, anchor)
  }

  /**
   * The database refuses the row of one of the events: the batch is halved until that event is
   * found.
   */
  async #foldApart(
    recorded: readonly RecordedEvent[],
    position: bigint,
    after: bigint | null,
    error: unknown,
  ): Promise<bigint | null> {
    const [event] = recorded
    if (event === undefined) throw error
    if (recorded.length === 1) {
      const refused = { event, reason: reasonOf(error) }
      return this.#move(recorded, position, after, [], ({ inARow }) => ({
        rows: new Map(),
        newest: new Map(),
        known: new Set(),
        refused: [refused],
        inARow: refusedInARow(this.#projection, inARow, refused),
      }))
    }
    const half = recorded.slice(0, recorded.length / 2)
    const reached = await this.fold(half, half.at(-1)?.position ?? position, after)
    return reached === null ? null : this.fold(recorded.slice(half.length), position, reached)
  }

  async #move(
    recorded: readonly RecordedEvent[],
    position: bigint,
    after: bigint | null,
    names: readonly string[],
    folding: Folding,
    passed: Anchor | null = null,
  ): Promise<bigint | null> {
    for (;;) {
      if (this.#known === null) this.#recent.forget()
      const known = this.#known ?? (await this.#readCheckpoint())
      // Until the next write has succeeded, nothing is known for certain.
      this.#known = null
      const missing = this.#recent.missing(names)
      const { checkpoint, rows } = known === null ? NOT_OURS : await this.#read(known, missing)
      if (checkpoint === null) return null
      if (checkpoint.schema !== known?.schema || rows === null) continue
      if (checkpoint.paused || checkpoint.erasures !== this.#erasures) return null
      if (checkpoint.restores !== checkpoint.restoresFound) return null
      if ((checkpoint.position ?? -1n) < (after ?? -1n)) return null
      if (checkpoint.position !== null && checkpoint.position >= position) return checkpoint.position
      if (!isOfSameMoment(checkpoint, known)) {
        this.#recent.forget()
        if (missing.length < names.length) continue
      }
      const folded = folding(checkpoint, this.#recent.among(names, rows))
      const anchor = passed ?? anchorAt(recorded.filter((event) => event.position > (checkpoint.position ?? -1n)))
      const changes = { from: checkpoint, to: position, anchor, folded }
      if (!(await this.#tables.write(this.#projection, changes))) continue
      this.#recent.hold(folded.newest)
      this.#known = { ...checkpoint, position, anchor: anchor ?? checkpoint.anchor, inARow: folded.inARow }
      logSetAside(this.#log, this.#projection, folded.refused)
      return position
    }
  }

  /** null: it belongs to another version of the program, or does not exist. */
  async #readCheckpoint(): Promise<Checkpoint | null> {
    const checkpoint = await this.#tables.checkpoint(this.#projection)
    return checkpoint?.version === this.#projection.version ? checkpoint : null
  }

  /** Reads nothing if there are no names. */
  async #read(known: Checkpoint, names: readonly string[]): Promise<TableRead> {
    if (names.length === 0) return { checkpoint: known, rows: new Map() }
    return this.#tables.read(this.#projection, known, names)
  }
}

/** Whether no other process has changed the table between two checkpoints. */
function isOfSameMoment(one: Checkpoint, other: Checkpoint): boolean {
  return one.position === other.position && one.anchor?.id === other.anchor?.id
}

const NOT_OURS = { checkpoint: null, rows: null }
