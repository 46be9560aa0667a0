import { randomUUID } from 'node:crypto'
import type { Country, Invoicing } from '../../countries/country.js'
import type { GatewayFor } from '../../countries/gateways.js'
import { type GivenAmount, leftToPay, readAmounts } from '../../countries/payments.js'
import { todayIn } from '../../domain/calendar.js'
import type { Environment } from '../../domain/event.js'
import { derivedUuid } from '../../domain/ids.js'
import { invoice, type InvoiceEvent, type InvoiceState } from '../../domain/invoice.js'
import type { CountryCode } from '../../domain/request/invoice-request.js'
import type { PaidAmount } from '../../domain/payment-report.js'
import { conflict, invalid, invalidField, unknown } from '../../domain/refusal.js'
import type { DocumentStore } from '../../storage/documents/document-store.js'
import { resolveContent } from '../../storage/documents/invoice-content.js'
import { type CommandDeps, handle, type Loaded, type ScopedContext, scopeOf } from '../handle.js'
import { hasHappened } from '../command-id.js'
import { withoutConnection } from './closed-connection.js'
import { loadOwned } from '../owned.js'
import { MAX_REPORTS, requestPaymentReport } from '../invoice.js'

/** The dependencies of `reportPayment`. */
interface ReportPaymentDeps extends CommandDeps {
  readonly documents: DocumentStore
  readonly countryOf: (code: CountryCode) => Country
  readonly gatewayFor: GatewayFor
}

/** A payment as the seller states it. */
interface GivenPayment {
  /** `YYYY-MM-DD`. */
  readonly paidOn: string
  /** Absent: all that is left of the invoice. */
  readonly amounts?: readonly GivenAmount[]
}

/**
 * Requests that the payment of an accepted invoice is reported to its government. Refuses invoices
 * that don't exist or aren't accepted, those whose company and connection were deleted, countries
 * without such reports, dates in the future, and amounts that exceed what is left of the invoice.
 */
export async function reportPayment(
  deps: ReportPaymentDeps,
  context: ScopedContext,
  invoiceId: string,
  { paidOn, amounts }: GivenPayment,
): Promise<Loaded<InvoiceState, InvoiceEvent>> {
  const scope = scopeOf(context)
  const owned = await loadOwned(deps.store, scope, invoice, 'Invoice', invoiceId)
  const state = owned?.loaded.state
  if (!owned || !state || state.status === 'none') throw unknown('invoice')
  const { facts } = state
  const country = deps.countryOf(facts.country)
  const invoicing = invoicingWithReports(deps, scope.environment, country)
  if (facts.invoiceType === 'credit_note') {
    throw conflict('A credit note is not paid to the seller, so its payment is not reported')
  }
  const today = todayIn(country.timeZone, deps.clock.now())
  if (paidOn > today) throw invalidField('paidOn', `must not be in the future; today is ${today} in ${country.name}`)
  const model = invoicing.model(await resolveContent(deps.documents, scope, facts.content))
  const amountsOf = (reported: readonly PaidAmount[]): readonly PaidAmount[] => {
    const left = leftToPay(model, reported)
    if (left.length === 0) throw conflict('The whole invoice is already reported as paid')
    if (amounts === undefined) return left
    const read = readAmounts(amounts, left)
    if (read.faults.length > 0) throw invalid(read.faults)
    return read.amounts
  }
  if (state.status === 'accepted' && !hasHappened(context, owned.stream, owned.loaded)) {
    const refusal = await withoutConnection(deps, scope, facts, 'its payment can no longer be reported')
    if (refusal !== null) throw refusal
  }
  const paymentId = derivedUuid('payment', invoiceId, context.commandId ?? randomUUID())
  const decide = requestPaymentReport({ paymentId, paidOn }, amountsOf)
  const outcome = await handle(deps, context, invoice, owned.stream, decide, owned.loaded)
  if (outcome.kind === 'done') return outcome.loaded
  switch (outcome.rejection) {
    case 'unknown':
      throw unknown('invoice')
    case 'not_accepted':
      throw conflict(`Only the payment of an accepted invoice is reported; this one is ${outcome.loaded.state.status}`)
    case 'too_many':
      throw conflict(`${MAX_REPORTS} payments of the invoice were reported, which is the limit`)
  }
}

function invoicingWithReports(
  { gatewayFor }: ReportPaymentDeps,
  environment: Environment,
  country: Country,
): Invoicing {
  const reports = gatewayFor(environment, country)?.reportPayment !== undefined
  if (country.invoicing === null || !reports) {
    throw invalidField(
      '',
      `The government of ${country.name} does not collect payment reports; there is nothing to report`,
    )
  }
  return country.invoicing
}
