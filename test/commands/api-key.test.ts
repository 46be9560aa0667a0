import t from 'tap'
import { changePlan, createAccount, setTestKeyPolicy } from '../../src/commands/account.js'
import { createApiKey, revokeApiKey } from '../../src/commands/api-key.js'
import { account } from '../../src/domain/account.js'
import {
  apiKey,
  type ApiKeyEvent,
  apiKeyPrefix,
  hashApiKey,
  looksLikeApiKey,
  newApiKey,
} from '../../src/domain/api-key.js'
import { given } from '../spec.js'

const key = newApiKey('test', (size) => new Uint8Array(size).fill(9))
const facts = {
  keyId: 'key_1',
  name: 'Backend',
  environment: 'test' as const,
  expiresAt: '2027-01-31T00:00:00.000Z',
  permissions: null,
}
const created: ApiKeyEvent = {
  type: 'ApiKeyCreated',
  data: { ...facts, keyPrefix: apiKeyPrefix(key), keyHash: hashApiKey(key) },
}
const revoked: ApiKeyEvent = { type: 'ApiKeyRevoked', data: {} }

t.test('a key is created once, and only its hash is put on record', async (t) => {
  given(apiKey)
    .when(createApiKey({ ...facts, key }))
    .then(created)
  given(apiKey, created)
    .when(createApiKey({ ...facts, key }))
    .thenNothing()
  t.notMatch(JSON.stringify(created), key.slice(12))
})

t.test('a key is revoked once and for all', async () => {
  given(apiKey, created).when(revokeApiKey()).then(revoked)
  given(apiKey, created, revoked).when(revokeApiKey()).thenRejected('already_revoked')
  given(apiKey).when(revokeApiKey()).thenRejected('unknown')
})

t.test('a key contains its environment, and its form is checked', async (t) => {
  t.match(key, /^sk_test_[0-9A-Za-z]{40}$/)
  t.match(
    newApiKey('production', (size) => new Uint8Array(size)),
    /^sk_live_0{40}$/,
  )
  t.equal(apiKeyPrefix(key).length, 12)
  t.ok(looksLikeApiKey(key))
  for (const other of ['', 'sk_test_', `${key}x`, ` ${key}`, key.replace('test', 'prod')])
    t.notOk(looksLikeApiKey(other))
})

t.test('an account is put on another plan, once for each change', async () => {
  const created = {
    type: 'AccountCreated',
    data: { accountId: 'acc_1', name: 'Demo', plan: 'free', testKeysManageLive: null },
  } as const
  const changed = { type: 'AccountPlanChanged', data: { plan: 'unlimited' } } as const
  given(account, created).when(changePlan('unlimited')).then(changed)
  given(account, created).when(changePlan('free')).thenNothing()
  given(account, created, changed).when(changePlan('unlimited')).thenNothing()
  given(account, created, changed)
    .when(changePlan('free'))
    .then({ type: 'AccountPlanChanged', data: { plan: 'free' } })
  given(account).when(changePlan('free')).thenRejected('unknown')
})

t.test('an account rules on its test keys, once for each change', async () => {
  for (const before of [null, 'forbid'] as const) {
    const data = { accountId: 'acc_1', name: 'Demo', plan: 'free', testKeysManageLive: before }
    const created = { type: 'AccountCreated', data } as const
    const allowed = { type: 'AccountTestKeysRuled', data: { testKeysManageLive: 'allow' } } as const
    const forbidden = { type: 'AccountTestKeysRuled', data: { testKeysManageLive: 'forbid' } } as const
    given(account, created).when(setTestKeyPolicy('allow')).then(allowed)
    given(account, created, allowed).when(setTestKeyPolicy('allow')).thenNothing()
    given(account, created, allowed).when(setTestKeyPolicy('forbid')).then(forbidden)
  }
  given(account).when(setTestKeyPolicy('allow')).thenRejected('unknown')
})

t.test('an account is created once', async () => {
  const command = { accountId: 'acc_1', name: 'Demo', plan: 'free', testKeysManageLive: 'forbid' } as const
  given(account).when(createAccount(command)).then({ type: 'AccountCreated', data: command })
  given(account, { type: 'AccountCreated', data: command }).when(createAccount(command)).thenNothing()
})
