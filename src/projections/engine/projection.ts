import type { Aggregate } from '../../domain/aggregate.js'
import type { DomainEvent, RecordedEvent, StreamEvent } from '../../domain/event.js'

/** A row as it is in the table: column name → value that JSON can carry. */
export type Row = Readonly<Record<string, unknown>>

/**
 * A read model: its table, its events, and how one of them changes one row. `evolve` is pure: no
 * clock, no randomness, no outside call, so a rebuild produces identical rows. One event changes
 * at most one row.
 */
export interface Projection<
  R extends Row = Row,
  E extends DomainEvent = DomainEvent,
  Heard extends StreamEvent<E> = RecordedEvent<E>,
> {
  /** Name of the view in schema `read`. */
  readonly name: string
  /**
   * Raise it when table or `evolve` change, also for a new event: the next start rebuilds the read
   * model, and older programs leave it alone from then on. Their queries continue meanwhile, so
   * add columns rather than rename or drop them.
   */
  readonly version: number
  readonly streamPrefixes: readonly string[]
  /** The column that `key` names. */
  readonly keyColumn: string & keyof R
  /** `CREATE TABLE` columns and constraints; the key column is the primary key. */
  readonly columns: string
  /**
   * SQL for columns that queries see otherwise than they are stored, by their names; `$table` and
   * `row` stand for the table's full name and the stored row. Absent: none. Programs of the
   * previous release query the view, too.
   */
  readonly shown?: Readonly<Partial<Record<string & keyof R, string>>>
  /**
   * Its rows change often and mostly without their indexed columns. Such a row is updated and not
   * inserted again: PostgreSQL then makes room on its page first, so that no index is written.
   */
  readonly inPlace?: true
  /** Further statements, for indexes; `$table` stands for the table's full name. */
  readonly indexes: readonly string[]
  /** The row that the event is about; null: none. */
  key(event: Heard): string | null
  /**
   * Whether `evolve` needs the row before the event; absent: always. Otherwise the row need not be
   * fetched.
   */
  needsRow?(event: RecordedEvent<E>): boolean
  /**
   * Which rows rest on a stream, and are removed when it is erased at the end of its retention:
   * afterwards the table must be as if it had been built without the stream. null: its streams are
   * never erased, or a separate event replaces them.
   */
  readonly erasing: RowsOfStream<R> | null
  /** Absent: an event changes the row that it is about. */
  readonly line?: Line<R, Heard>
  /**
   * The row after the event; null: no row (any more). `row` is null if there is none yet. In a
   * line, it is the row before.
   */
  evolve(row: R | null, event: Heard): R | null
}

/** How the rows of one stream are found. */
interface RowsOfStream<R extends Row> {
  /** The first column of an index. */
  readonly column: string & keyof R
  /** The value of that column in the rows of this stream. */
  of(stream: string): string
}

/**
 * Rows that are written once and follow each other, such as the states of one thing after each of
 * its events: each starts from the newest row before it.
 */
interface Line<R extends Row, Heard> {
  /** The column that names the line. */
  readonly column: string & keyof R
  /** The column that rises from row to row; an index holds both columns. */
  readonly order: string & keyof R
  /** The line that the event is about. */
  of(event: Heard): string
}

/** A read model whose rows of a stream can be computed from that stream's events alone. */
export type StreamProjection<R extends Row, E extends DomainEvent> = Projection<R, E, StreamEvent<E>>

/**
 * Folds one stream's events into its row, as the table would show it. For answers that must not
 * wait for the table.
 */
export function project<R extends Row, E extends DomainEvent>(
  projection: StreamProjection<R, E>,
  events: readonly StreamEvent<E>[],
): R | null {
  return events.reduce<R | null>(
    (row, event) => (projection.key(event) === null ? row : projection.evolve(row, event)),
    null,
  )
}

/** Folds one stream's events into all its rows, in the order in which they appear. */
export function projectAll<R extends Row, E extends DomainEvent>(
  projection: StreamProjection<R, E>,
  events: readonly StreamEvent<E>[],
): readonly R[] {
  const rows = new Map<string, R>()
  for (const event of events) {
    const key = projection.key(event)
    if (key === null) continue
    const row = projection.evolve(rows.get(key) ?? null, event)
    if (row === null) rows.delete(key)
    else rows.set(key, row)
  }
  return [...rows.values()]
}

/**
 * A stream's row as the state of an aggregate: for streams so long that they are loaded with
 * snapshots.
 */
export function rowOf<R extends Row, E extends DomainEvent>(
  projection: StreamProjection<R, E>,
): Aggregate<R | null, E> {
  return {
    name: `row of ${projection.name}`,
    initialState: null,
    snapshotVersion: projection.version,
    // Every loaded event comes from a stream.
    evolve: (row, event) => projection.evolve(row, event as E & StreamEvent<E>),
  }
}
