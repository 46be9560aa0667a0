import { isOpenSetup } from '../../countries/connection-setup.js'
import type { Country } from '../../countries/country.js'
import type { Access } from '../../countries/gateway/gateway.js'
import type { CountrySettings } from '../../countries/settings.js'
import { company, numberOfCompany } from '../../domain/company.js'
import { type ConnectionState, connectionSecret, type Credentials } from '../../domain/connection.js'
import type { Scope } from '../../domain/event.js'
import type { CountryCode } from '../../domain/request/invoice-request.js'
import { streamName } from '../../domain/streams.js'
import type { Vault } from '../../storage/vault/vault.js'
import { type CommandDeps, load } from '../handle.js'

/** What is needed to find the secrets of connections. */
export interface ConnectionSecretsDeps extends Pick<CommandDeps, 'store' | 'snapshots'> {
  readonly vault: Pick<Vault, 'get'>
  readonly countryOf: (code: CountryCode) => Country
  /** The operator's settings of countries. */
  readonly countrySettings: CountrySettings
}

type Existing = Exclude<ConnectionState, { status: 'none' | 'deleted' }>

/**
 * The access that a connection uses, in any status: the credentials that were handed over; without
 * these, no credentials if the operator has an access for all. null: it can't be used.
 */
export async function accessOf(deps: ConnectionSecretsDeps, scope: Scope, state: Existing): Promise<Access | null> {
  const { connectionId, companyId } = state
  const credentials = await credentialsOf(deps, scope, state)
  if (credentials === null) return null
  const stream = streamName(scope.environment, 'Company', companyId)
  const owner = await load(deps.store, company, stream, deps.snapshots)
  if (owner.state.status === 'none') throw new Error(`no company ${companyId}`)
  return { connectionId, vatNumber: numberOfCompany(owner.state), credentials }
}

/** The credentials part of `accessOf`. */
export async function credentialsOf(
  { vault, countryOf, countrySettings }: ConnectionSecretsDeps,
  scope: Scope,
  { connectionId, countryCode }: Existing,
): Promise<Credentials | null> {
  const secret = await vault.get(scope, connectionSecret(connectionId))
  if (secret !== null) return JSON.parse(Buffer.from(secret).toString('utf8')) as Credentials
  return isOpenSetup(countryOf(countryCode).setup, countrySettings) ? {} : null
}
