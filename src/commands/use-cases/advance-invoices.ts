import type { Country } from '../../countries/country.js'
import { defined } from '../../domain/defined.js'
import type { Scope } from '../../domain/event.js'
import { type InvoiceCreated, invoice } from '../../domain/invoice.js'
import { invalidField } from '../../domain/refusal.js'
import type { CountryCode, InvoiceRequest } from '../../domain/request/invoice-request.js'
import type { Prepayment, PrepaymentVat } from '../../domain/request/prepayment.js'
import { VAT_CATEGORIES } from '../../domain/vat-category.js'
import type { EventStore } from '../../eventstore/port.js'
import { type PostedPrepayment, statedPrepayment } from '../../documents/intake/prepayments.js'
import type { InvoiceBody } from '../../documents/intake/schemas/invoice-input.js'
import { loadOwned } from '../owned.js'

interface Deps {
  readonly store: EventStore
  readonly countryOf: (code: CountryCode) => Country
}

/** An advance invoice of the account that a posted invoice settles. */
interface FoundAdvance {
  /** For example `prepayments[0].id`. */
  readonly path: string
  readonly facts: InvoiceCreated['data']
}

/** An accepted invoice, and the number that the government assigned. */
interface AcceptedAdvance {
  readonly facts: InvoiceCreated['data']
  readonly govId: string | undefined
}

/** The advances of a posted invoice, and the invoices of the account among them. */
interface ResolvedPrepayments {
  readonly prepayments: readonly Prepayment[] | undefined
  readonly found: readonly FoundAdvance[]
}

/**
 * The advances of a posted invoice. One that names the id of an invoice of the account gets from
 * it the fields that it leaves out. Refuses an id that is not an accepted invoice.
 */
export async function resolvePrepayments(
  deps: Deps,
  scope: Scope,
  posted: InvoiceBody['prepayments'],
): Promise<ResolvedPrepayments> {
  if (posted === undefined) return { prepayments: undefined, found: [] }
  const prepayments: Prepayment[] = []
  const found: FoundAdvance[] = []
  for (const [index, each] of posted.entries()) {
    const path = `prepayments[${index}]`
    const advance = each.id === undefined ? undefined : await acceptedAdvance(deps, scope, each, `${path}.id`)
    if (advance === undefined) {
      prepayments.push(statedPrepayment(each, path))
      continue
    }
    const { facts, govId } = advance
    found.push({ path: `${path}.id`, facts })
    const vat = each.vat ?? vatOf(deps, facts, path)
    const { number, issueDate, grossAmount } = facts
    const isQuoted = deps.countryOf(facts.country).invoicing?.terms.has('prepayments.ksefNumber') === true
    const filled = { number, issueDate, amount: Number(grossAmount), ...(isQuoted && defined({ ksefNumber: govId })) }
    prepayments.push(statedPrepayment({ ...filled, ...each, vat }, path))
  }
  return { prepayments, found }
}

async function acceptedAdvance(
  { store }: Deps,
  scope: Scope,
  { id = '', number }: PostedPrepayment,
  path: string,
): Promise<AcceptedAdvance> {
  if (number !== undefined) throw invalidField(path, "can't be combined with number; send one of them")
  const owned = await loadOwned(store, scope, invoice, 'Invoice', id)
  if (!owned || owned.loaded.state.status === 'none')
    throw invalidField(path, 'does not match an invoice of this account and environment; send its number instead')
  const { status, facts } = owned.loaded.state
  if (status !== 'accepted')
    throw invalidField(path, `is an invoice with the status ${status}; a final invoice settles accepted advances`)
  if (facts.invoiceType !== 'invoice')
    throw invalidField(path, `is a ${facts.invoiceType.replace('_', ' ')}; a final invoice settles advance invoices`)
  const accepted = owned.loaded.events.find((event) => event.type === 'InvoiceAccepted')
  return { facts, govId: accepted?.data.govId }
}

/** The VAT of an advance, from its content. */
function vatOf(
  { countryOf }: Deps,
  { country, content }: InvoiceCreated['data'],
  path: string,
): readonly PrepaymentVat[] {
  const { invoicing } = countryOf(country)
  if (content.kind !== 'inline' || invoicing === null)
    throw invalidField(`${path}.vat`, 'is required: the VAT of this advance is only in its document; send it by rate')
  return invoicing.model(content.invoice).vatBreakdown.map(({ category, rate, taxable, tax }) => {
    const vatCategory = VAT_CATEGORIES.find((each) => each === category)
    return {
      vatRate: Number(rate?.toString() ?? 0),
      ...(vatCategory !== undefined && vatCategory !== 'S' && { vatCategory }),
      taxableAmount: Number(taxable?.toString() ?? 0),
      taxAmount: Number(tax?.toString() ?? 0),
    }
  })
}

/** Refuses advances of other parties, of another country or in another currency. */
export function refuseForeignAdvances(found: readonly FoundAdvance[], final: InvoiceRequest): void {
  for (const { path, facts } of found) {
    const other = (what: string, theirs: string) =>
      invalidField(path, `is an invoice ${what} ${theirs}; a final invoice settles its own advances only`)
    const { supplier, customer, currency, country } = final
    if (facts.country !== country) throw other('for', facts.country)
    if (facts.currency !== currency) throw other('in', facts.currency)
    if (facts.supplierVat !== supplier.vatNumber) throw other('of the supplier', facts.supplierVat)
    // Without a number the name is all that distinguishes customers.
    const isSame =
      facts.customerVat === customer.vatNumber && (facts.customerVat !== '' || facts.customerName === customer.name)
    if (!isSame)
      throw other('to the customer', facts.customerVat === '' ? (facts.customerName ?? '') : facts.customerVat)
  }
}
