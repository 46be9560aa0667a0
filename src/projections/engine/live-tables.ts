import type { Anchor } from '../../eventstore/anchor.js'
import type { Projection, Row } from './projection.js'
import type { Folded } from './tables.js'

/** The progress of a read model. */
export interface Checkpoint {
  /** Of the projection that made the table. */
  readonly version: number
  /** All events up to here are in the table; null: none yet. */
  readonly position: bigint | null
  /** An event up to which all are in the table; null: none yet. */
  readonly anchor: Anchor | null
  /** Schema of the live table. */
  readonly schema: string
  /**
   * Counts how often rows of erased streams were removed from the table: events that were read
   * before that may be erased by now.
   */
  readonly erasures: number
  /** The number of restores of the store that were found before the first event was read. */
  readonly restores: number
  /** The number when the checkpoint was read; if it is higher, the table must be rebuilt. */
  readonly restoresFound: number
  /** The accounts whose events were set aside since the last folded one. */
  readonly inARow: readonly string[]
  /** The operator has paused it: no process folds. */
  readonly paused: boolean
}

/** Rows and checkpoint of one moment. */
export interface TableRead {
  /** null: the table belongs to another version of the program, or does not exist. */
  readonly checkpoint: Checkpoint | null
  /** By the requested names; null: a rebuild has just dropped the requested table. */
  readonly rows: ReadonlyMap<string, Row> | null
}

/** The result of a fold, from one checkpoint to the next. */
export interface TableWrite {
  /** The checkpoint that the rows were computed from. */
  readonly from: Checkpoint
  readonly to: bigint
  /** null: unchanged. */
  readonly anchor: Anchor | null
  readonly folded: Folded
}

/** The tables of the read models in use, with their checkpoints. Shared by all processes. */
export interface LiveTables {
  /** Of any version of the program; null: the read model was never prepared. */
  checkpoint(projection: Projection): Promise<Checkpoint | null>
  /**
   * The rows of these keys, in the table of an earlier checkpoint; if the projection writes lines
   * of rows, the newest row of each of these lines.
   */
  read(projection: Projection, known: Checkpoint, names: readonly string[]): Promise<TableRead>
  /**
   * Writes rows, set-aside events and the checkpoint, all or nothing; returns false if the
   * checkpoint, or its event, is no longer the expected one, or is paused, or if a restore of the
   * event store was found that the table does not follow. Throws the database's error about a row.
   */
  write(projection: Projection, changes: TableWrite): Promise<boolean>
}
