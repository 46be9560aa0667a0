import { hash } from 'node:crypto'
import type { Country } from '../../countries/country.js'
import type { CountrySettings } from '../../countries/settings.js'
import { connection, type ConnectionEvent, connectionSecret, type ConnectionState } from '../../domain/connection.js'
import { isId } from '../../domain/ids.js'
import type { Observer } from '../../domain/observer.js'
import { streamName } from '../../domain/streams.js'
import { cut, holdable } from '../../domain/text.js'
import type { Vault } from '../../storage/vault/vault.js'
import { acceptTokens, failAuthorization, startAuthorization } from '../connection.js'
import { type CommandDeps, type Decision, handle, load, type ScopedContext } from '../handle.js'

/** The dependencies of `completeAuthorization`. */
interface AuthorizationDeps extends CommandDeps {
  readonly vault: Vault
  /** Contains the service's registrations with governments. */
  readonly config: { readonly countrySettings: CountrySettings }
  /** Observes the calls; absent: they are not observed. */
  readonly observer?: Observer
  /** Aborts when the process is to end. */
  readonly stopping?: AbortSignal
}

/**
 * The parameters with which the government sends the user's browser back (RFC 6749, sections 4.1.2
 * and 4.1.2.1).
 */
interface AuthorizationAnswer {
  readonly state: string | undefined
  readonly code: string | undefined
  readonly error: string | undefined
}

/** The result; `message` is a sentence for the user. `position`: of the newest event. */
type AuthorizationOutcome =
  | { readonly kind: 'connected'; readonly position: bigint }
  | { readonly kind: 'failed'; readonly message: string; readonly position: bigint | null }

const TRY_AGAIN = 'Create the connection again to get a new address, then authorise again.'
const UNKNOWN =
  'No connection is waiting for authorization at this address. Create the connection again to get a new address.'
const REFUSALS = {
  not_pending: UNKNOWN,
  code_used: `This authorization was already used. ${TRY_AGAIN}`,
  too_many: 'Authorization of this connection failed too often. Delete it and create a new one.',
}
/** For the government's error text; longer than any known one. */
const ERROR_LENGTH = 200

/**
 * Completes the set-up of a production connection: exchanges the code, once, keeps the tokens in
 * the vault and makes the connection active. A failure changes only the connection's last error.
 * `state` is the connection's id; only the user who was sent to the address has it.
 */
export async function completeAuthorization(
  deps: AuthorizationDeps,
  country: Country,
  { state: connectionId, code, error }: AuthorizationAnswer,
  { redirectUri, correlationId }: { readonly redirectUri: string; readonly correlationId: string },
): Promise<AuthorizationOutcome> {
  const failed = (message: string, position: bigint | null = null) => ({ kind: 'failed', message, position }) as const
  if (connectionId === undefined || !isId(connectionId)) return failed(UNKNOWN)
  const stream = streamName('production', 'Connection', connectionId)
  const loaded = await load(deps.store, connection, stream, deps.snapshots)
  const { state, events } = loaded
  const account = events[0]?.metadata.account
  if (state.status === 'none' || state.status === 'deleted' || state.countryCode !== country.code)
    return failed(UNKNOWN)
  if (account === undefined) return failed(UNKNOWN)
  if (state.status === 'active') return failed('This connection is already active; no further step is needed.')
  const { setup } = country
  const client = setup.kind === 'oauth' ? setup.client(deps.config.countrySettings, deps) : null
  if (state.status !== 'pending_setup' || client === null) return failed(UNKNOWN)

  const scope = { account, environment: 'production' } as const
  const context: ScopedContext = { ...scope, actor: 'user', correlationId, causationId: correlationId }
  const record = <Rejection extends string>(decide: (state: ConnectionState) => Decision<ConnectionEvent, Rejection>) =>
    handle(deps, context, connection, stream, decide)
  const refusal = async (message: string) => {
    const { loaded: after } = await record(failAuthorization(message))
    return failed(`${message} ${TRY_AGAIN}`, after.position)
  }

  if (error !== undefined || code === undefined || code === '') {
    const words = cut(holdable(error ?? 'no code'), ERROR_LENGTH)
    return refusal(`${country.name} did not authorise the connection (${words}).`)
  }
  const begun = await record(startAuthorization(hash('sha256', code)))
  if (begun.kind === 'rejected') {
    return failed(REFUSALS[begun.rejection])
  }
  const outcome = await client.exchange(code, redirectUri, deps.clock.now())
  if (outcome.kind !== 'tokens') {
    return refusal(`${country.name} issued no tokens for the authorization: ${outcome.reason}.`)
  }
  const secret = connectionSecret(connectionId)
  // The secret comes first: an active connection always has one.
  await deps.vault.put(scope, secret, Buffer.from(JSON.stringify(outcome.tokens)))
  const accepted = await record(acceptTokens(outcome.tokens.expiresAt))
  if (accepted.kind === 'rejected') {
    await deps.vault.delete(scope, secret)
    return failed(UNKNOWN)
  }
  return { kind: 'connected', position: accepted.loaded.position }
}
