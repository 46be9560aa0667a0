import { IDS, only, type OperationExamples, TIME } from '../example.js'

const created = {
  id: IDS.key,
  keyPrefix: 'sk_test_9fKd',
  name: 'Billing backend',
  environment: 'test',
  expiresAt: '2099-12-31T00:00:00.000Z',
  createdAt: TIME,
  permissions: ['read'],
}

/** Examples of the requests and answers about API keys, by operationId. */
export const API_KEY_EXAMPLES: Readonly<Record<string, OperationExamples>> = {
  createApiKey: {
    requests: only('A key that may only read', {
      name: 'Billing backend',
      environment: 'test',
      expiresAt: '2099-12-31T00:00:00.000Z',
      permissions: ['read'],
    }),
    responses: only('The key, shown only this once', {
      data: { ...created, key: 'sk_test_9fKdXq2LmT7vRb0NzYc4WsHp1JgUe8AkQo6VtIiM' },
    }),
  },
  listApiKeys: {
    responses: only("The account's first two keys, and the one above", {
      data: [
        { ...firstKey('test'), lastUsedAt: TIME },
        firstKey('production'),
        { ...created, lastUsedAt: null, revokedAt: null },
      ],
      hasMore: false,
      nextCursor: null,
    }),
  },
  revokeApiKey: { responses: only('Revoked', { data: { id: IDS.key, revoked: true } }) },
}

function firstKey(environment: 'test' | 'production') {
  return {
    id: environment === 'test' ? 'key_3aQz8Xw2Lk9VbT5nRc7YmD' : 'key_8pLs4Vt6Hj1XcN0qWz2KfB',
    name: `First ${environment} key`,
    keyPrefix: environment === 'test' ? 'sk_test_a0Xq' : 'sk_live_b7Tz',
    environment,
    lastUsedAt: null,
    expiresAt: null,
    revokedAt: null,
    createdAt: TIME,
  }
}
