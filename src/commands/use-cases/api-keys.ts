import { account } from '../../domain/account.js'
import { apiKey, type ApiKeyEvent, type ApiKeyState, newApiKey, type Permission } from '../../domain/api-key.js'
import type { Environment } from '../../domain/event.js'
import type { RandomBytes } from '../../domain/ids.js'
import { conflict, invalidField, Refusal, unknown } from '../../domain/refusal.js'
import { accountStream, apiKeyStream } from '../../domain/streams.js'
import { parseInstant } from '../../documents/intake/formats.js'
import { createApiKey, revokeApiKey } from '../api-key.js'
import { idFor } from '../command-id.js'
import {
  type CommandContext,
  type CommandDeps,
  handle,
  load,
  type Loaded,
  type ScopedContext,
  scopeOf,
} from '../handle.js'
import { loadOwnedApiKey } from '../owned.js'

/** A rule for all accounts. */
interface KeyRules {
  /**
   * Forbids test keys, which are less well guarded, to manage live keys; else each account's own
   * setting decides.
   */
  readonly forbidTestKeysManagingLive: boolean
}

/** The dependencies of the use cases of API keys. */
interface ApiKeyDeps extends CommandDeps {
  /** `operator`: the operator is exempt from the limits of test keys. */
  readonly config: KeyRules | 'operator'
}

/** The API key that a caller asks for. */
export interface WantedApiKey {
  readonly name: string
  readonly environment: Environment
  /** ISO 8601; absent: it never expires. */
  readonly expiresAt: string | undefined
  /** Absent: all of them. */
  readonly permissions: readonly Permission[] | undefined
}

/** A new API key, in full. */
export interface IssuedApiKey {
  /** Shown once; only its hash is kept. */
  readonly key: string
  readonly loaded: Loaded<ApiKeyState, ApiKeyEvent>
}

/**
 * Creates a key of the caller's account. Refuses an expiry in the past, and live keys if test keys
 * may not manage them.
 * @param key a new one, in full; the same each time for a command that may be run again
 */
export async function issueApiKey(
  deps: ApiKeyDeps & { readonly random: RandomBytes },
  context: ScopedContext,
  { name, environment, expiresAt, permissions }: WantedApiKey,
  key = newApiKey(environment, deps.random),
): Promise<IssuedApiKey> {
  await mayManage(deps, context, environment)
  const keyId = idFor(context, 'key', deps.random)
  const command = createApiKey({
    keyId,
    key,
    name,
    environment,
    expiresAt: futureInstant(expiresAt, deps.clock.now()),
    permissions: permissions ? [...new Set(permissions)] : null,
  })
  const { loaded } = await handle(deps, ofAccount(context), apiKey, apiKeyStream(keyId), command)
  return { key, loaded }
}

/** Revokes a key of the caller's account for good. Returns the position of that event. */
export async function withdrawApiKey(deps: ApiKeyDeps, context: ScopedContext, keyId: string): Promise<bigint> {
  const owned = await loadOwnedApiKey(deps.store, scopeOf(context), keyId)
  if (!owned || owned.loaded.state.status === 'none') throw unknown('API key')
  await mayManage(deps, context, owned.loaded.state.environment)
  const outcome = await handle(deps, ofAccount(context), apiKey, owned.stream, revokeApiKey(), owned.loaded)
  if (outcome.kind === 'done') return outcome.loaded.position
  throw outcome.rejection === 'unknown' ? unknown('API key') : conflict('The API key is already revoked')
}

/** Keys span both environments of their account. */
function ofAccount(context: ScopedContext): CommandContext {
  return { ...context, environment: null }
}

async function mayManage(
  { store, config }: ApiKeyDeps,
  caller: ScopedContext,
  environment: Environment,
): Promise<void> {
  if (config === 'operator' || caller.environment !== 'test' || environment !== 'production') return
  const { state } = await load(store, account, accountStream(caller.account))
  const ruled = state.status === 'none' ? null : state.testKeysManageLive
  if (config.forbidTestKeysManagingLive || ruled === 'forbid') {
    throw new Refusal({ kind: 'forbidden', message: 'A test key can not manage live keys here; use a live key' })
  }
}

function futureInstant(text: string | undefined, now: Date): string | null {
  if (text === undefined) return null
  const instant = parseInstant(text)
  if (instant === null || instant <= now) throw invalidField('expiresAt', 'must be in the future')
  return instant.toISOString()
}
