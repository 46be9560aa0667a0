import { account, type AccountEvent, type AccountState, type TestKeyPolicy } from '../../domain/account.js'
import { apiKey } from '../../domain/api-key.js'
import type { Environment } from '../../domain/event.js'
import { isId, newId, type RandomBytes } from '../../domain/ids.js'
import { unknown } from '../../domain/refusal.js'
import { accountStream, apiKeyStream } from '../../domain/streams.js'
import { changePlan, setTestKeyPolicy } from '../account.js'
import { type CommandContext, type CommandDeps, type Decision, handle, load } from '../handle.js'
import { issueApiKey, type IssuedApiKey, type WantedApiKey, withdrawApiKey } from './api-keys.js'

/** The dependencies of the operator's use cases. */
type OperatorDeps = CommandDeps & { readonly random: RandomBytes }

/**
 * The operator acts for an account without one of its keys: each command is a request of its own.
 */
export function operatorContext(accountId: string, random: RandomBytes): CommandContext {
  const requestId = newId('req', random)
  return {
    account: accountId,
    environment: null,
    actor: 'operator',
    correlationId: requestId,
    causationId: requestId,
  }
}

/**
 * Puts an account on a plan, a name in `PLANS`. Returns whether it was on another one before.
 * Refuses an account that does not exist.
 */
export function changeAccountPlan(deps: OperatorDeps, accountId: string, plan: string): Promise<boolean> {
  return changeAccount(deps, accountId, changePlan(plan))
}

/**
 * Sets whether an account's test keys may manage its live keys; every process applies it from the
 * next request on. Returns whether that changed. Refuses an account that does not exist.
 */
export function ruleAccountTestKeys(deps: OperatorDeps, accountId: string, policy: TestKeyPolicy): Promise<boolean> {
  return changeAccount(deps, accountId, setTestKeyPolicy(policy))
}

/** Returns whether the command changed anything. Refuses an account that does not exist. */
async function changeAccount(
  deps: OperatorDeps,
  accountId: string,
  decide: (state: AccountState) => Decision<AccountEvent, 'unknown'>,
): Promise<boolean> {
  if (!isId(accountId)) throw unknown('account')
  const context = operatorContext(accountId, deps.random)
  const outcome = await handle(deps, context, account, accountStream(accountId), decide)
  if (outcome.kind === 'rejected') throw unknown('account')
  return outcome.appended.length > 0
}

/**
 * Issues a key for an account that has lost its own. Refuses an account that does not exist, and
 * an expiry in the past.
 */
export async function issueAccountKey(
  deps: OperatorDeps,
  accountId: string,
  wanted: WantedApiKey,
): Promise<IssuedApiKey> {
  if (!isId(accountId)) throw unknown('account')
  const { state } = await load(deps.store, account, accountStream(accountId))
  if (state.status === 'none') throw unknown('account')
  return issueApiKey({ ...deps, config: 'operator' }, ofOperator(deps, accountId, wanted.environment), wanted)
}

/**
 * Revokes a key of any account for good. Refuses a key that does not exist or is revoked already.
 */
export async function revokeAccountKey(deps: OperatorDeps, keyId: string): Promise<void> {
  const loaded = isId(keyId) ? await load(deps.store, apiKey, apiKeyStream(keyId)) : null
  const [created] = loaded?.events ?? []
  if (loaded === null || created === undefined || loaded.state.status === 'none') throw unknown('API key')
  const context = ofOperator(deps, created.metadata.account, loaded.state.environment)
  await withdrawApiKey({ ...deps, config: 'operator' }, context, keyId)
}

function ofOperator({ random }: OperatorDeps, accountId: string, environment: Environment) {
  return { ...operatorContext(accountId, random), environment }
}
