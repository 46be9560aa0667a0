import { connection, type ConnectionEvent, type ConnectionState } from '../../domain/connection.js'
import type { Scope } from '../../domain/event.js'
import { derivedId } from '../../domain/ids.js'
import type { CountryCode } from '../../domain/request/invoice-request.js'
import { streamName } from '../../domain/streams.js'
import { type CommandDeps, load, type Loaded } from '../handle.js'

/** The dependencies for finding a connection. */
type ReadDeps = Pick<CommandDeps, 'store' | 'snapshots'>

/** A connection's id and the name of its stream. */
interface ConnectionName {
  readonly connectionId: string
  readonly stream: string
}

/**
 * The connections of a company to a country, one after another: a deleted connection keeps its id,
 * and the next one of the same company and country gets the next id.
 */
export function connectionIds(
  scope: Scope,
  companyId: string,
  country: CountryCode,
): (predecessors: number) => ConnectionName {
  const { account, environment } = scope
  return (predecessors) => {
    const connectionId = derivedId('conn', account, environment, companyId, country, String(predecessors))
    return { connectionId, stream: streamName(environment, 'Connection', connectionId) }
  }
}

/**
 * The connection of a company to a country that was not deleted. Its status is `none` if none was
 * created since the last deletion, or ever.
 */
export async function currentConnection(
  deps: ReadDeps,
  scope: Scope,
  companyId: string,
  country: CountryCode,
): Promise<ConnectionName & { readonly loaded: Loaded<ConnectionState, ConnectionEvent> }> {
  const idOf = connectionIds(scope, companyId, country)
  for (let predecessors = 0; ; predecessors = await livingPredecessors(deps, idOf, predecessors)) {
    const name = idOf(predecessors)
    const loaded = await load(deps.store, connection, name.stream, deps.snapshots)
    if (loaded.state.status !== 'deleted') return { ...name, loaded }
  }
}

/**
 * How many predecessors the connection that is not deleted has, given that a connection with
 * `deleted` predecessors exists.
 */
export function livingPredecessors(
  deps: ReadDeps,
  idOf: (predecessors: number) => ConnectionName,
  deleted: number,
): Promise<number> {
  return firstBeyond(deleted, async (predecessors) => {
    const { state } = await load(deps.store, connection, idOf(predecessors).stream, deps.snapshots)
    return state.status === 'deleted'
  })
}

/**
 * The first number after `last` that is not deleted, given that all up to it are: in steps that
 * double, then by halves, so that a thousand deleted connections cost twenty reads.
 */
export async function firstBeyond(last: number, isDeleted: (number: number) => Promise<boolean>): Promise<number> {
  let step = 1
  while (await isDeleted(last + step)) {
    last += step
    step *= 2
  }
  let end = last + step
  while (end - last > 1) {
    const middle = Math.floor((last + end) / 2)
    if (await isDeleted(middle)) last = middle
    else end = middle
  }
  return end
}
