import { type RawBuilder, sql, type SqlBool } from 'kysely'
import type { Scope } from '../domain/event.js'

/**
 * The rows of one account in one environment: the first condition of every query of a read model
 * that holds both.
 */
export function inScope({ account, environment }: Scope): RawBuilder<SqlBool> {
  return sql<SqlBool>`account = ${account} AND environment = ${environment}`
}
