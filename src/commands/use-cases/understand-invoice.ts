import type { Country } from '../../countries/country.js'
import { issuerOf } from '../../countries/issuer.js'
import type { Clock } from '../../domain/clock.js'
import type { Scope } from '../../domain/event.js'
import type { CountryCode } from '../../domain/request/invoice-request.js'
import type { EventStore } from '../../eventstore/port.js'
import { acceptInvoice, type InvoiceAndAttachments } from '../../documents/intake/accept-invoice.js'
import type { InvoiceBody } from '../../documents/intake/schemas/invoice-input.js'
import { withDetailsOf } from '../../documents/intake/supplier-of-company.js'
import { resolvePreceding } from './preceding-invoice.js'
import { type Candidate, findIssuer, submittingCompany, type Submitters } from './submitting-company.js'

/** The dependencies of `understandInvoice`. */
export interface UnderstandDeps {
  readonly store: EventStore
  readonly clock: Clock
  readonly submitters: Submitters
  readonly countryOf: (code: CountryCode) => Country
}

/** A posted invoice with everything that the account has about it. */
interface UnderstoodInvoice<Company> extends InvoiceAndAttachments {
  /** The one that submits it. */
  readonly company: Company
}

/**
 * Resolves a posted invoice in its account: the invoice that it corrects, the company that submits
 * it, and what that company adds to its party. Creation and validation both use this, so that
 * both judge the same invoice. Refuses `precedingInvoice` and `companyId`.
 */
export async function understandInvoice(
  deps: UnderstandDeps,
  scope: Scope,
  country: Country,
  body: InvoiceBody,
  invoiceId: string,
): Promise<UnderstoodInvoice<Candidate>> {
  const invoice = await withPreceding(deps, scope, body, invoiceId)
  const company = await submittingCompany(deps, scope, country, body.companyId, invoice.accepted)
  return completed(invoice, country, company)
}

/**
 * The same for an invoice that need not be submitted: only a company that is named must be able to
 * submit. Without one, the details come from the company that would be found.
 */
export async function understandForValidation(
  deps: UnderstandDeps,
  scope: Scope,
  country: Country,
  body: InvoiceBody,
  invoiceId: string,
): Promise<UnderstoodInvoice<Candidate | null>> {
  if (body.companyId !== undefined) return understandInvoice(deps, scope, country, body, invoiceId)
  const invoice = await withPreceding(deps, scope, body, invoiceId)
  return completed(invoice, country, await findIssuer(deps.submitters, scope, country, invoice.accepted))
}

async function withPreceding(
  deps: UnderstandDeps,
  scope: Scope,
  body: InvoiceBody,
  invoiceId: string,
): Promise<InvoiceAndAttachments> {
  const { clock, countryOf } = deps
  const preceding = await resolvePreceding(deps, scope, body.precedingInvoice)
  return acceptInvoice(body, { countryOf, now: clock.now(), invoiceId, environment: scope.environment, preceding })
}

function completed<Company extends Candidate | null>(
  { accepted, attachments }: InvoiceAndAttachments,
  country: Country,
  company: Company,
): UnderstoodInvoice<Company> {
  const isOther = company === null
  return {
    company,
    attachments,
    accepted: isOther ? accepted : withDetailsOf(company, accepted, issuerOf(country, accepted)),
  }
}
