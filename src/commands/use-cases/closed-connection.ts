import { company } from '../../domain/company.js'
import type { Scope } from '../../domain/event.js'
import type { CountryCode } from '../../domain/request/invoice-request.js'
import { conflict, type Refusal } from '../../domain/refusal.js'
import { streamName } from '../../domain/streams.js'
import { type CommandDeps, load } from '../handle.js'
import { currentConnection } from './current-connection.js'

/**
 * The refusal of a request that needs a connection that can't come back: the company was deleted,
 * and its connection too. null: there is a connection, or there can be one.
 * @param consequence what is impossible, after "so"
 */
export async function withoutConnection(
  deps: Pick<CommandDeps, 'store' | 'snapshots'>,
  scope: Scope,
  { companyId, country }: { readonly companyId: string; readonly country: CountryCode },
  consequence: string,
): Promise<Refusal | null> {
  const { state } = await load(deps.store, company, streamName(scope.environment, 'Company', companyId), deps.snapshots)
  if (state.status !== 'inactive') return null
  const { loaded } = await currentConnection(deps, scope, companyId, country)
  if (loaded.state.status !== 'none') return null
  return conflict(`The company and its connection for ${country} were deleted, so ${consequence}`)
}
