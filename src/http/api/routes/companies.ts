import {
  changeCompany,
  changeDefaults,
  closeCompany,
  companyWarnings,
  registerCompany,
} from '../../../commands/use-cases/companies.js'
import { CompanyDefaultsBody } from '../../../documents/intake/schemas/company-defaults.js'
import type { CompanyDefaults } from '../../../domain/request/company-defaults.js'
import { companies, listCompanies, hasOther } from '../../../projections/companies.js'
import { project } from '../../../projections/engine/projection.js'
import { knownRow } from '../../../domain/aggregate.js'
import { commandContext } from '../access.js'
import { answerOnce, RepeatableHeaders } from '../idempotency-key.js'
import { loadRow } from '../../load-row.js'
import { pageOf } from '../page.js'
import { presentCompany, presentDefaults } from '../../present.js'
import { companyById } from '../row-by-id.js'
import {
  AmendCompanyBody,
  CompanyDefaultsResponse,
  CompanyList,
  CompanyResponse,
  CreateCompanyBody,
  CreatedCompanyResponse,
} from '../schemas/company.js'
import { ListQuery, WHOLE_LIST } from '../schemas/page.js'
import { DeletedResponse, responses } from '../schemas/responses.js'
import { type App, IdParams, type RouteDeps } from '../../route.js'

const tags = ['Companies']
const CHANGES = { of: 'a company', perMinute: 20 }

/** Creates, returns, changes and deletes companies. */
export function companyRoutes(app: App, deps: RouteDeps): void {
  app.post(
    '/v1/companies',
    {
      config: { access: 'write', changes: { of: 'companies', perMinute: 60 } },
      schema: {
        operationId: 'createCompany',
        summary: 'Create a company',
        description:
          'Its address and contacts are used for the supplier of invoices that leave them out. The free plan has ' +
          '10 active companies in each environment. The format of the VAT number is checked, in the live ' +
          'environment its check digit, too. `warnings` reports a wrong check digit in the test environment, another ' +
          'active company with the same VAT number, and the currency EUR where none is sent and the country has another.',
        tags,
        headers: RepeatableHeaders,
        body: CreateCompanyBody,
        response: responses({ 201: CreatedCompanyResponse }, 400, 403, 409, 413, 415),
      },
    },
    async (request, reply) => {
      const { body, principal } = request
      void reply.code(201)
      return answerOnce(deps, request, reply, async (its, context) => {
        const loaded = await registerCompany(its, context, body, principal.plan)
        await deps.freshness.waitFor(loaded.position, [companies.name])
        const row = knownRow(project(companies, loaded.events.slice(0, 1)))
        const { id, country, vat_number: vatNumber } = row
        const hasNamesake =
          vatNumber !== null && (await hasOther(deps.db, request.scope, { country, vatNumber, except: id }))
        const warnings = companyWarnings(deps, body, hasNamesake)
        return {
          data: presentCompany(row),
          ...(warnings.length > 0 && { warnings: [...warnings] }),
        }
      })
    },
  )

  app.get(
    '/v1/companies',
    {
      config: { access: 'read' },
      schema: {
        operationId: 'listCompanies',
        summary: 'List companies',
        description: 'The companies of the account and environment, oldest first, deleted ones with `isActive: false`.',
        tags,
        querystring: ListQuery('Companies'),
        response: responses({ 200: CompanyList }, 400),
      },
    },
    (request) => {
      const { scope } = request
      const { cursor, limit = WHOLE_LIST.standard } = request.query
      return pageOf(
        deps.cursors,
        { list: 'comp', scope, cursor, limit },
        (after, most) => listCompanies(deps.db, scope, after, most),
        presentCompany,
      )
    },
  )

  app.get(
    '/v1/companies/:id',
    {
      config: { access: 'read' },
      schema: {
        operationId: 'getCompany',
        summary: 'Get a company',
        description: 'Also one that was deleted, with `isActive: false`: its invoices still refer to it.',
        tags,
        params: IdParams,
        response: responses({ 200: CompanyResponse }, 404),
      },
    },
    async (request) => {
      const row = await companyById(deps, request.scope, request.params.id)
      return { data: presentCompany(row) }
    },
  )

  app.patch(
    '/v1/companies/:id',
    {
      config: { access: 'write', changes: CHANGES },
      schema: {
        operationId: 'updateCompany',
        summary: 'Change a company',
        description: 'Only the fields that you send change; an address or contacts are replaced as a whole.',
        tags,
        params: IdParams,
        body: AmendCompanyBody,
        response: responses({ 200: CompanyResponse }, 400, 403, 404, 409, 413, 415),
      },
    },
    async (request) => {
      const { stream, position } = await changeCompany(deps, commandContext(request), request.params.id, request.body)
      await deps.freshness.waitFor(position, [companies.name])
      return { data: presentCompany(knownRow(await loadRow(deps, companies, stream))) }
    },
  )

  app.put(
    '/v1/companies/:id/defaults',
    {
      config: { access: 'write', changes: CHANGES },
      schema: {
        operationId: 'setCompanyDefaults',
        summary: 'Set the defaults of a company',
        description:
          'What invoices of the company contain where they do not say it themselves: notes, payment, tax regime, legal ' +
          'information. They are set as a whole, and count for invoices in JSON whose supplier is the company, from ' +
          'then on: an invoice keeps what it had when it was created. `POST /v1/invoices/validate` applies them, too. ' +
          "A field that the format of the company's country has no place for is a 400.",
        tags,
        params: IdParams,
        body: CompanyDefaultsBody,
        response: responses({ 200: CompanyDefaultsResponse }, 400, 403, 404, 409, 413, 415),
      },
    },
    async (request) => {
      const { id } = request.params
      const defaults = request.body as CompanyDefaults
      const { position } = await changeDefaults(deps, commandContext(request), id, defaults)
      await deps.freshness.waitFor(position, [companies.name])
      return { data: presentDefaults({ id, defaults }) }
    },
  )

  app.get(
    '/v1/companies/:id/defaults',
    {
      config: { access: 'read' },
      schema: {
        operationId: 'getCompanyDefaults',
        summary: 'Get the defaults of a company',
        description:
          'What invoices of the company contain where they do not say it themselves. A deleted company keeps its ' +
          'defaults, to be read.',
        tags,
        params: IdParams,
        response: responses({ 200: CompanyDefaultsResponse }, 404),
      },
    },
    async (request) => {
      const row = await companyById(deps, request.scope, request.params.id)
      return { data: presentDefaults(row) }
    },
  )

  app.delete(
    '/v1/companies/:id/defaults',
    {
      config: { access: 'write', changes: CHANGES },
      schema: {
        operationId: 'deleteCompanyDefaults',
        summary: 'Remove the defaults of a company',
        description: 'Later invoices contain only what they say themselves. Without defaults this changes nothing.',
        tags,
        params: IdParams,
        response: responses({ 200: CompanyDefaultsResponse }, 403, 404, 409),
      },
    },
    async (request) => {
      const { id } = request.params
      const { position } = await changeDefaults(deps, commandContext(request), id, {})
      await deps.freshness.waitFor(position, [companies.name])
      return { data: presentDefaults({ id, defaults: null }) }
    },
  )

  app.delete(
    '/v1/companies/:id',
    {
      config: { access: 'write', changes: CHANGES },
      schema: {
        operationId: 'deleteCompany',
        summary: 'Delete a company',
        description:
          'A deleted company accepts no new invoices; its existing invoices are unaffected, and it can still be ' +
          'read. Its connections are deleted, and their tokens and certificates erased, once its invoices no ' +
          'longer need them; `DELETE /v1/connections/{id}` does it at once.',
        tags,
        params: IdParams,
        response: responses({ 200: DeletedResponse('company', 'comp') }, 403, 404, 409),
      },
    },
    async (request) => {
      const { id } = request.params
      // It waits for the read model before the place is free.
      await closeCompany(deps, commandContext(request), id)
      return { data: { id, deleted: true as const } }
    },
  )
}
