import { account, DEFAULT_TEST_KEY_POLICY, type TestKeyPolicy } from '../../domain/account.js'
import { apiKey, newApiKey } from '../../domain/api-key.js'
import type { Environment } from '../../domain/event.js'
import { newId, type RandomBytes } from '../../domain/ids.js'
import { accountStream, apiKeyStream } from '../../domain/streams.js'
import { createAccount } from '../account.js'
import { createApiKey } from '../api-key.js'
import { type CommandDeps, handle } from '../handle.js'
import { operatorContext } from './operator.js'

/** A new account with its first two keys. */
export interface OpenedAccount {
  readonly accountId: string
  /** Shown once; only hashes are kept. */
  readonly testKey: string
  readonly liveKey: string
  /** Position of the last event, for waiting until the keys work. */
  readonly position: bigint
}

/** Opens an account with its first key for each environment. */
export async function openAccount(
  deps: CommandDeps & { readonly random: RandomBytes },
  wanted: { readonly name: string; readonly plan: string; readonly testKeysManageLive?: TestKeyPolicy },
): Promise<OpenedAccount> {
  const { name, plan, testKeysManageLive = DEFAULT_TEST_KEY_POLICY } = wanted
  const accountId = newId('acc', deps.random)
  const context = operatorContext(accountId, deps.random)
  const command = createAccount({ accountId, name, plan, testKeysManageLive })
  await handle(deps, context, account, accountStream(accountId), command)

  const openKey = async (environment: Environment): Promise<{ key: string; position: bigint }> => {
    const key = newApiKey(environment, deps.random)
    const keyId = newId('key', deps.random)
    const facts = { keyId, key, name: `First ${environment} key`, environment, expiresAt: null, permissions: null }
    const outcome = await handle(deps, context, apiKey, apiKeyStream(keyId), createApiKey(facts))
    if (outcome.kind !== 'done') throw new Error(`the stream of ${keyId} is not new`)
    return { key, position: outcome.loaded.position }
  }
  const test = await openKey('test')
  const live = await openKey('production')
  return { accountId, testKey: test.key, liveKey: live.key, position: live.position }
}
