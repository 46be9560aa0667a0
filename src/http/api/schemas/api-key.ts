import { Type } from '@sinclair/typebox'
import { PERMISSIONS } from '../../../domain/api-key.js'
import { enveloped } from './responses.js'
import {
  formatted,
  nullableTime,
  oneOf,
  standing,
  strictObject,
  text,
  time,
} from '../../../documents/intake/schemas/fields.js'
import { pageSchema } from './page.js'

const id = Type.String({ description: 'Identifier', examples: ['key_5JmWz0cX9bQnT2vRs8LdYf'] })
const environment = oneOf(['test', 'production'], {
  description: 'The environment that the key opens',
  examples: ['test'],
})
const keyPrefix = Type.String({ description: 'First 12 characters of the key', examples: ['sk_test_9fKd'] })
const name = Type.String({ description: 'Human-readable name', examples: ['Billing backend'] })
const permissions = Type.Array(oneOf(PERMISSIONS, { description: 'A permission', examples: ['full'] }), {
  description: 'What the key may do; shown for keys that were created with permissions',
})

/** A key as it is shown, without the key itself. */
const ApiKey = Type.Object(
  {
    id,
    name,
    keyPrefix,
    environment,
    lastUsedAt: nullableTime('Time of last use, at most a minute late; null: never used'),
    expiresAt: nullableTime('Expiry; null: never expires'),
    revokedAt: nullableTime('Revocation; null: active'),
    createdAt: time('Creation time'),
    permissions: Type.Optional(permissions),
  },
  { title: 'ApiKey' },
)

/** The answer of `GET /v1/api-keys`. */
export const ApiKeyList = pageSchema(
  ApiKey,
  'The keys of the account, of both environments, revoked ones too, oldest first',
)

/** The body of `POST /v1/api-keys`. */
export const CreateApiKeyBody = strictObject(
  {
    name: text(200, { description: 'Human-readable name', examples: ['Billing backend'] }),
    environment: Type.Optional(
      standing('test', oneOf(['test', 'production'], { description: 'The environment that the key opens' })),
    ),
    expiresAt: Type.Optional(
      formatted('date-time', {
        description: 'When the key stops working, ISO 8601, in the future; leave it out for a key that never expires',
        examples: ['2030-01-31T00:00:00.000Z'],
      }),
    ),
    permissions: Type.Optional(
      Type.Array(oneOf(PERMISSIONS, { description: 'A permission' }), {
        minItems: 1,
        maxItems: 10,
        description: '`full` (default): everything. `read`: everything that changes nothing, validation included',
        examples: [['read']],
      }),
    ),
  },
  { title: 'CreateApiKey' },
)

/** The answer of `POST /v1/api-keys`, the only one that contains the key itself. */
export const CreatedApiKey = enveloped(
  Type.Object(
    {
      id,
      key: Type.String({
        description: 'The key itself. It is shown only this once',
        examples: ['sk_test_9fKdXq2LmT7vRb0NzYc4WsHp1JgUe8AkQo6VtIiM'],
      }),
      keyPrefix,
      name,
      environment,
      expiresAt: nullableTime('Expiry; null: never expires'),
      createdAt: time('Creation time'),
      permissions: Type.Optional(permissions),
    },
    { title: 'CreatedApiKey' },
  ),
  'The key was created',
)

/** The answer of `DELETE /v1/api-keys/{id}`. */
export const RevokedApiKey = enveloped(
  Type.Object({ id, revoked: Type.Literal(true) }),
  'The key was revoked; the next request with it is rejected',
)
