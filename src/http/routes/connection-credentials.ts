import { acceptCredentials } from '../../commands/accept-credentials.js'
import { handle } from '../../commands/handle.js'
import type { Credentials, CredentialsSetup } from '../../countries/connection-setup.js'
import { connection, connectionSecret } from '../../domain/connection.js'
import { connections } from '../../projections/connections.js'
import { commandContext } from '../access.js'
import type { Detail } from '../../domain/refusal.js'
import { conflict, notFound, validationError } from '../errors.js'
import { loadOwned, loadRow } from '../owned.js'
import { shownConnection } from '../../projections/shown.js'
import { ConnectionResponse, CredentialsBody } from '../schemas/connection.js'
import { responses } from '../schemas/responses.js'
import { type Check, compileCheck } from '../../intake/check.js'
import { type App, IdParams, type RouteDeps } from './route.js'

export function connectionCredentialsRoute(app: App, deps: RouteDeps): void {
  app.put(
    '/v1/connections/:id/credentials',
    {
      config: { access: 'write', bodyByResource: CredentialsBody, changes: { of: 'a connection', perMinute: 20 } },
      schema: {
        operationId: 'setConnectionCredentials',
        summary: "Hand over a connection's credentials",
        description:
          'For countries without OAuth: what the `setupInstructions` of the connection ask for. A pending connection becomes `active`, an expired ' +
          'or failed one too; an active one goes on with the new credentials. They are stored encrypted and never shown again. Test ' +
          'connections take them as well, so that you can try it.',
        tags: ['Connections'],
        params: IdParams,
        response: responses({ 200: ConnectionResponse }, 400, 403, 404, 409, 413, 415),
      },
    },
    async (request) => {
      const { id } = request.params
      const { scope } = request
      const owned = await loadOwned(deps.store, scope, connection, 'Connection', id, deps.snapshots)
      const state = owned?.loaded.state
      if (!owned || !state || state.status === 'none' || state.status === 'deleted') throw notFound('connection')
      const { setup, name } = deps.countryOf(state.countryCode)
      if (setup.kind === 'oauth') {
        throw conflict(
          `${name} authorises by OAuth; create the connection again and send the user to its authorizationUrl`,
        )
      }
      const credentials = judged(setup, request.body, request.bodyFaults ?? [], deps.clock.now())
      // First the secret: an active connection always has one. What a deletion leaves no connection for is taken back.
      await deps.vault.put(scope, connectionSecret(id), Buffer.from(JSON.stringify(credentials)))
      const outcome = await handle(
        deps,
        commandContext(request),
        connection,
        owned.stream,
        acceptCredentials(),
        owned.loaded,
      )
      if (outcome.kind === 'rejected') {
        await deps.vault.delete(scope, connectionSecret(id))
        throw notFound('connection')
      }
      await deps.freshness.waitFor(outcome.loaded.position, [connections.name])
      const row = await loadRow(deps, connections, owned.stream)
      // Deleted by somebody else in this very moment.
      if (row === null) throw notFound('connection')
      return { data: shownConnection(row) }
    },
  )
}

const checks = new WeakMap<CredentialsSetup, Check>()

/** Judged here and not before the handler: only the connection tells which country's credentials it takes. */
function judged(setup: CredentialsSetup, body: unknown, bodyFaults: readonly Detail[], now: Date): Credentials {
  const check = checks.get(setup) ?? compileCheck(setup.schema)
  checks.set(setup, check)
  const details: Detail[] = [...bodyFaults]
  check(body, '', details)
  if (details.length === 0) details.push(...setup.faults(body as Credentials, now))
  if (details.length > 0) throw validationError(details)
  return body as Credentials
}
