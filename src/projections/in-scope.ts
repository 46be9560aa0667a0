import { type RawBuilder, sql, type SqlBool } from 'kysely'
import type { Scope } from '../domain/event.js'

/**
 * The rows of one account in one environment: what every query of a read model that holds both
 * begins with.
 */
export function inScope({ account, environment }: Scope): RawBuilder<SqlBool> {
  return sql<SqlBool>`account = ${account} AND environment = ${environment}`
}
