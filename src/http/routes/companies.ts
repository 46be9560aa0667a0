import { amendCompany } from '../../commands/amend-company.js'
import { createCompany } from '../../commands/create-company.js'
import { deactivateCompany } from '../../commands/deactivate-company.js'
import { handle } from '../../commands/handle.js'
import { company } from '../../domain/company.js'
import { newId } from '../../domain/ids.js'
import { streamName } from '../../domain/streams.js'
import { companies, findCompany, listCompanies } from '../../projections/companies.js'
import { project } from '../../projections/projection.js'
import { commandContext } from '../access.js'
import { conflict, invalidField, notFound } from '../errors.js'
import { loadOwned, loadRow } from '../owned.js'
import { pageOf } from '../page.js'
import { presentCompany } from '../present.js'
import { AmendCompanyBody, CompanyList, CompanyResponse, CreateCompanyBody } from '../schemas/company.js'
import { ListQuery, WHOLE_LIST } from '../schemas/page.js'
import { DeletedResponse, responses } from '../schemas/responses.js'
import { type App, IdParams, present, type RouteDeps } from './route.js'

const tags = ['Companies']
const CHANGES = { of: 'a company', perMinute: 20 }

export function companyRoutes(app: App, deps: RouteDeps): void {
  app.post(
    '/v1/companies',
    {
      config: { access: 'write', changes: { of: 'companies', perMinute: 60 } },
      schema: {
        operationId: 'createCompany',
        summary: 'Create a company',
        tags,
        body: CreateCompanyBody,
        response: responses({ 201: CompanyResponse }, 400, 403, 413, 415),
      },
    },
    async (request, reply) => {
      const { scope, principal, body } = request
      const { vat } = deps.countryOf(body.country)
      const vatNumber = vat.normalise(body.vatNumber, { checkDigit: scope.environment === 'production' })
      if (vatNumber === null) {
        throw invalidField('vatNumber', `is not a VAT number of ${body.country}: ${vat.description}`)
      }
      const companyId = newId('comp', deps.random)
      await deps.quota.claimCompany(scope, principal.plan, companyId)
      const outcome = await handle(
        deps,
        commandContext(request),
        company,
        streamName(scope.environment, 'Company', companyId),
        createCompany({ ...body, companyId, vatNumber, currency: body.currency ?? 'EUR' }),
      )
      await deps.freshness.waitFor(outcome.loaded.position, [companies.name])
      return reply.code(201).send({ data: presentCompany(present(project(companies, outcome.loaded.events))) })
    },
  )

  app.get(
    '/v1/companies',
    {
      config: { access: 'read' },
      schema: {
        operationId: 'listCompanies',
        summary: 'List companies',
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
        tags,
        params: IdParams,
        response: responses({ 200: CompanyResponse }, 404),
      },
    },
    async (request) => {
      const row = await findCompany(deps.db, request.scope, request.params.id)
      if (row === null) throw notFound('company')
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
        description: 'Only what is sent changes; an address or contacts are replaced as a whole.',
        tags,
        params: IdParams,
        body: AmendCompanyBody,
        response: responses({ 200: CompanyResponse }, 400, 403, 404, 409, 413, 415),
      },
    },
    async (request) => {
      const owned = await loadOwned(deps.store, request.scope, company, 'Company', request.params.id, deps.snapshots)
      if (!owned) throw notFound('company')
      const command = amendCompany(request.body)
      const outcome = await handle(deps, commandContext(request), company, owned.stream, command, owned.loaded)
      if (outcome.kind === 'rejected') {
        throw outcome.rejection === 'unknown' ? notFound('company') : conflict('The company was deleted')
      }
      await deps.freshness.waitFor(outcome.loaded.position, [companies.name])
      return { data: presentCompany(present(await loadRow(deps, companies, owned.stream))) }
    },
  )

  app.delete(
    '/v1/companies/:id',
    {
      config: { access: 'write', changes: CHANGES },
      schema: {
        operationId: 'deleteCompany',
        summary: 'Delete a company',
        description: 'It takes no new invoices; those that it has are unaffected, and it can still be read.',
        tags,
        params: IdParams,
        response: responses({ 200: DeletedResponse('company', 'comp') }, 403, 404, 409),
      },
    },
    async (request) => {
      const { id } = request.params
      const owned = await loadOwned(deps.store, request.scope, company, 'Company', id, deps.snapshots)
      if (!owned) throw notFound('company')
      const context = commandContext(request)
      const outcome = await handle(deps, context, company, owned.stream, deactivateCompany(), owned.loaded)
      if (outcome.kind === 'rejected') {
        throw outcome.rejection === 'unknown' ? notFound('company') : conflict('The company is deleted already')
      }
      await deps.freshness.waitFor(outcome.loaded.position, [companies.name])
      await deps.quota.releaseCompany(request.scope, id)
      return { data: { id, deleted: true as const } }
    },
  )
}
