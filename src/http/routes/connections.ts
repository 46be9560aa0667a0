import { deleteConnection } from '../../commands/delete-connection.js'
import { handle, load } from '../../commands/handle.js'
import { requestConnection } from '../../commands/request-connection.js'
import { company } from '../../domain/company.js'
import { connection, connectionSecret } from '../../domain/connection.js'
import { derivedId } from '../../domain/ids.js'
import { streamName } from '../../domain/streams.js'
import { connections, findConnection, listConnections } from '../../projections/connections.js'
import { commandContext } from '../access.js'
import { canBeSetUp, notRegistered, setupOf } from '../connection-setup.js'
import { invalidField, notFound } from '../errors.js'
import { loadOwned, loadRow } from '../owned.js'
import { pageOf } from '../page.js'
import { shownConnection } from '../../projections/shown.js'
import { ConnectionList, ConnectionResponse, CreateConnectionBody, CreatedConnection } from '../schemas/connection.js'
import { ListQuery, WHOLE_LIST } from '../schemas/page.js'
import { DeletedResponse, responses } from '../schemas/responses.js'
import { type App, IdParams, type RouteDeps } from './route.js'

const tags = ['Connections']

export function connectionRoutes(app: App, deps: RouteDeps): void {
  app.post(
    '/v1/connections',
    {
      config: { access: 'write', changes: { of: 'connections', perMinute: 60 } },
      schema: {
        operationId: 'createConnection',
        summary: 'Connect a company to a government',
        description:
          'In the test environment the connection is active at once. An active or pending connection of the same company and country is ' +
          'returned as it is; an expired or failed one is set up anew. Where the operator has not registered this service with the government, which ' +
          'Romania asks for, a production connection is a 503 that says so.',
        tags,
        body: CreateConnectionBody,
        response: responses({ 201: CreatedConnection }, 400, 403, 404, 413, 415),
      },
    },
    async (request, reply) => {
      const { scope } = request
      const { companyId, countryCode } = request.body
      const owned = await loadOwned(deps.store, scope, company, 'Company', companyId, deps.snapshots)
      if (!owned) throw notFound('company')
      if (owned.loaded.state.status !== 'active') {
        throw invalidField('companyId', 'names a company that was deleted; use another one')
      }
      const country = deps.countryOf(countryCode)
      const { environment } = scope
      const wanted = { companyId, countryCode, environment, canBeSetUp: canBeSetUp(country, deps.config) }
      // A deleted connection keeps its id; the next one of the same company and country gets the next id.
      const idOf = (predecessors: number): string =>
        derivedId('conn', scope.account, scope.environment, companyId, countryCode, String(predecessors))
      const streamOf = (predecessors: number) => streamName(scope.environment, 'Connection', idOf(predecessors))
      const isDeleted = async (predecessors: number): Promise<boolean> =>
        (await load(deps.store, connection, streamOf(predecessors), deps.snapshots)).state.status === 'deleted'
      for (let predecessors = 0; ; predecessors = await firstBeyond(predecessors, isDeleted)) {
        const connectionId = idOf(predecessors)
        const stream = streamOf(predecessors)
        const command = requestConnection({ ...wanted, connectionId })
        const outcome = await handle(deps, commandContext(request), connection, stream, command)
        if (outcome.kind === 'rejected') {
          if (outcome.rejection === 'no_setup') throw notRegistered(country)
          continue
        }
        await deps.freshness.waitFor(outcome.loaded.position, [connections.name])
        const row = await loadRow(deps, connections, stream)
        // Deleted by somebody else in this very moment.
        if (row === null) continue
        const data = shownConnection(row)
        const setup = data.status === 'pending_setup' ? setupOf(country, connectionId, deps.config) : {}
        return reply.code(201).send({ data: { ...data, ...setup } })
      }
    },
  )

  app.get(
    '/v1/connections',
    {
      config: { access: 'read' },
      schema: {
        operationId: 'listConnections',
        summary: 'List connections',
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
        shownConnection,
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
        tags,
        params: IdParams,
        response: responses({ 200: ConnectionResponse }, 404),
      },
    },
    async (request) => {
      const row = await findConnection(deps.db, request.scope, request.params.id)
      if (row === null) throw notFound('connection')
      return { data: shownConnection(row) }
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
      const owned = await loadOwned(deps.store, request.scope, connection, 'Connection', id, deps.snapshots)
      if (!owned || owned.loaded.state.status === 'deleted') throw notFound('connection')
      const context = commandContext(request)
      const outcome = await handle(deps, context, connection, owned.stream, deleteConnection(), owned.loaded)
      if (outcome.kind === 'rejected') throw notFound('connection')
      // After the event, since from then on no hand-over leaves any; and the processors do it again, in case this process dies here.
      await deps.vault.delete(request.scope, connectionSecret(id))
      await deps.freshness.waitFor(outcome.loaded.position, [connections.name])
      return { data: { id, deleted: true as const } }
    },
  )
}

/**
 * The first number after `last` that is not deleted, where all up to it are: in steps that double, then by halves, so that whoever has created and deleted a thousand times
 * waits for twenty looks.
 */
export async function firstBeyond(last: number, isDeleted: (number: number) => Promise<boolean>): Promise<number> {
  let step = 1
  while (await isDeleted(last + step)) {
    last += step
    step *= 2
  }
  let end = last + step
  while (end - last > 1) {
    const middle = Math.floor((last + end) / 2)
    if (await isDeleted(middle)) last = middle
    else end = middle
  }
  return end
}
