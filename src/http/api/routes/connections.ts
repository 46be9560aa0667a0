import { connectCompany, disconnect } from '../../../commands/use-cases/connections.js'
import { COUNTRIES } from '../../../countries/registry.js'
import { connections, listConnections } from '../../../projections/connections.js'
import { commandContext } from '../access.js'
import { connectionWithAddress, setupOf } from '../connection-setup.js'
import { answerOnce, RepeatableHeaders } from '../idempotency-key.js'
import { loadRow } from '../../load-row.js'
import { pageOf } from '../page.js'
import { connectionById } from '../row-by-id.js'
import { ConnectionList, ConnectionResponse, CreateConnectionBody, CreatedConnection } from '../schemas/connection.js'
import { ListQuery, WHOLE_LIST } from '../schemas/page.js'
import { DeletedResponse, responses } from '../schemas/responses.js'
import { type App, IdParams, type RouteDeps } from '../../route.js'

const tags = ['Connections']

/** The countries where the service is an OAuth client of the government. */
const withOAuth = Object.values(COUNTRIES)
  .filter(({ setup }) => setup.kind === 'oauth')
  .map(({ name }) => name)
  .join(', ')

/** Connects companies to governments, returns connections and deletes them. */
export function connectionRoutes(app: App, deps: RouteDeps): void {
  app.post(
    '/v1/connections',
    {
      config: { access: 'write', changes: { of: 'connections', perMinute: 60 } },
      schema: {
        operationId: 'createConnection',
        summary: 'Connect a company to a government',
        description:
          'The connection is active at once in the test environment, and in production if the operator of the ' +
          'service has one access for all companies. An active or pending connection of the same company and ' +
          'country is returned unchanged; an expired or failed one is set up from scratch. Some governments ' +
          `require that the operator registers this service with them first (${withOAuth}): until then, a ` +
          'production connection to them is a 503 with this reason.',
        tags,
        headers: RepeatableHeaders,
        body: CreateConnectionBody,
        response: responses({ 201: CreatedConnection }, 400, 403, 404, 409, 413, 415),
      },
    },
    async (request, reply) => {
      void reply.code(201)
      // Connecting again changes nothing, so a repetition needs no command id.
      return answerOnce(deps, request, reply, async () => {
        for (;;) {
          const { connectionId, stream, position } = await connectCompany(deps, commandContext(request), request.body)
          await deps.freshness.waitFor(position, [connections.name])
          const row = await loadRow(deps, connections, stream)
          // Another request deleted it at this moment: connect again.
          if (row === null) continue
          const data = connectionWithAddress(row, deps)
          const country = deps.countryOf(row.country_code)
          const setup = data.status === 'pending_setup' ? setupOf(country, connectionId, deps.config) : {}
          return { data: { ...data, ...setup } }
        }
      })
    },
  )

  app.get(
    '/v1/connections',
    {
      config: { access: 'read' },
      schema: {
        operationId: 'listConnections',
        summary: 'List connections',
        description: 'The connections of all companies, with the state of each; never their credentials.',
        tags,
        querystring: ListQuery('Connections'),
        response: responses({ 200: ConnectionList }, 400),
      },
    },
    (request) => {
      const { scope } = request
      const { cursor, limit = WHOLE_LIST.standard } = request.query
      return pageOf(
        deps.cursors,
        { list: 'conn', scope, cursor, limit },
        (after, most) => listConnections(deps.db, scope, after, most),
        (row) => connectionWithAddress(row, deps),
      )
    },
  )

  app.get(
    '/v1/connections/:id',
    {
      config: { access: 'read' },
      schema: {
        operationId: 'getConnection',
        summary: 'Get a connection',
        description: 'Its state, and the last error of the government, if there was one.',
        tags,
        params: IdParams,
        response: responses({ 200: ConnectionResponse }, 404),
      },
    },
    async (request) => {
      const { scope, params } = request
      const row = await connectionById(deps, scope, params.id)
      return { data: connectionWithAddress(row, deps) }
    },
  )

  app.delete(
    '/v1/connections/:id',
    {
      config: { access: 'write', changes: { of: 'a connection', perMinute: 20 } },
      schema: {
        operationId: 'deleteConnection',
        summary: 'Delete a connection',
        description: 'Its tokens and certificates are erased at once.',
        tags,
        params: IdParams,
        response: responses({ 200: DeletedResponse('connection', 'conn') }, 403, 404),
      },
    },
    async (request) => {
      const { id } = request.params
      const position = await disconnect(deps, commandContext(request), id)
      await deps.freshness.waitFor(position, [connections.name])
      return { data: { id, deleted: true as const } }
    },
  )
}
