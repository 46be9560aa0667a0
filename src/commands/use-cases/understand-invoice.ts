import type { Country } from '../../countries/country.js'
import { issuerOf } from '../../countries/issuer.js'
import type { Clock } from '../../domain/clock.js'
import type { Scope } from '../../domain/event.js'
import type { CountryCode } from '../../domain/request/invoice-request.js'
import type { EventStore } from '../../eventstore/port.js'
import { acceptInvoice, type InvoiceAndAttachments } from '../../documents/intake/accept-invoice.js'
import type { InvoiceBody } from '../../documents/intake/schemas/invoice-input.js'
import { withDefaults } from '../../documents/intake/company-defaults.js'
import { isSupplier, withDetailsOf } from '../../documents/intake/supplier-of-company.js'
import { refuseForeignAdvances, resolvePrepayments } from './advance-invoices.js'
import { type InvoiceSeries, nextNumber } from './assign-number.js'
import { refuseOwnNumber, seriesOfInvoice } from './numbering.js'
import { resolvePreceding } from './preceding-invoice.js'
import { type Candidate, findIssuer, submittingCompany, type Submitters } from './submitting-company.js'
import { type WayDeps, withWay } from './way-of-invoice.js'

/** The dependencies of `understandInvoice`. */
export interface UnderstandDeps {
  readonly store: EventStore
  readonly snapshots?: WayDeps['snapshots']
  readonly vault: WayDeps['vault']
  readonly clock: Clock
  readonly submitters: Submitters
  readonly countryOf: (code: CountryCode) => Country
}

/** A posted invoice with everything that the account has about it. */
interface UnderstoodInvoice<Company> extends InvoiceAndAttachments {
  /** The one that submits it. */
  readonly company: Company
  /**
   * From which it gets its number when it is created; its number here is the next one, which is
   * not reserved. null: it has its own number.
   */
  readonly series: InvoiceSeries | null
}

/**
 * Resolves a posted invoice in its account: the invoice that it corrects, the company that submits
 * it, what that company adds to its party, and the system through which it goes. Creation and
 * validation both use this, so that both judge the same invoice. Refuses `precedingInvoice`,
 * `prepayments`, `companyId`, and `number` where a series assigns it.
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
  return completed(deps, scope, invoice, country, company, body.number)
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
  const company = await findIssuer(deps.submitters, scope, country, invoice.accepted)
  return completed(deps, scope, invoice, country, company, body.number)
}

async function withPreceding(
  deps: UnderstandDeps,
  scope: Scope,
  body: InvoiceBody,
  invoiceId: string,
): Promise<InvoiceAndAttachments> {
  const { clock, countryOf } = deps
  const preceding = await resolvePreceding(deps, scope, body.precedingInvoice)
  const { prepayments, found } = await resolvePrepayments(deps, scope, body.prepayments)
  const context = { countryOf, now: clock.now(), invoiceId, environment: scope.environment, preceding, prepayments }
  const invoice = acceptInvoice(body, context)
  refuseForeignAdvances(found, invoice.accepted)
  return invoice
}

async function completed<Company extends Candidate | null>(
  deps: UnderstandDeps,
  scope: Scope,
  { accepted, attachments }: InvoiceAndAttachments,
  country: Country,
  company: Company,
  number: string | undefined,
): Promise<UnderstoodInvoice<Company>> {
  if (company === null) return { company, attachments, accepted, series: null }
  const issuer = issuerOf(country, accepted)
  const { invoicing } = country
  const isItsOwn = issuer === 'supplier' && isSupplier(company, accepted.supplier)
  const defaulted =
    company.defaults !== null && invoicing !== null && isItsOwn
      ? withDefaults(company.defaults, accepted, invoicing.terms)
      : accepted
  const detailed = withDetailsOf(company, defaulted, issuer)
  const sent = await withWay(deps, scope, country, company.id, detailed, 'json')
  const series = seriesOfInvoice(company, country, sent)
  if (series === null) return { company, attachments, accepted: sent, series }
  refuseOwnNumber(series, number)
  const next = await nextNumber(deps, scope.environment, series)
  return { company, attachments, accepted: { ...sent, number: next }, series }
}
