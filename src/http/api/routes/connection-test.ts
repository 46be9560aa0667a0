import { Type } from '@sinclair/typebox'
import { loadOwned } from '../../../commands/owned.js'
import { testConnection } from '../../../commands/use-cases/test-connection.js'
import { connection } from '../../../domain/connection.js'
import { time } from '../../../documents/intake/schemas/fields.js'
import { notFound } from '../../errors.js'
import { answerOnce, RepeatableHeaders } from '../idempotency-key.js'
import { enveloped, responses } from '../schemas/responses.js'
import { type App, IdParams, type RouteDeps } from '../../route.js'

const ConnectionTest = enveloped(
  Type.Object(
    {
      ok: Type.Union([Type.Boolean(), Type.Null()], {
        description: 'Whether the connection can be used; null: unknown, as while the government is unreachable',
        examples: [true],
      }),
      checkedAt: time('Time of the test'),
      message: Type.String({
        description: 'What works, or what is wrong and how to fix it',
        examples: ['Works: ANAF lists the messages of RO18547290'],
      }),
    },
    { title: 'ConnectionTest' },
  ),
  'Result of the test',
)

/** POST /v1/connections/:id/test: whether a connection's credentials work. */
export function connectionTestRoute(app: App, deps: RouteDeps): void {
  app.post(
    '/v1/connections/:id/test',
    {
      config: { access: 'write', changes: { of: 'a connection', counts: 'tests', perMinute: 6 } },
      schema: {
        operationId: 'testConnection',
        summary: 'Test a connection',
        description:
          'Asks the government whether it accepts the credentials of the connection, without sending any ' +
          'document, for 30 seconds at most. The result does not change the connection. At most 6 times a minute. ' +
          'The request has no body.',
        tags: ['Connections'],
        params: IdParams,
        headers: RepeatableHeaders,
        response: responses({ 200: ConnectionTest }, 403, 404, 409),
      },
    },
    (request, reply) =>
      answerOnce(deps, request, reply, async (its) => {
        const { scope } = request
        const owned = await loadOwned(its.store, scope, connection, 'Connection', request.params.id, its.snapshots)
        const state = owned?.loaded.state
        if (state === undefined || state.status === 'none' || state.status === 'deleted') throw notFound('connection')
        const verdict = await testConnection({ ...its, ...its.config }, scope, state)
        return { data: { ...verdict, checkedAt: verdict.checkedAt.toISOString() } }
      }),
  )
}
