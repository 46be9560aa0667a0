import type { CredentialsContext, CredentialsSetup } from '../../countries/connection-setup.js'
import { connection, connectionSecret, type Credentials } from '../../domain/connection.js'
import type { Country } from '../../countries/country.js'
import type { CountryCode } from '../../domain/request/invoice-request.js'
import { conflict, type Detail, invalid, unknown } from '../../domain/refusal.js'
import { type Check, compileCheck } from '../../documents/intake/check.js'
import { unlistedIn } from '../../documents/intake/listed-details.js'
import type { ParsedBody } from '../../documents/intake/json-body.js'
import type { Vault } from '../../storage/vault/vault.js'
import { acceptCredentials } from '../connection.js'
import { type CommandDeps, handle, type ScopedContext, scopeOf } from '../handle.js'
import { loadOwned } from '../owned.js'
import { addAll } from '../../domain/lists.js'

/** The dependencies of `handOverCredentials`. */
interface CredentialsDeps extends CommandDeps {
  readonly vault: Vault
  readonly countryOf: (code: CountryCode) => Country
  readonly config: { readonly gatewayAllowPrivateNetwork: boolean }
}

/**
 * Stores a connection's credentials, if they are what its country requires, and makes it active.
 * Refuses connections that don't exist or accept no credentials.
 */
export async function handOverCredentials(
  deps: CredentialsDeps,
  context: ScopedContext,
  connectionId: string,
  given: ParsedBody,
): Promise<{ readonly stream: string; readonly position: bigint }> {
  const scope = scopeOf(context)
  const owned = await loadOwned(deps.store, scope, connection, 'Connection', connectionId, deps.snapshots)
  const state = owned?.loaded.state
  if (!owned || !state || state.status === 'none' || state.status === 'deleted') throw unknown('connection')
  const { setup, name } = deps.countryOf(state.countryCode)
  if (setup.kind === 'oauth') {
    throw conflict(`${name} uses OAuth; create the connection again and send the user to its authorizationUrl`)
  }
  const credentials = judged(setup, given, {
    now: deps.clock.now(),
    allowPrivateNetwork: deps.config.gatewayAllowPrivateNetwork,
  })
  const secret = connectionSecret(connectionId)
  // The secret comes first: an active connection always has one. If the connection was deleted
  // meanwhile, the secret is erased again.
  await deps.vault.put(scope, secret, Buffer.from(JSON.stringify(credentials)))
  const outcome = await handle(deps, context, connection, owned.stream, acceptCredentials(), owned.loaded)
  if (outcome.kind === 'rejected') {
    await deps.vault.delete(scope, secret)
    throw unknown('connection')
  }
  return { stream: owned.stream, position: outcome.loaded.position }
}

const checks = new WeakMap<CredentialsSetup, Check>()

/**
 * Checked here and not by the route's schema: which credentials are accepted depends on the
 * connection's country.
 */
function judged(setup: CredentialsSetup, { value, faults }: ParsedBody, context: CredentialsContext): Credentials {
  const check = checks.get(setup) ?? compileCheck(setup.schema)
  checks.set(setup, check)
  const details: Detail[] = [...faults]
  check(value, '', details)
  if (details.length > 0) throw invalid(details, unlistedIn(details))
  // Its schema has accepted it.
  const credentials = value as Credentials
  addAll(details, setup.faults(credentials, context))
  if (details.length > 0) throw invalid(details)
  return credentials
}
