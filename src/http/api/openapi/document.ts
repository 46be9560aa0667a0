import swagger from '@fastify/swagger'
import type { TSchema } from '@sinclair/typebox'
import type { FastifyInstance, FastifySchema } from 'fastify'
import { responses } from '../schemas/responses.js'
import { StaticContent } from '../../static-content.js'
import type { JsonObject } from './components.js'
import { INTRODUCTION, TAGS } from './introduction.js'
import { fieldsOf } from '../../../domain/json.js'
import { lazilyAwaited } from '../../../domain/lazily.js'

/** `info.version`: of the interface, not of the program. */
const VERSION = '1.0.0'

/**
 * Gathers every route that is added after it into an OpenAPI 3.1 document, and serves it at GET
 * /openapi.json.
 */
export async function describeApi(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Clearway',
        version: VERSION,
        description: INTRODUCTION,
        contact: { name: 'The operator of this server' },
        license: { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' },
      },
      // Relative to the address that the document was fetched from.
      servers: [{ url: '/', description: "This service; the API key's prefix selects the environment" }],
      tags: TAGS,
      security: [{ apiKey: [] }],
      components: {
        securitySchemes: {
          apiKey: {
            type: 'http',
            scheme: 'bearer',
            description: 'An API key: `sk_test_…` for the test environment, `sk_live_…` for production',
          },
        },
      },
    },
    transform: ({ schema, url, route }) => ({
      url,
      schema: documented(schema, route.config?.access === 'public', String(route.method), route.config?.bodyByResource),
    }),
  })
  const content = new StaticContent()
  const json = lazilyAwaited(async () => Buffer.from(JSON.stringify(await openApiDocument(app))))
  app.get('/openapi.json', { config: { access: 'public' }, schema: { hide: true } }, async (request, reply) => {
    return content.send(request, reply.type('application/json; charset=utf-8'), { content: await json() })
  })
}

/**
 * The document of an app that is ready. Its examples are invoices that are judged and converted:
 * they are made when it is first asked for.
 */
export async function openApiDocument(app: FastifyInstance): Promise<JsonObject> {
  const { completed } = await import('./completed.js')
  return completed(app.swagger() as unknown as JsonObject)
}

/** Adds errors that no route names: the service reads a body even if the route expects none. */
function documented(
  schema: FastifySchema & { readonly response?: unknown },
  isPublic: boolean,
  method: string,
  body: TSchema | undefined,
): FastifySchema {
  const readsBody = !['GET', 'HEAD'].includes(method)
  return {
    ...schema,
    ...(body && { body }),
    ...(isPublic && { security: [] }),
    // As for a request without the header Host.
    response: {
      ...(isPublic && { 400: fieldsOf(responses({}, 400))[400] }),
      ...(readsBody && responses({}, 400, 413, 415)),
      ...fieldsOf(schema.response),
    },
  }
}
