import type { Finding, Judgement } from '../../../countries/country.js'
import { profileOfRequest } from '../../../countries/judging/profiles.js'
import { issuerOf } from '../../../countries/issuer.js'
import { COUNTRIES } from '../../../countries/registry.js'
import type { CountryCode } from '../../../domain/request/invoice-request.js'
import { turnFor } from '../../../domain/large-work.js'
import { sized } from '../../../domain/request/sized-invoice.js'
import { newId } from '../../../domain/ids.js'
import { inStrings } from '../../../einvoice/rules/judgement.js'
import { judgeInProcess } from '../../../documents/judging/in-process.js'
import { invalidField } from '../../errors.js'
import { settledAdvances } from '../../../commands/use-cases/final-invoice.js'
import { understandForValidation } from '../../../commands/use-cases/understand-invoice.js'
import { invoicingCountry } from '../../../documents/intake/accept-invoice.js'
import { isSupplier } from '../../../documents/intake/supplier-of-company.js'
import { InvoiceBody } from '../../../documents/intake/schemas/invoice-input.js'
import { hasVatNumber } from '../../../projections/companies.js'
import { andSettledAdvances } from '../../../einvoice/rules/settled-advance.js'
import { andUnknownSupplier } from '../../../einvoice/rules/unknown-supplier.js'
import { asShown, judgeFor, withLinks } from '../findings.js'
import { responses } from '../schemas/responses.js'
import { ValidationQuery, ValidationResult } from '../schemas/validation.js'
import type { App, RouteDeps } from '../../route.js'

/** Validates an invoice in JSON or a document in XML without creating anything. */
export function validateInvoiceRoute(app: App, deps: RouteDeps): void {
  app.post(
    '/v1/invoices/validate',
    {
      // It stores nothing, so a read-only key may call it.
      config: { access: 'read', takesXml: true, takesPdf: true, changes: null },
      schema: {
        operationId: 'validateInvoice',
        summary: 'Validate an invoice',
        description:
          'Runs all rules on an invoice without creating it. Nothing is stored or counted. It rejects the same ' +
          'requests as POST /v1/invoices, with the same 400; but it needs no company (one that `companyId` names ' +
          'must exist and be connected) and no way to the government. With `Content-Type: application/xml` it ' +
          'accepts a document in XML instead (UBL 2.1 or CII, of any EN 16931 country, FatturaPA, FA(3), or a French life-cycle message) and validates it against ' +
          'the profile that the query or the document names; findings then contain the path and the line of the ' +
          'element in that document. With `Content-Type: application/pdf` it accepts a Factur-X (ZUGFeRD), whose XML ' +
          'is validated so, with its name, its relationship and the metadata of the PDF. `profile` names the rules that were used. With `country` the document is ' +
          'validated as POST /v1/invoices validates it: the rules of the service (`CW-…`) for that country apply ' +
          'as well. For an invoice in JSON, root causes come first; a finding that follows from another comes ' +
          'after it and names it. At most 1,000 findings are listed, fatal ones before warnings; `findingsTotal` ' +
          'is the number of all.',
        tags: ['Invoices'],
        querystring: ValidationQuery,
        body: InvoiceBody,
        response: responses({ 200: ValidationResult }, 400, 413, 415),
      },
    },
    async (request) => {
      const { body, scope } = request
      const { linkBase } = deps.config
      if (Buffer.isBuffer(body)) {
        const { profile, country } = request.query
        refuseContradiction(profile, country)
        const caller = { account: scope.account, whenBusy: 'refuse' } as const
        const options = { profile, country, isToBeSent: country !== undefined, now: deps.clock.now() }
        const judgement = await (deps.judging ?? judgeInProcess).explain(caller, body, options)
        return verdict(judgement.profile, asShown(judgement), linkBase)
      }
      for (const name of ['profile', 'country'] as const)
        if (request.query[name] !== undefined)
          throw invalidField(
            name,
            'is for documents in XML; leave it out: the rules of an invoice in JSON are those of its own country',
          )
      const country = invoicingCountry(body, deps.countryOf)
      const invoiceId = newId('inv', deps.random)
      const { accepted, company } = await understandForValidation(deps, scope, country, body, invoiceId)
      const role = issuerOf(country, accepted)
      const issuer = accepted[role]
      const isOurs =
        (company !== null && isSupplier(company, issuer)) ||
        (issuer.vatNumber !== '' && (await hasVatNumber(deps.db, scope, issuer.vatNumber)))
      await turnFor(scope.account, request.bodySize)
      const judgement = await judgeFor(scope, deps)(country, sized(accepted))
      const known = isOurs ? judgement : andUnknownSupplier(judgement, issuer, role)
      const shown = andSettledAdvances(known, await settledAdvances(deps.store, scope, accepted))
      return verdict(profileOfRequest(accepted)?.name ?? null, shown, linkBase)
    },
  )
}

function verdict<Found extends Finding>(
  profile: string | null,
  judgement: Pick<Judgement, 'valid' | 'findingsTotal'> & { readonly findings: readonly Found[] },
  linkBase: string,
) {
  const { valid, findings, findingsTotal } = judgement
  return { profile, valid, ...inStrings(judgement), findingsTotal, details: withLinks(findings, linkBase) }
}

function refuseContradiction(profile: string | undefined, country: CountryCode | undefined): void {
  if (profile === undefined || country === undefined) return
  if (COUNTRIES[country].documents.some(({ name }) => name === profile)) return
  throw invalidField(
    'country',
    `and profile contradict each other: ${profile} is not a profile of ${country}; send one of them`,
  )
}
