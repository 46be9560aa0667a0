import { isOpenSetup } from '../../countries/connection-setup.js'
import type { Country } from '../../countries/country.js'
import type { CountrySettings } from '../../countries/settings.js'
import type { CountryCode } from '../../domain/request/invoice-request.js'
import { company } from '../../domain/company.js'
import { connection, connectionSecret } from '../../domain/connection.js'
import { notAnIdOf } from '../../domain/ids.js'
import { invalidField, Refusal, unknown } from '../../domain/refusal.js'
import type { Vault } from '../../storage/vault/vault.js'
import { deleteConnection, requestConnection } from '../connection.js'
import { connectionIds, livingPredecessors } from './current-connection.js'
import { type CommandDeps, handle, type ScopedContext, scopeOf } from '../handle.js'
import { loadOwned } from '../owned.js'

/** The dependencies of the use cases of connections. */
interface ConnectDeps extends CommandDeps {
  readonly countryOf: (code: CountryCode) => Country
  /** Contains the service's registrations with governments. */
  readonly config: { readonly countrySettings: CountrySettings }
}

/** The connection that a caller asks for. */
interface WantedConnection {
  readonly companyId: string
  readonly countryCode: CountryCode
}

/** A connection and the position of its newest event. */
interface Connected {
  readonly connectionId: string
  readonly stream: string
  readonly position: bigint
}

/**
 * Returns the connection of a company to a country: the existing one, or a new one. Refuses
 * companies that don't exist or were deleted, and connections that can't be set up.
 */
export async function connectCompany(
  deps: ConnectDeps,
  context: ScopedContext,
  { companyId, countryCode }: WantedConnection,
): Promise<Connected> {
  const scope = scopeOf(context)
  const owned = await loadOwned(deps.store, scope, company, 'Company', companyId, deps.snapshots)
  if (!owned) {
    const reason = notAnIdOf('comp', companyId)
    throw unknown(reason === null ? 'company' : `company: ${reason}`)
  }
  if (owned.loaded.state.status !== 'active') {
    throw invalidField('companyId', 'names a company that was deleted; use another one')
  }
  const country = deps.countryOf(countryCode)
  const wanted = {
    companyId,
    countryCode,
    environment: scope.environment,
    canBeSetUp: canBeSetUp(country, deps.config.countrySettings),
    isOpen: isOpenSetup(country.setup, deps.config.countrySettings),
  }
  const wantedIn = connectionIds(scope, companyId, countryCode)
  for (let predecessors = 0; ; predecessors = await livingPredecessors(deps, wantedIn, predecessors)) {
    const { connectionId, stream } = wantedIn(predecessors)
    const outcome = await handle(deps, context, connection, stream, requestConnection({ ...wanted, connectionId }))
    if (outcome.kind === 'done') return { connectionId, stream, position: outcome.loaded.position }
    if (outcome.rejection === 'no_setup') throw notRegistered(country)
  }
}

/** Deletes a connection with its secrets. Returns the position of that event. */
export async function disconnect(
  deps: CommandDeps & { readonly vault: Vault },
  context: ScopedContext,
  connectionId: string,
): Promise<bigint> {
  const scope = scopeOf(context)
  const owned = await loadOwned(deps.store, scope, connection, 'Connection', connectionId, deps.snapshots)
  if (!owned || owned.loaded.state.status === 'deleted') throw unknown('connection')
  const outcome = await handle(deps, context, connection, owned.stream, deleteConnection(), owned.loaded)
  if (outcome.kind === 'rejected') throw unknown('connection')
  // After the event, because from then on no credentials are accepted; the processors erase them
  // again, in case this process dies here.
  await deps.vault.delete(scope, connectionSecret(connectionId))
  return outcome.loaded.position
}

/**
 * Whether a production connection can become active: OAuth requires a registration with the
 * government, which only the operator can get.
 */
function canBeSetUp({ setup }: Country, settings: CountrySettings): boolean {
  return setup.kind === 'credentials' || setup.client(settings) !== null
}

/** A refusal that only the operator can resolve. */
export function notRegistered({ name, setup }: Country): Refusal {
  const remedy = setup.kind === 'oauth' ? `; the operator must set ${setup.clientSetting}` : ''
  const message = `Production connections for ${name} can't be set up on this server: it is not registered with the government${remedy}`
  return new Refusal({ kind: 'not_set_up', message })
}
