import { account, type AccountEvent, type AccountState, type TestKeyPolicy } from '../../domain/account.js'
import { apiKey } from '../../domain/api-key.js'
import type { Environment } from '../../domain/event.js'
import { isId, newId, type RandomBytes } from '../../domain/ids.js'
import { unknown } from '../../domain/refusal.js'
import { accountStream, apiKeyStream } from '../../domain/streams.js'
import { changePlan, setTestKeyPolicy } from '../account.js'
import { type CommandContext, type CommandDeps, type Decision, handle, load } from '../handle.js'
import { issueApiKey, type IssuedApiKey, type WantedApiKey, withdrawApiKey } from './api-keys.js'

/** What the operator's use cases work with. */
type OperatorDeps = CommandDeps & { readonly random: RandomBytes }

/** The operator acts for an account without a key of it: each command is a request of its own. */
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
 * Puts an account on a plan, a name in `PLANS`. Answers whether it was on another one before.
 * Refuses where there is no such account.
 */
export function changeAccountPlan(deps: OperatorDeps, accountId: string, plan: string): Promise<boolean> {
  return changeAccount(deps, accountId, changePlan(plan))
}

/**
 * Rules whether an account's test keys may manage its live keys; on every process from the next
 * request on. Answers whether that is new. Refuses where there is no such account.
 */
export function ruleAccountTestKeys(deps: OperatorDeps, accountId: string, policy: TestKeyPolicy): Promise<boolean> {
  return changeAccount(deps, accountId, setTestKeyPolicy(policy))
}

/** Answers whether the command changed anything. Refuses where there is no such account. */
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
 * A new key of an account that has lost its own. Refuses where there is no such account, and a key
 * that would have expired already.
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
 * Revokes a key of whatever account, for good. Refuses where there is no such key, or it is
 * revoked already.
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
