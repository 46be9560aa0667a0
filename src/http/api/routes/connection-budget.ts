import { Type } from '@sinclair/typebox'
import { company, numberOfCompany } from '../../../domain/company.js'
import { loadOwned } from '../../../commands/owned.js'
import { nullableTime, time } from '../../../documents/intake/schemas/fields.js'
import { notFound } from '../../errors.js'
import { connectionById } from '../row-by-id.js'
import { enveloped, responses } from '../schemas/responses.js'
import { type App, IdParams, type RouteDeps } from '../../route.js'

const Budget = Type.Object(
  {
    name: Type.String({ description: 'Which calls are counted', examples: ['RO calls'] }),
    limit: Type.Integer({ description: 'Calls that the government allows in the window', examples: [1000] }),
    remaining: Type.Integer({ description: 'Calls that are left', examples: [987] }),
    windowStartsAt: time('When the window began'),
    resetsAt: time('When the window ends, and all calls may be made again'),
  },
  { title: 'CallBudget' },
)

const ConnectionBudget = enveloped(
  Type.Object(
    {
      connectionId: Type.String({ description: 'The connection', examples: ['conn_1BvHt8qXk5NzR3wLc9YdSm'] }),
      budgets: Type.Array(Budget, {
        description: 'Limits of the government; empty: it has none, as the simulated governments',
      }),
      governmentClosedUntil: nullableTime(
        'When the government, which could not be reached, is called again; null: it is reachable',
      ),
      nextInvoiceAt: nullableTime(
        "When the account's next waiting invoice is sent to this government; null: none waits",
      ),
    },
    { title: 'ConnectionBudget' },
  ),
  'Calls that are left, and when the next invoice is sent',
)

/** GET /v1/connections/:id/budget: how many calls to the government are left. */
export function connectionBudgetRoute(app: App, deps: RouteDeps): void {
  app.get(
    '/v1/connections/:id/budget',
    {
      config: { access: 'read' },
      schema: {
        operationId: 'getConnectionBudget',
        summary: "Get a connection's call budget",
        description:
          'Governments limit how often they may be called. Clearway shares the calls fairly between accounts, and ' +
          'reserves some to ask for decisions. Invoices over a limit wait in `submitting` and are then sent ' +
          'automatically.',
        tags: ['Connections'],
        params: IdParams,
        response: responses({ 200: ConnectionBudget }, 404),
      },
    },
    async (request) => {
      const { scope, params } = request
      const row = await connectionById(deps, scope, params.id)
      const owner = await loadOwned(deps.store, scope, company, 'Company', row.company_id, deps.snapshots)
      const state = owner?.loaded.state
      if (state === undefined || state.status === 'none') throw notFound('connection')
      const status = await deps.governmentStatus.of(scope, deps.countryOf(row.country_code), numberOfCompany(state))
      return {
        data: {
          connectionId: row.id,
          budgets: status.budgets.map(({ name, limit, remaining, from, until }) => ({
            name,
            limit,
            remaining,
            windowStartsAt: from.toISOString(),
            resetsAt: until.toISOString(),
          })),
          governmentClosedUntil: status.closedUntil?.toISOString() ?? null,
          nextInvoiceAt: status.nextInvoiceAt?.toISOString() ?? null,
        },
      }
    },
  )
}
