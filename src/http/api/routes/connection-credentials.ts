import { handOverCredentials } from '../../../commands/use-cases/credentials.js'
import { connections } from '../../../projections/connections.js'
import { connectionWithAddress } from '../connection-setup.js'
import { commandContext } from '../access.js'
import { notFound } from '../../errors.js'
import { loadRow } from '../../load-row.js'
import { ConnectionResponse, CredentialsBody } from '../schemas/connection.js'
import { responses } from '../schemas/responses.js'
import { type App, IdParams, type RouteDeps } from '../../route.js'

/** Stores the credentials of a production connection in the vault. */
export function connectionCredentialsRoute(app: App, deps: RouteDeps): void {
  app.put(
    '/v1/connections/:id/credentials',
    {
      config: { access: 'write', bodyByResource: CredentialsBody, changes: { of: 'a connection', perMinute: 20 } },
      schema: {
        operationId: 'setConnectionCredentials',
        summary: "Set a connection's credentials",
        description:
          'For countries without OAuth: the credentials that the `setupInstructions` of the connection ask for. A ' +
          'pending, expired or failed connection becomes `active`; an active one continues with the new ' +
          'credentials. They are stored encrypted and never shown again. Test connections accept credentials as ' +
          'well, so that you can try the request.',
        tags: ['Connections'],
        params: IdParams,
        response: responses({ 200: ConnectionResponse }, 400, 403, 404, 409, 413, 415),
      },
    },
    async (request) => {
      const given = { value: request.body, faults: request.bodyFaults ?? [] }
      const { stream, position } = await handOverCredentials(deps, commandContext(request), request.params.id, given)
      await deps.freshness.waitFor(position, [connections.name])
      const row = await loadRow(deps, connections, stream)
      // Another request deleted it at this moment.
      if (row === null) throw notFound('connection')
      return { data: connectionWithAddress(row, deps) }
    },
  )
}
