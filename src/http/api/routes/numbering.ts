import { changeNumbering, nextNumbers } from '../../../commands/use-cases/numbering.js'
import type { Scope } from '../../../domain/event.js'
import { knownRow } from '../../../domain/aggregate.js'
import { NumberingBody } from '../../../documents/intake/schemas/numbering.js'
import { companies, type CompanyRow } from '../../../projections/companies.js'
import { loadRow } from '../../load-row.js'
import { type App, IdParams, type RouteDeps } from '../../route.js'
import { invoiceWithNumber } from '../../../projections/invoices.js'
import { commandContext } from '../access.js'
import { NumberingResponse } from '../schemas/numbering.js'
import { responses } from '../schemas/responses.js'
import { companyById } from '../row-by-id.js'

const PATH = '/v1/companies/:id/numbering'
const tags = ['Companies']
const CHANGES = { of: 'a company', perMinute: 20 }

/** Sets, returns and removes the number series of companies. */
export function numberingRoutes(app: App, deps: RouteDeps): void {
  const changing = {
    ...deps,
    invoiceWithNumber: (scope: Scope, companyId: string, number: string) =>
      invoiceWithNumber(deps.db, scope, companyId, number),
  }
  app.put(
    PATH,
    {
      config: { access: 'write', changes: CHANGES },
      schema: {
        operationId: 'setCompanyNumbering',
        summary: 'Set the number series of a company',
        description:
          'From then on each invoice in JSON whose supplier is the company gets the next number when it is created, ' +
          'without gaps and never twice; `number` in the request is a 400. Such an invoice is always validated first: a ' +
          'broken one is refused and uses no number. Test and live environment count apart. The series stays when the ' +
          'pattern changes to one with the same numbers (more digits). `start` is for a series that was begun ' +
          'elsewhere. After a restore of the event store the series is paused (409) until it is set again, since lost numbers ' +
          'may have been used. The self-billed invoices of customers and those of other suppliers have numbers of their own, as ' +
          'have documents in XML; one whose number the series assigns is a 400.',
        tags,
        params: IdParams,
        body: NumberingBody,
        response: responses({ 200: NumberingResponse }, 400, 403, 404, 409, 413, 415),
      },
    },
    async (request) => {
      const { id } = request.params
      const { stream, position } = await changeNumbering(changing, commandContext(request), id, request.body)
      await deps.freshness.waitFor(position, [companies.name])
      const row = knownRow(await loadRow(deps, companies, stream))
      return { data: await shown(deps, request, row) }
    },
  )

  app.get(
    PATH,
    {
      config: { access: 'read' },
      schema: {
        operationId: 'getCompanyNumbering',
        summary: 'Get the number series of a company',
        description:
          'With the number that an invoice of today would get next; it is not reserved. A deleted company keeps its ' +
          'series, to be read.',
        tags,
        params: IdParams,
        response: responses({ 200: NumberingResponse }, 404),
      },
    },
    async (request) => {
      const row = await companyById(deps, request.scope, request.params.id)
      return { data: await shown(deps, request, row) }
    },
  )

  app.delete(
    PATH,
    {
      config: { access: 'write', changes: CHANGES },
      schema: {
        operationId: 'deleteCompanyNumbering',
        summary: 'Remove the number series of a company',
        description:
          'Later invoices have numbers of their own. A series that is set again continues after its last number. ' +
          'Without a series this changes nothing.',
        tags,
        params: IdParams,
        response: responses({ 200: NumberingResponse }, 403, 404, 409),
      },
    },
    async (request) => {
      const { id } = request.params
      const { position } = await changeNumbering(changing, commandContext(request), id, null)
      await deps.freshness.waitFor(position, [companies.name])
      return { data: { companyId: id } }
    },
  )
}

async function shown(deps: RouteDeps, { scope }: { readonly scope: Scope }, { id, country, numbering }: CompanyRow) {
  if (numbering === null) return { companyId: id }
  const { pattern, creditNotePattern } = numbering
  return {
    companyId: id,
    pattern,
    ...(creditNotePattern !== undefined && { creditNotePattern }),
    ...(await nextNumbers(deps, scope, id, country, numbering)),
  }
}
