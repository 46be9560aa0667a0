import { changeReceiving, connectionsOf } from '../../../commands/use-cases/receiving.js'
import { currentConnection } from '../../../commands/use-cases/current-connection.js'
import { parseInstant } from '../../../documents/intake/formats.js'
import { knownRow } from '../../../domain/aggregate.js'
import { connectionSecret, type Credentials } from '../../../domain/connection.js'
import type { Scope } from '../../../domain/event.js'
import type { ReceivingChannel } from '../../../domain/received.js'
import type { CountryCode } from '../../../domain/request/invoice-request.js'
import { isoTime } from '../../../domain/iso-time.js'
import { companies, type CompanyRow, participantsOfOthers } from '../../../projections/companies.js'
import { lastArrivals } from '../../../projections/received.js'
import type { ShownLook } from '../../../processors/receiving/postgres/looks.js'
import { loadRow } from '../../load-row.js'
import { type App, IdParams, type RouteDeps } from '../../route.js'
import { commandContext } from '../access.js'
import { ReceivingBody, ReceivingResponse } from '../schemas/received.js'
import { responses } from '../schemas/responses.js'
import { companyById } from '../row-by-id.js'

const PATH = '/v1/companies/:id/receiving'
const tags = ['Receiving']
const CHANGES = { of: 'a company', perMinute: 20 }

/** Switches receiving on and off for companies, and shows it. */
export function receivingRoutes(app: App, deps: RouteDeps): void {
  const changing = {
    ...deps,
    participantsOfOthers: participantsOfOthers.bind(null, deps.db),
  }
  app.put(
    PATH,
    {
      config: { access: 'write', changes: CHANGES },
      schema: {
        operationId: 'setCompanyReceiving',
        summary: 'Switch receiving on for a company',
        description:
          'From then on invoices of its suppliers arrive: by the active connections of the company, one channel each. ' +
          'In the test environment a test invoice whose customer is the company arrives once its government accepts ' +
          'it. Set again, it keeps the time from which on documents are fetched, unless `since` names another one.',
        tags,
        params: IdParams,
        body: ReceivingBody,
        response: responses({ 200: ReceivingResponse }, 400, 403, 404, 409, 413, 415),
      },
    },
    async (request) => {
      const { enabled, peppolIds, since } = request.body
      const instant = since === undefined ? null : parseInstant(since)
      const { stream, position } = await changeReceiving(changing, commandContext(request), request.params.id, {
        enabled,
        ...(peppolIds !== undefined && { peppolIds }),
        ...(instant !== null && { since: instant }),
      })
      await deps.freshness.waitFor(position, [companies.name])
      return { data: await shown(deps, request.scope, knownRow(await loadRow(deps, companies, stream))) }
    },
  )

  app.get(
    PATH,
    {
      config: { access: 'read' },
      schema: {
        operationId: 'getCompanyReceiving',
        summary: 'Get how a company receives',
        description: 'Its participants of Peppol and its channels, with the time and the error of the last look.',
        tags,
        params: IdParams,
        response: responses({ 200: ReceivingResponse }, 404),
      },
    },
    async ({ scope, params }) => ({ data: await shown(deps, scope, await companyById(deps, scope, params.id)) }),
  )

  app.delete(
    PATH,
    {
      config: { access: 'write', changes: CHANGES },
      schema: {
        operationId: 'deleteCompanyReceiving',
        summary: 'Switch receiving off for a company',
        description: 'Nothing more arrives. What has arrived stays. Where it is off, this changes nothing.',
        tags,
        params: IdParams,
        response: responses({ 200: ReceivingResponse }, 403, 404, 409),
      },
    },
    async (request) => {
      const { id } = request.params
      const { stream, position } = await changeReceiving(changing, commandContext(request), id, { enabled: false })
      await deps.freshness.waitFor(position, [companies.name])
      return { data: await shown(deps, request.scope, knownRow(await loadRow(deps, companies, stream))) }
    },
  )
}

async function shown(deps: RouteDeps, scope: Scope, { id, receiving }: CompanyRow) {
  if (receiving === null) return { companyId: id, enabled: false, peppolIds: [], channels: [] }
  const connections = await connectionsOf(deps, scope, id)
  const [arrivals, looks, kinds] = await Promise.all([
    lastArrivals(deps.db, scope, id),
    deps.looksOf(id),
    Promise.all(connections.map(({ country }) => kindOf(deps, scope, id, country))),
  ])
  return {
    companyId: id,
    enabled: true,
    peppolIds: [...receiving.peppolIds],
    channels: connections.map(({ country, isActive }, index) => {
      const kind = kinds[index] ?? LIVE_CHANNELS[country]
      const look = looks.find((each) => each.country === country)
      if (PUSHED.has(kind)) {
        const lastLookedAt = isoTime(arrivals.get(`${kind} ${country}`) ?? null)
        const status = isActive ? ('active' as const) : ('pending' as const)
        return { country, kind, status, lastLookedAt, lastErrorMessage: null }
      }
      return {
        country,
        kind,
        status: isActive ? statusOf(look) : ('pending' as const),
        lastLookedAt: isoTime(look?.lookedAt ?? null),
        lastErrorMessage: look?.error ?? null,
      }
    }),
  }
}

/** Where a country has two ways, the credentials of the company's connection decide. */
async function kindOf(
  deps: RouteDeps,
  scope: Scope,
  companyId: string,
  country: CountryCode,
): Promise<ReceivingChannel> {
  if (scope.environment === 'test') return 'simulated'
  const source = deps.gatewayFor('production', deps.countryOf(country))?.arrivals
  if (source?.isFor === undefined) return LIVE_CHANNELS[country]
  const { connectionId } = await currentConnection(deps, scope, companyId, country)
  const secret = await deps.vault.get(scope, connectionSecret(connectionId))
  const isFetched = secret !== null && source.isFor(JSON.parse(Buffer.from(secret).toString()) as Credentials)
  return isFetched ? source.channel : LIVE_CHANNELS[country]
}

/** Of a channel that is looked at. */
function statusOf(look: ShownLook | undefined): 'active' | 'pending' | 'error' {
  if (look === undefined) return 'pending'
  return look.error === null ? 'active' : 'error'
}

/** The channels of live companies, by country. */
const LIVE_CHANNELS: Readonly<Record<CountryCode, ReceivingChannel>> = {
  RO: 'anaf',
  PL: 'ksef',
  IT: 'sdi',
  FR: 'flow-service',
  BE: 'peppol',
  DE: 'peppol',
}

/** The channels whose documents are sent to the service. */
const PUSHED: ReadonlySet<string> = new Set<ReceivingChannel>(['simulated', 'peppol', 'sdi'])
