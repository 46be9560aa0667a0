import type { Country } from '../../countries/country.js'
import type { CountryCode, InvoiceRequest } from '../../domain/request/invoice-request.js'
import type { Scope } from '../../domain/event.js'
import { invoice } from '../../domain/invoice.js'
import { invalidField } from '../../domain/refusal.js'
import type { EventStore } from '../../eventstore/port.js'
import type { InvoiceBody } from '../../documents/intake/schemas/invoice-input.js'
import { loadOwned } from '../owned.js'

/**
 * Number and date of the invoice that a note corrects, looked up if only its id was given, and, if
 * its country's format has a place for it (Poland's), the number that the government assigned.
 * Refuses an invoice that can't be identified.
 */
export async function resolvePreceding(
  { store, countryOf }: { readonly store: EventStore; readonly countryOf: (code: CountryCode) => Country },
  scope: Scope,
  given: InvoiceBody['precedingInvoice'],
): Promise<InvoiceRequest['precedingInvoice']> {
  if (given === undefined) return undefined
  const { id, number, issueDate, ksefNumber } = given
  if (id !== undefined && number !== undefined) {
    throw invalidField('precedingInvoice.id', "can't be combined with number; send one of them")
  }
  if (id !== undefined) {
    const owned = await loadOwned(store, scope, invoice, 'Invoice', id)
    if (!owned || owned.loaded.state.status === 'none') {
      throw invalidField(
        'precedingInvoice.id',
        'does not match an invoice of this account and environment; send its number instead',
      )
    }
    const { facts } = owned.loaded.state
    const accepted = owned.loaded.events.find((event) => event.type === 'InvoiceAccepted')
    const isQuoted = countryOf(facts.country).invoicing?.terms.has('precedingInvoice.ksefNumber') === true
    const ofGovernment = ksefNumber ?? (isQuoted ? accepted?.data.govId : undefined)
    return {
      number: facts.number,
      issueDate: issueDate ?? facts.issueDate,
      ...(ofGovernment !== undefined && { ksefNumber: ofGovernment }),
    }
  }
  if (number === undefined)
    throw invalidField('precedingInvoice.number', 'is required: send a string, or send id instead')
  return { number, ...(issueDate !== undefined && { issueDate }), ...(ksefNumber !== undefined && { ksefNumber }) }
}
