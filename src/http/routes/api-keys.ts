import { createApiKey } from '../../commands/create-api-key.js'
import { handle } from '../../commands/handle.js'
import { revokeApiKey } from '../../commands/revoke-api-key.js'
import { apiKey, newApiKey } from '../../domain/api-key.js'
import type { Environment } from '../../domain/event.js'
import { newId } from '../../domain/ids.js'
import { apiKeyStream } from '../../domain/streams.js'
import { apiKeys, listApiKeys } from '../../projections/api-keys.js'
import { project } from '../../projections/projection.js'
import { commandContext, type Principal } from '../access.js'
import { conflict, forbidden, invalidField, notFound } from '../errors.js'
import { loadOwnedApiKey } from '../owned.js'
import { pageOf } from '../page.js'
import { presentApiKey, presentCreatedApiKey } from '../present.js'
import { ApiKeyList, CreateApiKeyBody, CreatedApiKey, RevokedApiKey } from '../schemas/api-key.js'
import { ListQuery, WHOLE_LIST } from '../schemas/page.js'
import { responses } from '../schemas/responses.js'
import { parseInstant } from '../../intake/formats.js'
import { type App, IdParams, present, type RouteDeps } from './route.js'

const tags = ['API keys']

export function apiKeyRoutes(app: App, deps: RouteDeps): void {
  app.get(
    '/v1/api-keys',
    {
      config: { access: 'read' },
      schema: {
        operationId: 'listApiKeys',
        summary: 'List API keys',
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
        presentApiKey,
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
        tags,
        body: CreateApiKeyBody,
        response: responses({ 201: CreatedApiKey }, 400, 403, 413, 415),
      },
    },
    async (request, reply) => {
      const { name, environment = 'test', permissions } = request.body
      mayManage(deps, request.principal, environment)
      const keyId = newId('key', deps.random)
      const key = newApiKey(environment, deps.random)
      const outcome = await handle(
        deps,
        { ...commandContext(request), environment: null },
        apiKey,
        apiKeyStream(keyId),
        createApiKey({
          keyId,
          key,
          name,
          environment,
          expiresAt: futureInstant(request.body.expiresAt, deps.clock.now()),
          permissions: permissions ? [...new Set(permissions)] : null,
        }),
      )
      await deps.freshness.waitFor(outcome.loaded.position, [apiKeys.name])
      deps.keys.created(key)
      const row = present(project(apiKeys, outcome.loaded.events))
      return reply.code(201).send({ data: presentCreatedApiKey(row, key) })
    },
  )

  app.delete(
    '/v1/api-keys/:id',
    {
      config: { access: 'write', changes: { of: 'an API key', perMinute: 10 } },
      schema: {
        operationId: 'revokeApiKey',
        summary: 'Revoke an API key',
        tags,
        params: IdParams,
        response: responses({ 200: RevokedApiKey }, 403, 404, 409),
      },
    },
    async (request) => {
      const { id } = request.params
      const owned = await loadOwnedApiKey(deps.store, request.scope, id)
      if (!owned || owned.loaded.state.status === 'none') throw notFound('API key')
      mayManage(deps, request.principal, owned.loaded.state.environment)
      const context = { ...commandContext(request), environment: null }
      const outcome = await handle(deps, context, apiKey, owned.stream, revokeApiKey(), owned.loaded)
      if (outcome.kind === 'rejected') {
        throw outcome.rejection === 'unknown' ? notFound('API key') : conflict('The API key is revoked already')
      }
      deps.keys.revoked(id)
      if (await deps.freshness.waitFor(outcome.loaded.position, [apiKeys.name])) deps.keys.revocationShown(id)
      return { data: { id, revoked: true as const } }
    },
  )
}

/** An operator may keep test keys, which lie about in many places, away from live ones. */
function mayManage(deps: RouteDeps, principal: Principal, environment: Environment): void {
  const { forbidTestKeysManagingLive } = deps.config
  if (forbidTestKeysManagingLive && principal.scope.environment === 'test' && environment === 'production') {
    throw forbidden('A test key may not manage live keys here; use a live key')
  }
}

function futureInstant(text: string | undefined, now: Date): string | null {
  if (text === undefined) return null
  const instant = parseInstant(text)
  if (instant === null || instant <= now) throw invalidField('expiresAt', 'must lie in the future')
  return instant.toISOString()
}
