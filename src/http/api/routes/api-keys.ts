import type { ScopedContext } from '../../../commands/handle.js'
import { issueApiKey, withdrawApiKey } from '../../../commands/use-cases/api-keys.js'
import { secretToShow } from '../../../commands/use-cases/shown-secret.js'
import { newApiKey } from '../../../domain/api-key.js'
import { apiKeys, listApiKeys } from '../../../projections/api-keys.js'
import { project } from '../../../projections/engine/projection.js'
import { knownRow } from '../../../domain/aggregate.js'
import { shownApiKey } from '../../../projections/shown.js'
import { commandContext } from '../access.js'
import { answerOnce, RepeatableHeadersOfSecret } from '../idempotency-key.js'
import { pageOf } from '../page.js'
import { presentCreatedApiKey } from '../../present.js'
import { ApiKeyList, CreateApiKeyBody, CreatedApiKey, RevokedApiKey } from '../schemas/api-key.js'
import { ListQuery, WHOLE_LIST } from '../schemas/page.js'
import { responses } from '../schemas/responses.js'
import { type App, IdParams, type RouteDeps } from '../../route.js'

const tags = ['API keys']

/** Creates, lists and revokes API keys. */
export function apiKeyRoutes(app: App, deps: RouteDeps): void {
  app.get(
    '/v1/api-keys',
    {
      config: { access: 'read' },
      schema: {
        operationId: 'listApiKeys',
        summary: 'List API keys',
        description:
          'The keys of both environments with their permissions and their last use, never the keys themselves.',
        tags,
        querystring: ListQuery('Keys'),
        response: responses({ 200: ApiKeyList }, 400),
      },
    },
    async (request) => {
      await deps.usage.flush()
      const { scope } = request
      const { cursor, limit = WHOLE_LIST.standard } = request.query
      return pageOf(
        deps.cursors,
        { list: 'key', scope, cursor, limit },
        (after, most) => listApiKeys(deps.db, scope.account, after, most),
        shownApiKey,
      )
    },
  )

  app.post(
    '/v1/api-keys',
    {
      config: { access: 'write', changes: { of: 'API keys', perMinute: 60 } },
      schema: {
        operationId: 'createApiKey',
        summary: 'Create an API key',
        description:
          'The key is shown only this once. In an account whose test keys may not manage live keys, as in new ' +
          'accounts, only a live key can create and revoke live keys; a test key gets a 403.',
        tags,
        headers: RepeatableHeadersOfSecret,
        body: CreateApiKeyBody,
        response: responses({ 201: CreatedApiKey }, 400, 403, 409, 413, 415),
      },
    },
    async (request, reply) => {
      const { name, environment = 'test', expiresAt, permissions } = request.body
      const wanted = { name, environment, expiresAt, permissions }
      void reply.code(201)
      const create = async (its: RouteDeps, context: ScopedContext) => {
        const newKey = await secretToShow(deps.vault, context, () => newApiKey(environment, deps.random))
        const { key, loaded } = await issueApiKey(its, context, wanted, newKey)
        await deps.freshness.waitFor(loaded.position, [apiKeys.name])
        deps.keys.created(key)
        const row = knownRow(project(apiKeys, loaded.events.slice(0, 1)))
        return { data: presentCreatedApiKey(row, key) }
      }
      return answerOnce(deps, request, reply, create, 'key')
    },
  )

  app.delete(
    '/v1/api-keys/:id',
    {
      config: { access: 'write', changes: { of: 'an API key', perMinute: 10 } },
      schema: {
        operationId: 'revokeApiKey',
        summary: 'Revoke an API key',
        description:
          'From now on every request with the key is a 401. A revoked key stays in the list and can not be used again.',
        tags,
        params: IdParams,
        response: responses({ 200: RevokedApiKey }, 403, 404, 409),
      },
    },
    async (request) => {
      const { id } = request.params
      const position = await withdrawApiKey(deps, commandContext(request), id)
      deps.keys.revoked(id)
      if (await deps.freshness.waitFor(position, [apiKeys.name])) deps.keys.revocationShown(id)
      return { data: { id, revoked: true as const } }
    },
  )
}
