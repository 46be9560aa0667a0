import type { DomainEvent, Scope } from '../../domain/event.js'
import type { ScopedCategory } from '../../domain/streams.js'
import { companies } from '../../projections/companies.js'
import { connections } from '../../projections/connections.js'
import type { StreamProjection } from '../../projections/engine/projection.js'
import { findById } from '../../projections/find-by-id.js'
import { received } from '../../projections/received.js'
import { notFound } from '../errors.js'
import { type ScopedRow, unshownRow } from '../load-row.js'
import type { RouteDeps } from '../route.js'

/** Returns the row of an id, also one that the read model does not show yet. Throws a 404. */
type RowById<R> = (deps: RouteDeps, scope: Scope, id: string) => Promise<R>

function rowById<R extends ScopedRow, Event extends DomainEvent>(
  projection: StreamProjection<R, Event>,
  category: ScopedCategory,
  what: string,
): RowById<R> {
  return async (deps, scope, id) => {
    const row =
      (await findById(deps.db, projection, scope, id)) ?? (await unshownRow(deps, scope, projection, category, id))
    if (row === null) throw notFound(what)
    return row
  }
}

/** A company of the scope, also a deleted one. */
export const companyById = rowById(companies, 'Company', 'company')

/** A connection of the scope, until it is deleted. */
export const connectionById = rowById(connections, 'Connection', 'connection')

/** A received invoice of the scope. */
export const receivedById = rowById(received, 'Received', 'received invoice')
