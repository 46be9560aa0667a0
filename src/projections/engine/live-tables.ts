import type { Anchor } from '../../eventstore/anchor.js'
import type { Projection, Row } from './projection.js'
import type { Folded } from './tables.js'

/** How far a read model is. */
export interface Checkpoint {
  /** Of the projection that made the table. */
  readonly version: number
  /** All events up to here are in the table; null: none yet. */
  readonly position: bigint | null
  /** The newest event in the table; null: none yet. */
  readonly anchor: Anchor | null
  /** Schema of the live table. */
  readonly schema: string
  /**
   * Counts how often rows of erased streams were taken out of the table: events that were read
   * before that may be erased by now.
   */
  readonly erasures: number
  /** Whose events were set aside since one was folded last. */
  readonly inARow: readonly string[]
  /** The operator lets it rest: nobody folds. */
  readonly paused: boolean
}

/** Rows and checkpoint of one moment. */
export interface TableRead {
  /** null: the table belongs to another version of the program, or is not there. */
  readonly checkpoint: Checkpoint | null
  /**
   * By the names that were asked for; null: a rebuild has just dropped the table that was asked
   * for.
   */
  readonly rows: ReadonlyMap<string, Row> | null
}

/** What is to be written of a fold, from one checkpoint to the next. */
export interface TableWrite {
  /** The checkpoint that the rows were computed from. */
  readonly from: Checkpoint
  readonly to: bigint
  /** null: as it was. */
  readonly anchor: Anchor | null
  readonly folded: Folded
}

/** The tables of the read models in use, with their checkpoints. Shared by all processes. */
export interface LiveTables {
  /** Of whatever version of the program; null: the read model was never prepared. */
  checkpoint(projection: Projection): Promise<Checkpoint | null>
  /**
   * The rows of these keys, in the table of a checkpoint known before; where the projection writes
   * lines of rows, the newest row of each of these lines.
   */
  read(projection: Projection, known: Checkpoint, names: readonly string[]): Promise<TableRead>
  /**
   * Writes rows, what was set aside, and the checkpoint, all or nothing; gives false where the
   * checkpoint is not the expected one any more, or rests. Throws what the database says against
   * a row.
   */
  write(projection: Projection, changes: TableWrite): Promise<boolean>
}
