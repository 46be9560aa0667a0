import { changeLogo } from '../../../commands/use-cases/company-logo.js'
import { CompanyLogoBody } from '../../../documents/intake/schemas/company-logo.js'
import { companies } from '../../../projections/companies.js'
import { resolveDocument } from '../../../storage/documents/invoice-content.js'
import { presentLogo } from '../../present.js'
import { type App, IdParams, type RouteDeps } from '../../route.js'
import { commandContext } from '../access.js'
import { CompanyLogoResponse } from '../schemas/company.js'
import { responses } from '../schemas/responses.js'
import { companyById } from '../row-by-id.js'

const PATH = '/v1/companies/:id/logo'
const tags = ['Companies']
/** Each image stays in the document store as long as the company. */
const CHANGES = { of: 'a logo', perMinute: 10 }

/** Sets, returns and removes the logo and the colour of companies' pages. */
export function logoRoutes(app: App, deps: RouteDeps): void {
  app.put(
    PATH,
    {
      config: { access: 'write', changes: CHANGES },
      schema: {
        operationId: 'setCompanyLogo',
        summary: 'Set the logo of a company',
        description:
          'The PDFs of invoices whose supplier is the company show the logo and use the colour, from then on: an ' +
          'invoice keeps those that it had when it was created, so its PDF stays the same. Both are set as a whole. ' +
          'The image is cleaned: it is written again from its pixels, on white, or from its outlines. Scripts, ' +
          'references, metadata and animations are left out; what would look different without them (text, images, ' +
          '`use`, `foreignObject`, gradients, transparency) is a 400, as is a document type declaration. A colour ' +
          'that is too light for texts on white is a 400 with the nearest shade that is readable.',
        tags,
        params: IdParams,
        body: CompanyLogoBody,
        response: responses({ 200: CompanyLogoResponse }, 400, 403, 404, 409, 413, 415),
      },
    },
    async (request) => {
      const { id } = request.params
      const { position, letterhead, content } = await changeLogo(deps, commandContext(request), id, request.body)
      await deps.freshness.waitFor(position, [companies.name])
      return { data: presentLogo(id, letterhead, content) }
    },
  )

  app.get(
    PATH,
    {
      config: { access: 'read' },
      schema: {
        operationId: 'getCompanyLogo',
        summary: 'Get the logo of a company',
        description:
          'The cleaned image and the colour. A deleted company keeps them, as long as its invoices are kept.',
        tags,
        params: IdParams,
        response: responses({ 200: CompanyLogoResponse }, 404),
      },
    },
    async ({ scope, params }) => {
      const { letterhead } = await companyById(deps, scope, params.id)
      const logo = letterhead?.logo
      const content = logo === undefined ? null : await resolveDocument(deps.documents, scope, logo.sha256)
      return { data: presentLogo(params.id, letterhead, content) }
    },
  )

  app.delete(
    PATH,
    {
      config: { access: 'write', changes: CHANGES },
      schema: {
        operationId: 'deleteCompanyLogo',
        summary: 'Remove the logo of a company',
        description: 'Later invoices have neither logo nor colour of their own. Without them this changes nothing.',
        tags,
        params: IdParams,
        response: responses({ 200: CompanyLogoResponse }, 403, 404, 409),
      },
    },
    async (request) => {
      const { id } = request.params
      const { position } = await changeLogo(deps, commandContext(request), id, null)
      await deps.freshness.waitFor(position, [companies.name])
      return { data: presentLogo(id, null, null) }
    },
  )
}
