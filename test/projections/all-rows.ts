import type pg from 'pg'
import { PROJECTIONS } from '../../src/projections/registry.js'

/** Every row of every read model, as text that is equal when the rows are. */
export async function allRows(pool: pg.Pool): Promise<Record<string, readonly string[]>> {
  const tables: Record<string, readonly string[]> = {}
  for (const { name } of PROJECTIONS) {
    const { rows } = await pool.query<{ row: string }>(`SELECT t::text AS row FROM read.${name} t ORDER BY 1`)
    tables[name] = rows.map(({ row }) => row)
  }
  return tables
}
