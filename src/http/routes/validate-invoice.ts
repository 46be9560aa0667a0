import type { Finding, Judgement } from '../../countries/country.js'
import { profileOf, profileOfCountry } from '../../countries/profiles.js'
import type { XmlJudgement } from '../../countries/judge-xml.js'
import type { CountryCode } from '../../domain/invoice-request.js'
import { todayIn } from '../../domain/calendar.js'
import { newId } from '../../domain/ids.js'
import { inStrings } from '../../einvoice/judgement.js'
import { judgingHere } from '../../judging/here.js'
import { invalidField } from '../errors.js'
import { acceptInvoice, invoicingCountry } from '../../intake/accept-invoice.js'
import { resolvePreceding } from '../../commands/use-cases/preceding-invoice.js'
import { InvoiceBody } from '../../intake/schemas/invoice-input.js'
import { ruleLink } from '../rule-links.js'
import { responses } from '../schemas/responses.js'
import { ValidationQuery, ValidationResult } from '../schemas/validation.js'
import type { App, RouteDeps } from './route.js'

/** Judges an invoice in JSON or a document in XML without creating anything. */
export function validateInvoiceRoute(app: App, deps: RouteDeps): void {
  app.post(
    '/v1/invoices/validate',
    {
      // It leaves no trace, so a key that may only read may do it.
      config: { access: 'read', takesXml: true, changes: null },
      schema: {
        operationId: 'validateInvoice',
        summary: 'Validate an invoice',
        description:
          'Runs all rules on an invoice without creating it. Nothing is stored or counted. With `Content-Type: application/xml` it takes a document in ' +
          'XML instead (UBL 2.1 or CII, of any EN 16931 country) and judges it by the profile that the query asks for or the document names; findings ' +
          'then say the path and the line of the element in that document. `profile` says by which rules it was judged. ' +
          'At most 1,000 findings are listed, fatal ones before warnings; `findingsTotal` says how many there are.',
        tags: ['Invoices'],
        querystring: ValidationQuery,
        body: InvoiceBody,
        response: responses({ 200: ValidationResult }, 400, 413, 415),
      },
    },
    async (request) => {
      const { body, scope } = request
      const judging = deps.judging ?? judgingHere
      const { linkBase } = deps.config
      const caller = { account: scope.account, whenBusy: 'refuse' } as const
      if (Buffer.isBuffer(body)) {
        const { profile, country } = request.query
        refuseContradiction(profile, country)
        return ofDocument(await judging.explain(caller, body, { profile, country }), linkBase)
      }
      for (const name of ['profile', 'country'] as const)
        if (request.query[name] !== undefined)
          throw invalidField(
            name,
            'is for documents in XML; leave it out, an invoice in JSON is judged by its own country',
          )
      const country = invoicingCountry(body, deps.countryOf)
      const now = deps.clock.now()
      const preceding = await resolvePreceding(deps.store, scope, body.precedingInvoice)
      const { accepted } = acceptInvoice(body, {
        ...deps,
        now,
        preceding,
        environment: scope.environment,
        invoiceId: newId('inv', deps.random),
      })
      const judgement = await judging.validate(caller, country, accepted, todayIn(country.timeZone, now))
      return verdict(profileOfCountry(body.country)?.name ?? null, judgement, linkBase)
    },
  )
}

/** The same answer for a document in XML, where a fix tells the place of the term as well. */
function ofDocument({ profile, findings, ...judgement }: XmlJudgement, linkBase: string) {
  const details = findings.map(({ rule, severity, path, line, term, message, fix, termPath }) => ({
    rule,
    severity,
    path,
    line,
    term,
    message,
    fix: termPath === undefined ? fix : `${fix} (${term}: ${termPath})`,
  }))
  return verdict(profile, { ...judgement, findings: details }, linkBase)
}

function verdict<Found extends Finding>(
  profile: string | null,
  judgement: Pick<Judgement, 'valid' | 'findingsTotal'> & { readonly findings: readonly Found[] },
  linkBase: string,
) {
  const { valid, findings, findingsTotal } = judgement
  const details = findings.map((finding) => ({ ...finding, docs: ruleLink(linkBase, finding.rule) }))
  return { profile, valid, ...inStrings(judgement), findingsTotal, details }
}

function refuseContradiction(profile: string | undefined, country: CountryCode | undefined): void {
  if (profile === undefined || country === undefined || profileOf('', profile)?.country === country) return
  throw invalidField(
    'country',
    `and profile contradict each other: ${profile} is no profile of ${country}; send one of them`,
  )
}
