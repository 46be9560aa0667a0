import { addAll } from '../../domain/lists.js'
import { RESTORES_FOUND } from '../../storage/postgres/restores.js'
import type { TableWrite } from './live-tables.js'
import type { Projection } from './projection.js'
import { writing } from './writing.js'

/** What one read model writes. */
export interface OneWrite {
  readonly projection: Projection
  readonly changes: TableWrite
}

/** A statement that returns one `FoldResult`. */
interface FoldStatement {
  readonly text: string
  readonly values: readonly unknown[]
}

/** The names of read models. */
export interface FoldResult {
  /** Those that were written. */
  readonly moved: readonly string[]
  /** Those whose checkpoints could be locked. */
  readonly locked: readonly string[]
}

/**
 * One statement that writes for several read models, for each at most once: a round trip and a
 * commit cost more than their content. For each, rows and checkpoint change together or not at
 * all, independent of the others. Checkpoints are locked in the order of their names, so that
 * two processes never wait for each other. `waits`: for checkpoints that others have locked;
 * otherwise their read models are passed over.
 */
export function foldStatement(writes: readonly OneWrite[], waits: boolean): FoldStatement {
  const names = writes.map(({ projection }) => projection.name)
  const values: unknown[] = [names, JSON.stringify(writes.map(moveOf))]
  const parts = writes.flatMap(({ projection, changes: { from, folded } }, number) => {
    const condition = `EXISTS (SELECT FROM moved WHERE name = '${projection.name}')`
    const place = { condition, before: values.length, suffix: `_${number}` }
    const written = writing(projection, from.schema, folded, place)
    addAll(values, written.values)
    return written.parts
  })
  const text = `WITH locked AS MATERIALIZED (
      SELECT name FROM projections.checkpoints WHERE name = ANY ($1::text[])
      ORDER BY name FOR NO KEY UPDATE${waits ? '' : ' SKIP LOCKED'}
    ), moved AS (
      UPDATE projections.checkpoints c
      SET position = m."to", anchor = coalesce(m.anchor, c.anchor), refused_accounts = m.refused
      FROM json_to_recordset($2::json) AS m (
        name text, version integer, schema text, erasures integer, restores integer,
        "from" bigint, from_event text, "to" bigint, anchor json, refused text[]
      ) JOIN locked USING (name)
      WHERE c.name = m.name AND c.version = m.version AND c.live_schema = m.schema AND c.erasures = m.erasures
        AND c.position IS NOT DISTINCT FROM m."from" AND c.anchor ->> 'id' IS NOT DISTINCT FROM m.from_event
        AND c.paused_at IS NULL AND c.restores = m.restores AND c.restores = ${RESTORES_FOUND}
      RETURNING c.name
    )${parts.map((part) => `, ${part}`).join('')}
    SELECT ARRAY(SELECT name FROM moved) AS moved, ARRAY(SELECT name FROM locked) AS locked,
      set_config('synchronous_commit', 'off', true)`
  return { text, values }
}

/** A row of the statement's `m`. */
function moveOf({ projection: { name, version }, changes: { from, to, anchor, folded } }: OneWrite) {
  return {
    name,
    version,
    schema: from.schema,
    erasures: from.erasures,
    restores: from.restores,
    from: from.position?.toString() ?? null,
    from_event: from.anchor?.id ?? null,
    to: to.toString(),
    anchor,
    refused: folded.inARow,
  }
}
